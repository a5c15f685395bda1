#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

extension FileDescriptor {
  /// Reads from the current place to the end, in chunks where the length is not known.
  ///
  /// Throws `.tooLarge` where more than `limit` bytes come, having read no more than that.
  package borrowing func readAll(limit: Int) throws(SystemError) -> [UInt8] {
    // One byte more than wanted, so that a file of just that size ends in the first round.
    let ceiling = max(limit, 0) &+ (limit < Int.max ? 1 : 0)
    let status = try? FileStatus(of: self)
    let known = status?.kind == .file ? status?.size ?? 0 : 0
    // Files of /proc say 0; hostile sizes are asked for only as far as bytes come.
    var chunk = min(
      ceiling, max(known < Self.largestFirstChunk ? known + 1 : 0, Self.smallestChunk))
    var bytes: [UInt8] = []
    while bytes.count < ceiling {
      let more = try read(count: min(chunk, ceiling - bytes.count))
      if bytes.isEmpty { bytes = more } else { bytes += more }
      guard more.count == chunk else { break }
      chunk = min(chunk * 2, Self.largestFirstChunk)
    }
    guard bytes.count <= limit else { throw .tooLarge }
    return bytes
  }

  /// Reads from the current place until `count` bytes are there or the end is reached.
  package borrowing func read(count: Int) throws(SystemError) -> [UInt8] {
    let number = number
    return try filled(count) { start, length, _ in Self.callRead(number, start, length) }
  }

  /// Reads `count` bytes at `offset` from the start, fewer at the end; the current place stays.
  package borrowing func read(at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
    let number = number
    guard offset >= 0 else { throw SystemError(code: EINVAL) }
    return try filled(count) { start, length, done in
      let (place, overflow) = offset.addingReportingOverflow(done)
      return overflow ? 0 : pread(number, start, length, off_t(place))
    }
  }

  private static var smallestChunk: Int { 64 << 10 }
  private static var largestFirstChunk: Int { 256 << 20 }

  private static func callRead(
    _ number: Int32, _ start: UnsafeMutableRawPointer, _ length: Int
  ) -> Int {
    #if canImport(Glibc)
      Glibc.read(number, start, length)
    #else
      Darwin.read(number, start, length)
    #endif
  }

  /// Calls `read` with what is missing (start, bytes, bytes done) until `count` are there or 0 come.
  private borrowing func filled(
    _ count: Int, _ read: (UnsafeMutableRawPointer, Int, Int) -> Int
  ) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: max(count, 0)) { buffer, filled in
      guard let start = buffer.baseAddress.map(UnsafeMutableRawPointer.init) else { return }
      while filled < count {
        // Some systems refuse a single call for 2 GiB or more.
        let wanted = min(count - filled, 1 << 30)
        do throws(SystemError) {
          let done = filled
          let got = try checked { read(start + done, wanted, done) }
          guard got > 0 else { return }
          filled += got
        } catch {
          failure = error
          return
        }
      }
    }
    if let failure { throw failure }
    return bytes
  }
}
