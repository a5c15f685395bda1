import Pixels
import TestSupport
import Testing

@testable import JPEGCoefficients

@Suite("Planes of JPEGs with restart markers")
struct RestartTests {
  /// A gray JPEG of blocks of one brightness each, side by side, with a restart marker after every one
  /// (ITU-T T.81, annexes B and F).
  ///
  /// - Parameters:
  ///   - samples: The brightness of each block, 1 to 64 or 192 to 255.
  ///   - markers: The number of each restart marker; nil for as many as it takes, in order.
  /// - Returns: The file.
  private func jpeg(_ samples: [Int], markers: [UInt8]? = nil) -> [UInt8] {
    var bytes: [UInt8] = [0xFF, 0xD8]
    func segment(_ marker: UInt8, _ payload: [UInt8]) {
      bytes += [0xFF, marker, 0, UInt8(payload.count + 2)] + payload
    }
    segment(0xDB, [0] + Array(repeating: 8, count: 64))
    segment(0xC0, [8, 0, 8, 0, UInt8(samples.count * 8), 1, 1, 0x11, 0])
    // One code of a bit for size 0 and one of two bits for size 7; a bit for the end of a block.
    segment(0xC4, [0, 1, 1] + Array(repeating: 0, count: 14) + [0, 7])
    segment(0xC4, [0x10, 1] + Array(repeating: 0, count: 15) + [0])
    segment(0xDD, [0, 1])
    segment(0xDA, [1, 1, 0, 0, 63, 0])
    for (index, sample) in samples.enumerated() {
      if index > 0 {
        bytes += [0xFF, 0xD0 + (markers?[index - 1] ?? UInt8((index - 1) % 8))]
      }
      let mean = sample - 128
      let number = mean > 0 ? mean : mean + 127
      // 10, seven bits of the number, 0, and ones up to the next byte.
      let bits = 0b10 << 14 | number << 7 | 0b011_1111
      bytes += [UInt8(bits >> 8), UInt8(bits & 0xFF)].flatMap { $0 == 0xFF ? [$0, 0] : [$0] }
    }
    return bytes + [0xFF, 0xD9]
  }

  private func decode(_ jpeg: [UInt8], _ count: Int, eighths: Int) throws -> [UInt8] {
    try JPEGPlanes.decode(
      jpeg, eighths: eighths, into: [JPEGPlanes.Shape(width: count, height: 1)],
      maximumPixels: 1 << 16
    )[0].buffer.bytes
  }

  private static let samples = [200, 10, 64, 192, 255, 1, 33, 220, 47, 199, 61]

  @Test("each part begins anew")
  func parts() throws {
    let file = jpeg(Self.samples)
    #expect(try decode(file, Self.samples.count, eighths: 1) == Self.samples.map(UInt8.init))
  }

  @Test("a marker that is missing or out of order is damage", arguments: [1, 2, 8])
  func damage(eighths: Int) throws {
    let count = Self.samples.count
    for markers in [[0, 1, 2, 4, 4, 5, 6, 7, 0, 1], [1, 2, 3, 4, 5, 6, 7, 0, 1, 2]] as [[UInt8]] {
      let error = errorThrown(CoefficientError.self) {
        try decode(jpeg(Self.samples, markers: markers), count, eighths: eighths)
      }
      #expect(error?.kind == .damaged)
    }
    let whole = jpeg(Self.samples)
    let missing = try #require(
      zip(whole, whole.dropFirst()).enumerated().first { $1 == (0xFF, 0xD3) }?.offset)
    let error = errorThrown(CoefficientError.self) {
      try decode(
        Array(whole[..<missing] + whole[(missing + 2)...]), count, eighths: eighths)
    }
    #expect(error?.kind == .damaged)
  }
}
