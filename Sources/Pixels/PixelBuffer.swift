/// Pixel memory that is filled once and then only read, handed between the libraries without a copy.
///
/// Only wrapper targets look inside; for everybody else it is a value that can be passed on.
// @unchecked: the memory is written in `init` only, before anybody else can have the object, and is
// released in `deinit`, when nobody has it any more.
package final class PixelBuffer: @unchecked Sendable {
  /// How many bytes there are.
  package let count: Int
  private let start: UnsafeMutableRawPointer
  private let release: (UnsafeMutableRawPointer) -> Void

  /// Takes memory over from a library; `release` gives it back, once, on any thread.
  package init(
    adopting start: UnsafeMutableRawPointer, count: Int,
    release: @escaping (UnsafeMutableRawPointer) -> Void
  ) {
    self.start = start
    self.count = count
    self.release = release
  }

  /// Makes memory of `count` bytes, zeroed, and lets `fill` write it.
  package convenience init(
    count: Int, fill: (UnsafeMutableRawBufferPointer) throws -> Void
  ) rethrows {
    try self.init(uninitialized: count) { memory in
      memory.initializeMemory(as: UInt8.self, repeating: 0)
      try fill(memory)
    }
  }

  /// Makes memory of `count` bytes that say nothing yet; `fill` writes all of them.
  package convenience init(
    uninitialized count: Int, fill: (UnsafeMutableRawBufferPointer) throws -> Void
  ) rethrows {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(count, 1), alignment: 64)
    do {
      try fill(UnsafeMutableRawBufferPointer(rebasing: memory[..<count]))
    } catch {
      memory.deallocate()
      throw error
    }
    // A buffer allocated with at least one byte always has a base address.
    let base = memory.baseAddress.unsafelyUnwrapped
    self.init(adopting: base, count: count) { $0.deallocate() }
  }

  /// A copy of these bytes.
  package convenience init(_ bytes: [UInt8]) {
    self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
  }

  deinit {
    release(start)
  }

  /// Lends the bytes for the length of `body`.
  package func withBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try body(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// A copy of the bytes.
  package var bytes: [UInt8] { withBytes { Array($0) } }
}
