import Pixels
import TestSupport
import Testing

@testable import JPEGCoefficients

@Suite("JPEGs that are not as they should be are judged alike at every size, on every machine")
struct JudgementTests {
  /// A JPEG of one unit in which every block is gray.
  ///
  /// - Parameters:
  ///   - factors: The sampling factors of Y, each 1 to 4, one above the other in a byte; Cb and Cr have 1.
  ///   - blocks: How many blocks the unit has.
  ///   - end: What follows the coded data.
  /// - Returns: The file.
  private func jpeg(factors: UInt8, blocks: Int, end: [UInt8] = [0xFF, 0xD9]) -> [UInt8] {
    var bytes: [UInt8] = [0xFF, 0xD8]
    func segment(_ marker: UInt8, _ payload: [UInt8]) {
      bytes += [0xFF, marker, 0, UInt8(payload.count + 2)] + payload
    }
    segment(0xDB, [0] + Array(repeating: 8, count: 64))
    segment(0xC0, [8, 0, 8, 0, 8, 3, 1, factors, 0, 2, 0x11, 0, 3, 0x11, 0])
    // A code of one bit, 0: no difference, and the end of a block.
    segment(0xC4, [0, 1] + Array(repeating: 0, count: 15) + [0])
    segment(0xC4, [0x10, 1] + Array(repeating: 0, count: 15) + [0])
    segment(0xDA, [3, 1, 0, 2, 0, 3, 0, 0, 63, 0])
    let bits = Array(repeating: 0, count: blocks * 2) + Array(repeating: 1, count: 7)
    for start in stride(from: 0, through: bits.count - 8, by: 8) {
      bytes.append(bits[start..<start + 8].reduce(0) { $0 << 1 | UInt8($1) })
    }
    return bytes + end
  }

  private func kind(_ jpeg: [UInt8], eighths: Int) -> CoefficientError.Kind? {
    errorThrown(CoefficientError.self) {
      _ = try JPEGPlanes.decode(
        jpeg, eighths: eighths,
        into: Array(repeating: JPEGPlanes.Shape(width: 8, height: 8), count: 3),
        maximumPixels: 1 << 10)
    }?.kind
  }

  @Test("a unit has at most ten blocks (T.81, B.2.3)", arguments: [1, 2, 4, 8])
  func units(eighths: Int) {
    #expect(kind(jpeg(factors: 0x42, blocks: 10), eighths: eighths) == nil)
    #expect(kind(jpeg(factors: 0x43, blocks: 14), eighths: eighths) == .damaged)
    #expect(kind(jpeg(factors: 0x44, blocks: 18), eighths: eighths) == .damaged)
  }

  @Test("one that ends without a marker is damaged", arguments: [1, 2, 4, 8])
  func cut(eighths: Int) {
    for end in [[], [0xFF], [0, 0]] as [[UInt8]] {
      #expect(kind(jpeg(factors: 0x11, blocks: 3, end: end), eighths: eighths) == .damaged)
    }
    #expect(kind(jpeg(factors: 0x11, blocks: 3), eighths: eighths) == nil)
  }
}
