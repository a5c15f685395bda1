internal import CTurboJPEG
package import Pixels

extension TurboJPEG {
  /// Compresses planes that are Y, Cb, Cr already: no colour is converted.
  ///
  /// - Parameters:
  ///   - planes: Y, Cb, Cr or Y alone, 8 bits, full range, in the matrix of JFIF (BT.601).
  ///   - width: Pixels in a row of the picture, at most `maximumSide`.
  ///   - height: Rows of the picture, at most `maximumSide`.
  ///   - subsampling: The sizes of the planes.
  ///   - quality: 1 to 100.
  ///   - isProgressive: Whether coarse data comes first; that is smaller, and slower to write.
  /// - Returns: A JPEG without any metadata.
  /// - Throws: `TurboJPEGError` of kind `mismatch` or `tooLarge`.
  package static func encode(
    planes: [PixelPlane], width: Int, height: Int, subsampling: Subsampling, quality: Int,
    isProgressive: Bool
  ) throws(TurboJPEGError) -> [UInt8] {
    try checkSides(width, height)
    guard planes.count == subsampling.planeCount else {
      throw TurboJPEGError(.mismatch, "\(planes.count) planes")
    }
    var padded: [PixelBuffer] = []
    var strides: [Int32] = []
    for (index, plane) in planes.enumerated() {
      let size = subsampling.size(ofPlane: index, width: width, height: height)
      guard plane.bands == 1, plane.sample == .uint8, plane.width == size.width,
        plane.height == size.height
      else { throw TurboJPEGError(.mismatch, "plane \(index) has another size or sample") }
      let wanted = subsampling.librarySize(ofPlane: index, width: width, height: height)
      padded.append(plane.padded(width: wanted.width, height: wanted.height))
      strides.append(Int32(wanted.width))
    }
    let session = try Session(tjInitCompress())
    return try compressed { bytes, count throws(TurboJPEGError) in
      let result = withStarts(of: padded[...], []) { starts in
        var starts = starts
        return tjCompressFromYUVPlanes(
          session.handle, &starts, Int32(width), strides, Int32(height), subsampling.code, &bytes,
          &count, quality32(quality), flags(isProgressive))
      }
      try session.check(result, otherwise: .unsupported)
    }
  }

  /// Compresses pixels.
  ///
  /// - Parameters:
  ///   - pixels: RGB or gray, 8 bits; sides of at most `maximumSide`.
  ///   - subsampling: How much colour detail is kept; gray pixels are stored as gray whatever it
  ///     is, RGB ones become gray with `gray`.
  ///   - quality: 1 to 100.
  ///   - isProgressive: Whether coarse data comes first; that is smaller, and slower to write.
  /// - Returns: A JPEG without any metadata.
  /// - Throws: `TurboJPEGError` of kind `mismatch` or `tooLarge`.
  package static func encode(
    _ pixels: PixelPlane, subsampling: Subsampling, quality: Int, isProgressive: Bool
  ) throws(TurboJPEGError) -> [UInt8] {
    try checkSides(pixels.width, pixels.height)
    guard pixels.sample == .uint8, [1, 3].contains(pixels.bands) else {
      throw TurboJPEGError(.mismatch, "pixels of \(pixels.bands) samples")
    }
    let isGray = pixels.bands == 1
    let format = Int32((isGray ? TJPF_GRAY : TJPF_RGB).rawValue)
    let session = try Session(tjInitCompress())
    return try compressed { bytes, count throws(TurboJPEGError) in
      let result = pixels.buffer.withBytes { source in
        tjCompress2(
          session.handle, source.bindMemory(to: UInt8.self).baseAddress, Int32(pixels.width), 0,
          Int32(pixels.height), format, &bytes, &count,
          (isGray ? Subsampling.gray : subsampling).code, quality32(quality),
          flags(isProgressive))
      }
      try session.check(result, otherwise: .unsupported)
    }
  }

  private static func checkSides(_ width: Int, _ height: Int) throws(TurboJPEGError) {
    guard (1...maximumSide).contains(width), (1...maximumSide).contains(height) else {
      throw TurboJPEGError(.tooLarge, "\(width) × \(height) pixels")
    }
  }

  private static func quality32(_ quality: Int) -> Int32 { Int32(min(max(quality, 1), 100)) }

  // The exact transform at every quality: by itself the library takes it from 96 on only.
  private static func flags(_ isProgressive: Bool) -> Int32 {
    TJFLAG_ACCURATEDCT | (isProgressive ? TJFLAG_PROGRESSIVE : 0)
  }

  /// Takes over what the library writes.
  static func compressed(
    _ body: (inout UnsafeMutablePointer<UInt8>?, inout UInt) throws(TurboJPEGError) -> Void
  ) throws(TurboJPEGError) -> [UInt8] {
    var bytes: UnsafeMutablePointer<UInt8>?
    var count: UInt = 0
    defer { tjFree(bytes) }
    try body(&bytes, &count)
    return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
  }

  /// Lends the addresses of several buffers at once.
  private static func withStarts<Result>(
    of buffers: ArraySlice<PixelBuffer>, _ starts: [UnsafePointer<UInt8>?],
    _ body: ([UnsafePointer<UInt8>?]) -> Result
  ) -> Result {
    guard let first = buffers.first else { return body(starts) }
    return first.withBytes { bytes in
      withStarts(
        of: buffers.dropFirst(), starts + [bytes.bindMemory(to: UInt8.self).baseAddress], body)
    }
  }
}

extension PixelPlane {
  /// The samples with the last column and row repeated up to a size.
  fileprivate func padded(width wanted: Int, height rows: Int) -> PixelBuffer {
    if wanted == width, rows == height { return buffer }
    return PixelBuffer(count: wanted * rows) { target in
      buffer.withBytes { source in
        for y in 0..<rows {
          let from = min(y, height - 1) * width
          for x in 0..<wanted { target[y * wanted + x] = source[from + min(x, width - 1)] }
        }
      }
    }
  }
}
