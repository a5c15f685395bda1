/// Bytes that can be read from anywhere: a file, of which only the asked parts are read, or memory.
package protocol ByteSource {
  /// How many bytes there are.
  var count: Int { get }

  /// The bytes from `offset` on, at most `count` of them, fewer where the source ends.
  func read(at offset: Int, count: Int) throws -> [UInt8]
}

/// Bytes that are in memory already.
package struct MemorySource: ByteSource {
  private let bytes: [UInt8]

  /// The source that gives these bytes.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// How many bytes there are.
  package var count: Int { bytes.count }

  /// The bytes from `offset` on, at most `count` of them, fewer where the source ends.
  package func read(at offset: Int, count: Int) -> [UInt8] {
    guard offset >= 0, count > 0, offset < bytes.count else { return [] }
    return Array(bytes[offset..<offset + min(count, bytes.count - offset)])
  }
}
