import Pixels
import Testing

@testable import Heif

/// Pictures made for the tests.
enum Pictures {
  /// A soft gradient: red grows to the right, green down, blue is in the middle, alpha falls to the
  /// right.
  static func gradient(_ width: Int, _ height: Int, bands: Int = 3) throws -> PixelPlane {
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let all = [
          x * 255 / max(width - 1, 1), y * 255 / max(height - 1, 1), 128, 255 - x * 255 / width,
        ]
        bytes += all.prefix(bands).map(UInt8.init)
      }
    }
    return try #require(
      PixelPlane(
        width: width, height: height, bands: bands, sample: .uint8, buffer: PixelBuffer(bytes)))
  }

  /// The same with samples of 16 bits of which the lower `bits` count.
  static func deepGradient(_ width: Int, _ height: Int, bits: Int) throws -> PixelPlane {
    let top = (1 << bits) - 1
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        for value in [x * top / max(width - 1, 1), y * top / max(height - 1, 1), top / 2] {
          withUnsafeBytes(of: UInt16(value)) { bytes += $0 }
        }
      }
    }
    return try #require(
      PixelPlane(
        width: width, height: height, bands: 3, sample: .uint16, buffer: PixelBuffer(bytes)))
  }

  /// Columns of red and blue in turn, one pixel wide.
  static func stripes(_ width: Int, _ height: Int) throws -> PixelPlane {
    let bytes = (0..<width * height).flatMap { index -> [UInt8] in
      index % width % 2 == 0 ? [220, 20, 20] : [20, 20, 220]
    }
    return try #require(
      PixelPlane(
        width: width, height: height, bands: 3, sample: .uint8, buffer: PixelBuffer(bytes)))
  }

  /// Noise, the same each time.
  static func noise(_ width: Int, _ height: Int) throws -> PixelPlane {
    var state: UInt32 = 1
    let bytes = (0..<width * height * 3).map { _ -> UInt8 in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(state >> 24)
    }
    return try #require(
      PixelPlane(
        width: width, height: height, bands: 3, sample: .uint8, buffer: PixelBuffer(bytes)))
  }

  /// A HEIF file of a gradient.
  static func file(
    _ codec: HeifLibrary.Codec = .hevc, _ width: Int = 64, _ height: Int = 48, bands: Int = 3,
    quality: Int = 90
  ) throws -> [UInt8] {
    var encoder = HeifEncoder(codec, quality: quality)
    encoder.preset = fast(codec)
    return try encoder.encode(gradient(width, height, bands: bands))
  }

  /// The encoder's word for speed.
  static func fast(_ codec: HeifLibrary.Codec) -> String {
    codec == .hevc ? "ultrafast" : "9"
  }

  /// Opens a file as a program would.
  static func open(_ bytes: [UInt8], maximumPixels: Int = 100_000_000) throws -> HeifFile {
    try HeifFile(bytes, maximumPixels: maximumPixels, threads: 0)
  }
}

extension PixelPlane {
  /// The samples as numbers.
  var samples: [Int] {
    sample == .uint8
      ? buffer.bytes.map(Int.init)
      : buffer.withBytes { $0.bindMemory(to: UInt16.self).map(Int.init) }
  }

  /// The mean distance of the samples to those of another plane.
  func distance(to other: PixelPlane) -> Double {
    let pairs = zip(samples, other.samples)
    return Double(pairs.reduce(0) { $0 + abs($1.0 - $1.1) }) / Double(samples.count)
  }
}
