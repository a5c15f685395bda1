#if canImport(Glibc)
  internal import CPosix
  internal import Glibc
#else
  internal import Darwin
#endif

/// A file that has no name and lies in memory, where the system has such files: a place in which two
/// processes leave bytes for each other.
package struct MemoryFile: ~Copyable, Sendable {
  /// Reads and writes.
  package let writer: FileDescriptor
  /// Only reads, where the system can open the file once more.
  package let reader: FileDescriptor

  /// An empty file; `folder` is where it lies where it can't lie in memory.
  package init(besides folder: FilePath = "/tmp") throws(SystemError) {
    #if canImport(Glibc)
      let file = FileDescriptor(
        adopting: try checked { memfd_create("imgtool", imgtool_MFD_CLOEXEC) })
      let again = try FileDescriptor(opening: FilePath("/proc/self/fd/\(file.number)"), .read)
    #else
      let name = folder.appending(
        ".imgtool-\(ProcessNumber.current.rawValue)-\(UInt64.random(in: 0 ... .max))")
      let file = try FileDescriptor(
        opening: name, [.readWrite, .create, .exclusive],
        permissions: FilePermissions(rawValue: 0o600))
      defer { try? FileSystem.remove(name) }
      let again = try FileDescriptor(opening: name, .read)
    #endif
    writer = file
    reader = again
  }
}

extension FileDescriptor {
  /// Writes all the bytes at `offset` from the start; the current place stays.
  package borrowing func write(_ bytes: [UInt8], at offset: Int) throws(SystemError) {
    let number = number
    var done = 0
    while done < bytes.count {
      // Some systems refuse a single call for 2 GiB or more.
      let length = min(bytes.count - done, 1 << 30)
      done += try checked {
        bytes.withUnsafeBytes { buffer in
          buffer.baseAddress.map { pwrite(number, $0 + done, length, off_t(offset + done)) } ?? 0
        }
      }
    }
  }
}
