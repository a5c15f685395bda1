import Pixels
import Testing

@testable import Resampling

@Suite("Planes that come in rows")
struct RowResamplerTests {
  /// Noise, the same each time.
  private func noise(_ width: Int, _ height: Int) throws -> PixelPlane {
    var state: UInt32 = 7
    let bytes = (0..<width * height).map { _ -> UInt8 in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(state >> 24)
    }
    return try #require(
      PixelPlane(
        width: width, height: height, bands: 1, sample: .uint8, buffer: PixelBuffer(bytes)))
  }

  /// A rectangle of a plane.
  private func part(
    _ plane: PixelPlane, _ columns: Range<Int>, _ rows: Range<Int>
  ) throws -> PixelPlane {
    let bytes = plane.buffer.bytes
    let samples = rows.flatMap { y in columns.map { bytes[y * plane.width + $0] } }
    return try #require(
      PixelPlane(
        width: columns.count, height: rows.count, bands: 1, sample: .uint8,
        buffer: PixelBuffer(samples)))
  }

  @Test(
    "give the samples of the whole, however they are cut",
    arguments: [
      ([131, 77], [64, 33]), ([131, 77], [131, 77]), ([65, 200], [7, 3]), ([9, 9], [40, 31]),
    ],
    [1, 16, 50, 1000])
  func cut(sizes: ([Int], [Int]), side: Int) throws {
    let ((from, to), plane) = (sizes, try noise(sizes.0[0], sizes.0[1]))
    let shape = PlaneShape(
      width: to[0], height: to[1], across: Span(0, Double(from[0]) - 0.3),
      down: Span(0.2, Double(from[1])))
    let resampler = try #require(RowResampler(width: from[0], height: from[1], to: shape))
    for top in stride(from: 0, to: from[1], by: side) {
      #expect(resampler.plane == nil)
      let rows = top..<min(top + side, from[1])
      let parts = try stride(from: 0, to: from[0], by: side).map { left in
        try part(plane, left..<min(left + side, from[0]), rows)
      }
      #expect(resampler.take(parts))
    }
    let made = try #require(resampler.plane)
    #expect([made.width, made.height] == to)
    #expect(made.buffer.bytes == plane.resampled(to: shape)?.buffer.bytes)
  }

  @Test("are refused where they are not as wide as was said, or too many")
  func unfit() throws {
    let shape = PlaneShape(width: 2, height: 2, across: Span(0, 4), down: Span(0, 4))
    let resampler = try #require(RowResampler(width: 4, height: 4, to: shape))
    let (narrow, low, high) = (try noise(3, 2), try noise(1, 1), try noise(4, 5))
    for parts in [[], [narrow], [narrow, low], [narrow, narrow], [high]] {
      #expect(!resampler.take(parts))
    }
    let all = try noise(4, 4)
    #expect(resampler.take([all]) && !resampler.take([all]))
    #expect(resampler.plane?.buffer.bytes == all.resampled(to: shape)?.buffer.bytes)
  }

  @Test("are refused where a side is too long", arguments: [0, -1, .max])
  func sides(side: Int) {
    let shape = PlaneShape(width: 1, height: 1, across: Span(0, 1), down: Span(0, 1))
    #expect(RowResampler(width: side, height: 1, to: shape) == nil)
    #expect(RowResampler(width: 1, height: side, to: shape) == nil)
  }
}
