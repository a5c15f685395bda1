import Pixels
import Testing
import Vips

@testable import Resampling

@Suite("Resampling planes")
struct ResamplingTests {
  /// A plane whose samples are given by their place.
  private func plane(
    _ width: Int, _ height: Int, _ sample: (_ x: Int, _ y: Int) -> Int
  ) throws -> PixelPlane {
    let bytes = (0..<height).flatMap { y in (0..<width).map { UInt8(clamping: sample($0, y)) } }
    return try #require(
      PixelPlane(
        width: width, height: height, bands: 1, sample: .uint8, buffer: PixelBuffer(bytes)))
  }

  /// Noise, the same each time.
  private func noise(_ width: Int, _ height: Int) throws -> PixelPlane {
    var state: UInt32 = 1
    return try plane(width, height) { _, _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Int(state >> 24)
    }
  }

  static let sizes: [(from: [Int], to: [Int])] = [
    ([1, 1], [1, 1]), ([1, 1], [9, 5]), ([7, 5], [1, 1]), ([131, 77], [64, 33]),
    ([131, 77], [130, 76]), ([2000, 3], [100, 1]), ([3, 2000], [1, 37]), ([40, 30], [97, 61]),
    ([300, 200], [9, 6]), ([65, 49], [65, 24]),
  ]

  @Test("one sample all over stays that sample", arguments: sizes, [0, 1, 128, 254, 255])
  func plain(sizes: (from: [Int], to: [Int]), sample: Int) throws {
    let made = try plane(sizes.from[0], sizes.from[1]) { _, _ in sample }
      .resampled(width: sizes.to[0], height: sizes.to[1])
    let bytes = try #require(made).buffer.bytes
    #expect(bytes == Array(repeating: UInt8(sample), count: sizes.to[0] * sizes.to[1]))
  }

  @Test("machines with wide vectors and others give the same samples", arguments: sizes)
  func sameEverywhere(sizes: (from: [Int], to: [Int])) throws {
    let source = try noise(sizes.from[0], sizes.from[1])
    let made = try [false, true].map {
      try #require(
        source.resampled(
          width: sizes.to[0], height: sizes.to[1], across: Span(0.3, Double(sizes.from[0]) + 0.4),
          down: Span(Double(sizes.from[1]), 0), plain: $0)
      ).buffer.bytes
    }
    #expect(made[0] == made[1])
  }

  @Test(
    "smaller planes are what libvips makes of them with the same kernel",
    arguments: [([131, 77], [64, 33]), ([300, 200], [90, 60]), ([160, 120], [152, 114])])
  func likeLibvips(from: [Int], to: [Int]) throws {
    let source = try plane(from[0], from[1]) { x, y in
      128 + (x * 7 + y * 3) % 90 - (x * y / 11) % 80
    }
    let made = try #require(source.resampled(width: to[0], height: to[1])).buffer.bytes
    let reduced = try VipsImage(plane: source, interpretation: .grey).cast(.float)
      .reduce(
        horizontally: Double(from[0]) / Double(to[0]), vertically: Double(from[1]) / Double(to[1])
      ).linear([1], [0.5]).cast(.uchar).pixels()
    #expect([reduced.width, reduced.height] == to)
    let distances = zip(made, reduced.buffer.bytes).map { abs(Int($0) - Int($1)) }
    #expect(distances.allSatisfy { $0 <= 4 })
    #expect(Double(distances.reduce(0, +)) / Double(distances.count) < 0.5)
  }

  @Test(
    "a ramp stays where it is, whatever part of the plane the result stands for",
    arguments: [Span(0, 200), Span(0, 199.5), Span(0.5, 199.5), Span(100, 200), Span(200, 0)])
  func place(span: Span) throws {
    let ramp = try plane(200, 1) { x, _ in x }
    let made = try #require(ramp.resampled(width: 50, height: 1, across: span)).buffer.bytes
    for x in 4..<46 {
      let wanted = span.from + (Double(x) + 0.5) * (span.to - span.from) / 50 - 0.5
      #expect(abs(Double(made[x]) - wanted) <= 1, "column \(x)")
    }
  }

  @Test("beyond the plane its edge goes on")
  func beyond() throws {
    let source = try plane(10, 10) { x, _ in x < 5 ? 40 : 200 }
    let made = try #require(
      source.resampled(width: 30, height: 30, across: Span(-10, 20), down: Span(-10, 20)))
    for y in 0..<30 {
      #expect(made.buffer.bytes[y * 30] == 40)
      #expect(made.buffer.bytes[y * 30 + 29] == 200)
    }
  }

  @Test(
    "all that lies beyond is its edge, however far away",
    arguments: [Span(-100, -50), Span(500, 900), Span(40, 20), Span(-1e6, -9e5)])
  func farBeyond(span: Span) throws {
    let source = try plane(10, 10) { x, y in (x < 5 ? 40 : 200) + (y < 5 ? 0 : 10) }
    let made = try #require(
      source.resampled(width: 30, height: 30, across: span, down: Span(-100, -50)))
    #expect(made.buffer.bytes == Array(repeating: span.from < 0 ? 40 : 200, count: 900))
  }

  @Test("a mirrored plane is the mirror image of the other")
  func mirrored() throws {
    let source = try noise(83, 41)
    let plain = try #require(source.resampled(width: 40, height: 20)).buffer.bytes
    let made = try #require(
      source.resampled(width: 40, height: 20, across: Span(83, 0), down: Span(41, 0)))
    #expect(made.buffer.bytes == plain.reversed())
  }

  @Test("at its own size a plane is not touched")
  func untouched() throws {
    let source = try noise(12, 8)
    #expect(source.resampled(width: 12, height: 8)?.buffer === source.buffer)
  }

  @Test("rows become columns", arguments: [[1, 1], [3, 2], [100, 7], [33, 65]])
  func transposed(size: [Int]) throws {
    let source = try noise(size[0], size[1])
    let made = try #require(source.transposed())
    #expect([made.width, made.height] == [size[1], size[0]])
    let (old, new) = (source.buffer.bytes, made.buffer.bytes)
    for y in 0..<size[1] {
      for x in 0..<size[0] { #expect(new[x * size[1] + y] == old[y * size[0] + x]) }
    }
    #expect(made.transposed()?.buffer.bytes == old)
  }

  @Test("what is no plane of 8 bits, or of no size, is refused")
  func refused() throws {
    let source = try noise(4, 4)
    for (width, height) in [(0, 1), (1, -1), (.max, 1), (1, PixelPlane.longestSide + 1)] {
      #expect(source.resampled(width: width, height: height) == nil)
    }
    let floats = try #require(PixelPlane(floats: [1, 2], width: 2, height: 1, bands: 1))
    #expect(floats.resampled(width: 1, height: 1) == nil && floats.transposed() == nil)
  }
}
