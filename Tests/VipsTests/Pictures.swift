import Pixels

@testable import Vips

/// Pictures built from numbers.
enum Pictures {
  /// An image of bytes, given row by row, band by band.
  static func bytes(
    _ samples: [UInt8], width: Int, height: Int, bands: Int,
    _ interpretation: VipsImage.Interpretation? = nil
  ) throws -> VipsImage {
    let plane = try required(
      PixelPlane(
        width: width, height: height, bands: bands, sample: .uint8, buffer: PixelBuffer(samples)))
    return try VipsImage(
      plane: plane, interpretation: interpretation ?? (bands < 3 ? .grey : .srgb))
  }

  /// An RGB picture of soft waves and some noise: something to encode.
  static func photo(width: Int, height: Int, bands: Int = 3) throws -> VipsImage {
    var samples: [UInt8] = []
    var noise: UInt32 = 7
    for y in 0..<height {
      for x in 0..<width {
        noise = noise &* 1_664_525 &+ 1_013_904_223
        let grain = Int(noise >> 28)
        for band in 0..<bands {
          samples.append(
            UInt8(truncatingIfNeeded: (x * (band + 2) + y * (4 - band)) / 4 % 240 + grain))
        }
      }
    }
    return try bytes(samples, width: width, height: height, bands: bands)
  }

  /// One colour all over.
  static func plain(
    _ colour: [UInt8], width: Int = 4, height: Int = 4,
    _ interpretation: VipsImage.Interpretation? = nil
  ) throws -> VipsImage {
    try bytes(
      Array(repeatElement(colour, count: width * height).joined()), width: width, height: height,
      bands: colour.count, interpretation)
  }

  private struct Missing: Error {}

  private static func required<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw Missing() }
    return value
  }
}

extension VipsImage {
  /// The samples of an image of bytes.
  func samples() throws -> [UInt8] { try pixels().buffer.bytes }
}
