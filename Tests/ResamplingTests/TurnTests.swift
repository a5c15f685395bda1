import Pixels
import Testing

@testable import Resampling

@Suite("Turning planes")
struct TurnTests {
  /// Rows of samples as a plane.
  private func plane(_ rows: [[UInt8]]) throws -> PixelPlane {
    try #require(
      PixelPlane(
        width: rows[0].count, height: rows.count, bands: 1, sample: .uint8,
        buffer: PixelBuffer(rows.flatMap(\.self))))
  }

  private func rows(_ plane: PixelPlane) -> [[UInt8]] {
    let bytes = plane.buffer.bytes
    return (0..<plane.height).map { Array(bytes[$0 * plane.width..<($0 + 1) * plane.width]) }
  }

  @Test("quarters are turned anticlockwise")
  func quarters() throws {
    let source = try plane([[1, 2, 3], [4, 5, 6]])
    let wanted: [[[UInt8]]] = [
      [[1, 2, 3], [4, 5, 6]], [[3, 6], [2, 5], [1, 4]], [[6, 5, 4], [3, 2, 1]],
      [[4, 1], [5, 2], [6, 3]],
    ]
    for (quarters, wanted) in wanted.enumerated() {
      var turn = Turn()
      turn.rotate(quarters: quarters)
      #expect(try rows(#require(source.turned(turn))) == wanted)
    }
  }

  @Test("left and right, top and bottom change places")
  func mirrors() throws {
    let source = try plane([[1, 2, 3], [4, 5, 6]])
    var (mirrored, flipped) = (Turn(), Turn())
    mirrored.mirror()
    flipped.flip()
    #expect(try rows(#require(source.turned(mirrored))) == [[3, 2, 1], [6, 5, 4]])
    #expect(try rows(#require(source.turned(flipped))) == [[4, 5, 6], [1, 2, 3]])
  }

  @Test("several turns are one", arguments: 0..<4, 0..<4)
  func chains(first: Int, second: Int) throws {
    let source = try plane((0..<70).map { y in (0..<41).map { UInt8((y * 41 + $0) % 251) } })
    var (step, other, both) = (Turn(), Turn(), Turn())
    step.rotate(quarters: first)
    step.mirror()
    other.rotate(quarters: second)
    other.flip()
    both.rotate(quarters: first)
    both.mirror()
    both.rotate(quarters: second)
    both.flip()
    let once = try #require(source.turned(both))
    let twice = try #require(source.turned(step)?.turned(other))
    #expect(rows(once) == rows(twice))
  }

  @Test("of a part only the part is turned, and nothing is copied where there is nothing to do")
  func part() throws {
    let source = try plane([[1, 2, 3], [4, 5, 6]])
    var turn = Turn()
    #expect(source.turned(turn)?.buffer === source.buffer)
    #expect(try rows(#require(source.turned(turn, width: 2))) == [[1, 2], [4, 5]])
    turn.rotate(quarters: 1)
    #expect(try rows(#require(source.turned(turn, width: 2, height: 1))) == [[2], [1]])
    for (width, height) in [(0, 1), (4, 1), (1, 3), (-1, 1)] {
      #expect(source.turned(turn, width: width, height: height) == nil)
    }
  }
}
