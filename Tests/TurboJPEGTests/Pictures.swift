import Pixels
import Testing

@testable import TurboJPEG

/// Pictures made for the tests.
enum Pictures {
  /// A soft gradient of RGB or gray.
  static func gradient(_ width: Int, _ height: Int, bands: Int = 3) throws -> PixelPlane {
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let all = [x * 255 / max(width - 1, 1), y * 255 / max(height - 1, 1), 128]
        bytes += all.prefix(bands).map(UInt8.init)
      }
    }
    return try plane(bytes, width, height, bands: bands)
  }

  /// Noise, the same each time.
  static func noise(_ width: Int, _ height: Int) throws -> PixelPlane {
    var state: UInt32 = 1
    let bytes = (0..<width * height * 3).map { _ -> UInt8 in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(state >> 24)
    }
    return try plane(bytes, width, height, bands: 3)
  }

  /// A plane over bytes.
  static func plane(
    _ bytes: [UInt8], _ width: Int, _ height: Int, bands: Int = 1
  ) throws -> PixelPlane {
    try #require(
      PixelPlane(
        width: width, height: height, bands: bands, sample: .uint8, buffer: PixelBuffer(bytes)))
  }

  /// Planes that get brighter to the right and to the bottom.
  static func planes(
    _ width: Int, _ height: Int, _ subsampling: TurboJPEG.Subsampling
  ) throws -> [PixelPlane] {
    try (0..<subsampling.planeCount).map { index in
      let size = subsampling.size(ofPlane: index, width: width, height: height)
      var bytes: [UInt8] = []
      for y in 0..<size.height {
        for x in 0..<size.width {
          let across = x * 100 / max(size.width - 1, 1)
          let down = y * 100 / max(size.height - 1, 1)
          bytes.append(UInt8(30 + across + (index == 1 ? 100 - down : down)))
        }
      }
      return try plane(bytes, size.width, size.height)
    }
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
