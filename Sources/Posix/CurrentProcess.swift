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

  /// The number of the user in whose name it acts.
  package static var user: UInt32 { UInt32(geteuid()) }

  /// Lets the calling thread do nothing for a while, in milliseconds.
  package static func sleep(milliseconds: Int) {
    usleep(UInt32(clamping: max(milliseconds, 0)) &* 1000)
  }
}
