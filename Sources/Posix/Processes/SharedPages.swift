#if canImport(Glibc)
  internal import CPosix
  internal import Glibc
#else
  internal import Darwin
#endif

/// Memory that two processes have in common, of a size that neither can change.
// @unchecked: the pages stay where they are as long as this lives, and their bytes are only ever copied; who writes
// when is for messages to settle, and one that breaks that spoils nothing but the bytes.
package final class SharedPages: @unchecked Sendable {
  /// How many bytes there are.
  package let count: Int
  /// The file in memory that another process needs to see the same.
  package let descriptor: FileDescriptor
  private let start: UnsafeMutableRawPointer

  /// New memory, all zero; none of it is taken before it is written to.
  ///
  /// - Throws: An error where the system has none of this kind, or a limit of the size of files forbids it.
  package convenience init(count: Int) throws(SystemError) {
    #if canImport(Glibc)
      let number = try checked { imgtool_memory_file(count) }
      try self.init(FileDescriptor(adopting: number), count: count)
    #else
      throw SystemError(code: ENOSYS)
    #endif
  }

  /// The memory that another process has made, under the number by which this one was given it.
  package convenience init(adopting number: Int32, count: Int) throws(SystemError) {
    try self.init(FileDescriptor(adopting: number), count: count)
  }

  private init(_ file: consuming FileDescriptor, count: Int) throws(SystemError) {
    let number = file.number
    guard let mapped = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, number, 0),
      mapped != MAP_FAILED
    else { throw .current }
    descriptor = file
    start = mapped
    self.count = count
  }

  deinit {
    munmap(start, count)
  }

  /// Writes bytes from a place on; what would lie outside is left out.
  package func put(_ bytes: [UInt8], at place: Int) {
    let range = (place..<(place + bytes.count)).clamped(to: 0..<count)
    guard range.lowerBound == place else { return }
    bytes.withUnsafeBytes { bytes in
      UnsafeMutableRawBufferPointer(start: start + place, count: range.count)
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<range.count]))
    }
  }

  /// A copy of the bytes of a range, as far as there are such.
  package func bytes(_ range: Range<Int>) -> [UInt8] {
    let range = range.clamped(to: 0..<count)
    return Array(UnsafeRawBufferPointer(start: start + range.lowerBound, count: range.count))
  }
}
