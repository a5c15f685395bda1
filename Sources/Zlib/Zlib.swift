internal import CZlib

/// Compression as in PNG and PDF (RFC 1950) and the check sum of PNG.
package enum Zlib {
  /// Why data could not be inflated or deflated.
  package enum Failure: Error, Sendable, Equatable {
    /// The data is no zlib stream, or is changed, or ends too early.
    case damaged
    /// The data inflates to more than was allowed.
    case tooLarge
    /// The library has no memory left.
    case noMemory
  }

  /// Inflates a zlib stream; what follows it is ignored.
  ///
  /// - Parameters:
  ///   - bytes: The stream, with the header and check sum of RFC 1950.
  ///   - limit: The most bytes to make; no more than that is ever held.
  /// - Returns: What was deflated.
  /// - Throws: `Failure`.
  package static func inflate(_ bytes: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
    guard let count = UInt32(exactly: bytes.count) else { throw .tooLarge }
    // The library refuses a stream whose address changes, as that of a local variable may.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    defer { stream.deallocate() }
    guard
      inflateInit_(stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { throw .noMemory }
    defer { inflateEnd(stream) }
    var input = bytes
    let result = input.withUnsafeMutableBufferPointer { source -> Result<[UInt8], Failure> in
      stream.pointee.next_in = source.baseAddress
      stream.pointee.avail_in = count
      return inflated(stream, limit: max(limit, 0))
    }
    return try result.get()
  }

  private static func inflated(
    _ stream: UnsafeMutablePointer<z_stream>, limit: Int
  ) -> Result<[UInt8], Failure> {
    var output: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      // One byte more than is left tells a stream that goes on from one that ends here.
      let left = limit - output.count
      let space = left < piece.count ? left + 1 : piece.count
      let status = piece.withUnsafeMutableBufferPointer { target in
        stream.pointee.next_out = target.baseAddress
        stream.pointee.avail_out = UInt32(space)
        return CZlib.inflate(stream, Z_NO_FLUSH)
      }
      let made = space - Int(stream.pointee.avail_out)
      guard made <= left else { return .failure(.tooLarge) }
      output.append(contentsOf: piece[..<made])
      switch status {
      case Z_STREAM_END: return .success(output)
      // All of the input is there: where nothing more comes of it, it ends too early.
      case Z_OK where made > 0: continue
      case Z_MEM_ERROR: return .failure(.noMemory)
      default: return .failure(.damaged)
      }
    }
  }

  /// Deflates data to a zlib stream.
  ///
  /// - Parameters:
  ///   - bytes: Anything.
  ///   - level: 0 (stored) to 9 (smallest).
  /// - Returns: The stream, with the header and check sum of RFC 1950.
  /// - Throws: `Failure.noMemory`.
  package static func deflate(_ bytes: [UInt8], level: Int) throws(Failure) -> [UInt8] {
    var count = compressBound(UInt(bytes.count))
    var output = [UInt8](repeating: 0, count: Int(count))
    // The bound is never too small, so memory is all that can lack.
    guard
      compress2(&output, &count, bytes, UInt(bytes.count), Int32(min(max(level, 0), 9))) == Z_OK
    else { throw .noMemory }
    return Array(output.prefix(Int(count)))
  }

  /// The check sum of PNG (ISO/IEC 15948, annex D) and gzip.
  ///
  /// - Parameters:
  ///   - bytes: Anything.
  ///   - start: The check sum of what came before; 0 for nothing.
  /// - Returns: The check sum of both together.
  package static func crc32(_ bytes: some Collection<UInt8>, after start: UInt32 = 0) -> UInt32 {
    let sum =
      bytes.withContiguousStorageIfAvailable { crc32(of: $0, after: start) }
      ?? Array(bytes).withUnsafeBufferPointer { crc32(of: $0, after: start) }
    return sum
  }

  private static func crc32(of bytes: UnsafeBufferPointer<UInt8>, after start: UInt32) -> UInt32 {
    // Without an address the library answers with the sum of nothing, whatever came before.
    guard let address = bytes.baseAddress else { return start }
    return UInt32(truncatingIfNeeded: crc32_z(UInt(start), address, bytes.count))
  }
}
