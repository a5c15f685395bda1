import Pixels
import Testing
import TurboJPEG

/// Pictures made for the tests.
enum Pictures {
  /// Waves that get finer to the right, with some noise, so that each quality takes other bytes.
  static func waves(_ width: Int, _ height: Int, bands: Int = 3) throws -> PixelPlane {
    var state: UInt32 = 7
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * bands)
    for y in 0..<height {
      for x in 0..<width {
        state = state &* 1_664_525 &+ 1_013_904_223
        let wave = abs((x * x / 40 + y * 3) % 240 - 120) + Int(state >> 27)
        for band in 0..<bands { bytes.append(UInt8(40 + wave / (band + 1))) }
      }
    }
    return try #require(
      PixelPlane(
        width: width, height: height, bands: bands, sample: .uint8, buffer: PixelBuffer(bytes)))
  }

  /// A JPEG of waves.
  static func jpeg(
    _ width: Int, _ height: Int, _ subsampling: TurboJPEG.Subsampling = .ycbcr420,
    quality: Int = 95, isProgressive: Bool = false
  ) throws -> [UInt8] {
    try TurboJPEG.encode(
      waves(width, height), subsampling: subsampling, quality: quality,
      isProgressive: isProgressive)
  }

  /// The samples of a JPEG's planes.
  static func planes(_ jpeg: [UInt8]) throws -> [PixelPlane] {
    try TurboJPEG.decodePlanes(jpeg, maximumPixels: 1 << 24).planes
  }
}

extension PixelPlane {
  /// The mean distance of the samples to those of another plane.
  func distance(to other: PixelPlane) -> Double {
    let pairs = zip(buffer.bytes, other.buffer.bytes)
    let sum = pairs.reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    return Double(sum) / Double(buffer.count)
  }
}
