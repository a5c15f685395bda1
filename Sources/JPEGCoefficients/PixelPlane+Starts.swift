internal import Pixels

extension Collection<PixelPlane> {
  /// Lends the addresses of up to three planes at once, as a row of three.
  func withStarts<Result>(
    _ starts: [UnsafePointer<UInt8>?] = [],
    _ body: ((UnsafePointer<UInt8>?, UnsafePointer<UInt8>?, UnsafePointer<UInt8>?)) -> Result
  ) -> Result {
    guard let first, starts.count < 3 else {
      let all = starts + [nil, nil, nil]
      return body((all[0], all[1], all[2]))
    }
    return first.buffer.withBytes { bytes in
      dropFirst().withStarts(starts + [bytes.bindMemory(to: UInt8.self).baseAddress], body)
    }
  }
}
