import Pixels
import Resampling
import TestSupport
import Testing

@testable import Heif

/// Pictures of 3×2 tiles of 64×64 pixels, of other sizes and turned in other ways than the fixtures they
/// come from.
enum Grids {
  /// How a picture is turned: two boxes and their values, quarters anticlockwise or an axis.
  struct Turning: Sendable, CustomTestStringConvertible {
    let quarters: UInt8
    /// 0 exchanges top and bottom, 1 left and right; nil for no mirroring.
    let axis: UInt8?

    var testDescription: String { "\(quarters) quarters, axis \(axis.map(String.init) ?? "none")" }

    /// All there are, some of them twice.
    static let all = (0..<4).flatMap { quarters in
      [nil, 0, 1].map { Turning(quarters: quarters, axis: $0) }
    }
  }

  /// A file whose picture is stored with a size of 129 to 192 × 65 to 128 pixels.
  static func file(_ width: Int, _ height: Int, _ turning: Turning? = nil) throws -> [UInt8] {
    var bytes = try Fixtures.bytes(turning == nil ? "grid.heic" : "grid-5.heic")
    let (w, h) = (UInt8(width), UInt8(height))
    try bytes.replace([0, 0, 1, 2, 0, 160, 0, 120], with: [0, 0, 1, 2, 0, w, 0, h])
    try bytes.replace([0, 0, 0, 160, 0, 0, 0, 120], with: [0, 0, 0, w, 0, 0, 0, h])
    guard let turning else { return bytes }
    try bytes.replace(Array("irot".utf8) + [1], with: Array("irot".utf8) + [turning.quarters])
    let second = turning.axis.map { Array("imir".utf8) + [$0] } ?? Array("irot".utf8) + [0]
    try bytes.replace(Array("imir".utf8) + [0], with: second)
    return bytes
  }

  /// What is made of three planes of a picture as shown for one of another size.
  static func shapes(
    _ width: Int, _ height: Int, from picture: HeifPicture
  ) -> [PlaneShape] {
    [1, 2, 2].map { part in
      PlaneShape(
        width: (width + part - 1) / part, height: (height + part - 1) / part,
        across: Span(0, Double(picture.width) / Double(part)),
        down: Span(0, Double(picture.height) / Double(part)))
    }
  }
}

extension [UInt8] {
  /// Puts other bytes in the place of those that are there once.
  mutating func replace(_ old: [UInt8], with new: [UInt8]) throws {
    let ranges = self.ranges(of: old)
    try #require(ranges.count == 1)
    replaceSubrange(ranges[0], with: new)
  }
}
