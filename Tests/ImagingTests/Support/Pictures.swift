import Formats
import Pixels
import Testing
import Vips

/// Pictures built from numbers.
enum Pictures {
  /// A picture of bytes, given row by row, band by band.
  static func bytes(
    _ samples: [UInt8], width: Int, height: Int, bands: Int,
    _ meaning: VipsImage.Interpretation? = nil
  ) throws -> VipsImage {
    let plane = try #require(
      PixelPlane(
        width: width, height: height, bands: bands, sample: .uint8, buffer: PixelBuffer(samples)))
    return try VipsImage(plane: plane, interpretation: meaning ?? (bands < 3 ? .grey : .srgb))
  }

  /// A picture of samples of 16 bits, given row by row, band by band.
  static func deep(_ samples: [Int], width: Int, height: Int, bands: Int) throws -> VipsImage {
    let bytes = samples.flatMap { sample in withUnsafeBytes(of: UInt16(sample)) { Array($0) } }
    let plane = try #require(
      PixelPlane(
        width: width, height: height, bands: bands, sample: .uint16, buffer: PixelBuffer(bytes)))
    return try VipsImage(plane: plane, interpretation: bands < 3 ? .grey16 : .rgb16)
  }

  /// One colour all over.
  static func plain(
    _ colour: [UInt8], width: Int = 4, height: Int = 4,
    _ meaning: VipsImage.Interpretation? = nil
  ) throws -> VipsImage {
    try bytes(
      Array(repeatElement(colour, count: width * height).joined()), width: width, height: height,
      bands: colour.count, meaning)
  }

  /// Soft waves of colour, and opaque where there is a fourth band.
  static func waves(width: Int, height: Int, bands: Int = 3) throws -> VipsImage {
    var samples: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let wave = [triangle(x * 5 + y), triangle(x + y * 4), triangle(x * 2 + y * 2 + 90), 255]
        samples += wave.prefix(bands)
      }
    }
    return try bytes(samples, width: width, height: height, bands: bands)
  }

  /// A soft up and down between 20 and 220.
  private static func triangle(_ place: Int) -> UInt8 {
    UInt8(20 + abs(place % 400 - 200))
  }

  /// Noise, the same each time: what no encoder makes small.
  static func noise(width: Int, height: Int) throws -> VipsImage {
    var state: UInt32 = 1
    let samples = (0..<width * height * 3).map { _ -> UInt8 in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(state >> 24)
    }
    return try bytes(samples, width: width, height: height, bands: 3)
  }
}

extension VipsImage {
  /// All samples, row by row, band by band.
  func samples() throws -> [Int] {
    let plane = try pixels()
    return switch plane.sample {
    case .uint8: plane.buffer.bytes.map(Int.init)
    case .uint16: plane.buffer.withBytes { $0.bindMemory(to: UInt16.self).map(Int.init) }
    case .float: plane.buffer.withBytes { $0.bindMemory(to: Float.self).map { Int($0) } }
    }
  }

  /// The samples of one pixel, in pixels from the top left.
  func colour(_ x: Int, _ y: Int) throws -> [Int] {
    try getpoint(x: x, y: y).map { Int($0.rounded()) }
  }

  /// Width × height in pixels.
  var size: PixelSize { PixelSize(width: width, height: height) }
}

extension PixelSize {
  /// So many pixels across and down.
  init(_ width: Int, _ height: Int) {
    self.init(width: width, height: height)
  }
}

/// Whether no number is further away from its counterpart than `tolerance`.
func areNear(_ some: [Int], _ others: [Int], within tolerance: Int) -> Bool {
  some.count == others.count && zip(some, others).allSatisfy { abs($0 - $1) <= tolerance }
}

/// The mean distance of numbers to their counterparts.
func meanDistance(_ some: [Int], _ others: [Int]) -> Double {
  Double(zip(some, others).reduce(0) { $0 + abs($1.0 - $1.1) }) / Double(max(some.count, 1))
}
