#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// What the process was started with, byte for byte: `CommandLine.arguments` mends invalid UTF-8.
package enum ProcessArguments {
  /// The arguments, the program's own name first.
  package static var bytes: [[UInt8]] {
    (0..<Int(CommandLine.argc)).compactMap { index in
      CommandLine.unsafeArgv[index].map { FilePath(cString: $0).bytes }
    }
  }

  /// All environment variables, each as `NAME=value`.
  package static var environment: [FilePath] {
    #if canImport(Glibc)
      var next: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = environ
    #else
      var next: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = _NSGetEnviron().pointee
    #endif
    var found: [FilePath] = []
    while let variable = next.pointee {
      found.append(FilePath(cString: variable))
      next += 1
    }
    return found
  }

  /// The value of an environment variable, or nil where it is not set.
  package static func environmentVariable(_ name: String) -> [UInt8]? {
    guard let value = getenv(name) else { return nil }
    return FilePath(cString: value).bytes
  }
}
