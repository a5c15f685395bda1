import Testing
import Vips

@testable import Imaging

@Suite("Upright")
struct UprightTests {
  /// Three columns and two rows, numbered as they are stored.
  private func stored() throws -> VipsImage {
    try Pictures.bytes([1, 2, 3, 4, 5, 6], width: 3, height: 2, bands: 1)
  }

  // EXIF 2.32, 4.6.4 A: where the 0th row and the 0th column of what is stored belong.
  static let turned: [(orientation: Int, rows: [[Int]])] = [
    (1, [[1, 2, 3], [4, 5, 6]]),
    (2, [[3, 2, 1], [6, 5, 4]]),
    (3, [[6, 5, 4], [3, 2, 1]]),
    (4, [[4, 5, 6], [1, 2, 3]]),
    (5, [[1, 4], [2, 5], [3, 6]]),
    (6, [[4, 1], [5, 2], [6, 3]]),
    (7, [[6, 3], [5, 2], [4, 1]]),
    (8, [[3, 6], [2, 5], [1, 4]]),
  ]

  @Test("each orientation turns and mirrors as EXIF says", arguments: turned)
  func orientations(orientation: Int, rows: [[Int]]) throws {
    let picture = try stored().upright(from: orientation)
    #expect(picture.width == rows[0].count && picture.height == rows.count)
    #expect(try picture.samples() == rows.flatMap(\.self))
  }

  @Test("anything else counts as 1", arguments: [0, 9, -1, 65_535, Int.min])
  func nonsense(orientation: Int) throws {
    #expect(try stored().upright(from: orientation).samples() == [1, 2, 3, 4, 5, 6])
  }
}
