#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The process that this code runs in.
package enum CurrentProcess {
  /// Ends the process with an exit status of 0 to 255.
  package static func exit(_ status: Int32) -> Never {
    #if canImport(Glibc)
      Glibc.exit(status)
    #else
      Darwin.exit(status)
    #endif
  }
}
