#if canImport(Glibc)
  internal import CPosix
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

  /// The program that it runs.
  package static var program: FilePath {
    #if canImport(Glibc)
      (try? FileSystem.readLink("/proc/self/exe")) ?? ""
    #else
      FilePath(bytes: ProcessArguments.bytes.first ?? [])
    #endif
  }

  /// A path at which the program that it runs can be started once more, also when its file was replaced.
  package static var runningProgram: FilePath {
    #if canImport(Glibc)
      "/proc/self/exe"
    #else
      var size: UInt32 = 4096
      var buffer = [CChar](repeating: 0, count: Int(size))
      guard _NSGetExecutablePath(&buffer, &size) == 0 else { return program }
      return FilePath(bytes: buffer.lazy.map { UInt8(bitPattern: $0) })
    #endif
  }

  /// Closes what is open under this number and all above it, where the system can do that at once.
  package static func closeDescriptors(from number: Int32) {
    #if canImport(Glibc)
      _ = imgtool_close_from(UInt32(max(number, 0)))
    #endif
  }

  /// The names of the shared libraries that it has loaded, with their versions, such as
  /// `libpng16.so.16.39.0`, sorted; empty where the system does not tell.
  package static var libraries: [String] {
    guard let file = try? FileDescriptor(opening: "/proc/self/maps", .read),
      let bytes = try? file.readAll(limit: 4 << 20)
    else { return [] }
    let names = bytes.split(separator: UInt8(ascii: "\n")).compactMap { line -> String? in
      guard let slash = line.lastIndex(of: UInt8(ascii: "/")) else { return nil }
      let name = String(decoding: line[(slash + 1)...], as: UTF8.self)
      return name.contains(".so") ? name : nil
    }
    return Set(names).sorted()
  }

  /// The number of the user in whose name it acts.
  package static var user: UInt32 { UInt32(geteuid()) }

  /// Lets the calling thread do nothing for a while, in milliseconds.
  package static func sleep(milliseconds: Int) {
    usleep(UInt32(clamping: max(milliseconds, 0)) &* 1000)
  }
}
