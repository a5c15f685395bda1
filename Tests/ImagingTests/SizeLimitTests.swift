import Formats
import Imaging
import Testing

@Suite("SizeLimit")
struct SizeLimitTests {
  static let sizes: [(limit: SizeLimit, size: PixelSize, result: PixelSize)] = [
    (.longEdge(1920), PixelSize(4032, 3024), PixelSize(1920, 1440)),
    (.longEdge(1920), PixelSize(3024, 4032), PixelSize(1440, 1920)),
    (.longEdge(100), PixelSize(100, 50), PixelSize(100, 50)),
    (.longEdge(100), PixelSize(101, 50), PixelSize(100, 50)),
    (.box(width: 800, height: 600), PixelSize(4000, 3000), PixelSize(800, 600)),
    (.box(width: 800, height: 600), PixelSize(4000, 2000), PixelSize(800, 400)),
    (.box(width: 800, height: 600), PixelSize(2000, 4000), PixelSize(300, 600)),
    (.box(width: 800, height: 600), PixelSize(801, 10), PixelSize(800, 10)),
  ]

  @Test("a picture fits into its limit and keeps its shape", arguments: sizes)
  func shrinks(limit: SizeLimit, size: PixelSize, result: PixelSize) {
    #expect(limit.applied(to: size) == result)
  }

  @Test(
    "a picture that is small enough is never enlarged",
    arguments: [.unlimited, .longEdge(1920), .box(width: 800, height: 600)] as [SizeLimit],
    [PixelSize(1, 1), PixelSize(640, 480), PixelSize(800, 600)] as [PixelSize])
  func neverEnlarges(limit: SizeLimit, size: PixelSize) {
    #expect(limit.applied(to: size) == size)
  }

  @Test("without a limit any picture keeps its size")
  func unlimited() {
    #expect(SizeLimit.unlimited.applied(to: PixelSize(100_000, 3)) == PixelSize(100_000, 3))
  }

  static let thin: [(limit: SizeLimit, size: PixelSize, result: PixelSize)] = [
    (.longEdge(100), PixelSize(2000, 4), PixelSize(100, 1)),
    (.longEdge(100), PixelSize(4, 2000), PixelSize(1, 100)),
    (.longEdge(1), PixelSize(5000, 5000), PixelSize(1, 1)),
    (.box(width: 10, height: 10), PixelSize(1, 65_535), PixelSize(1, 10)),
  ]

  @Test("however thin a picture is, no edge goes below a pixel", arguments: thin)
  func keepsAPixel(limit: SizeLimit, size: PixelSize, result: PixelSize) {
    #expect(limit.applied(to: size) == result)
  }

  @Test(
    "the shorter edge is rounded to the nearest pixel",
    arguments: [(1001, 501, 250), (1001, 499, 249), (999, 666, 333), (640, 427, 334)])
  func rounds(width: Int, height: Int, result: Int) {
    #expect(SizeLimit.longEdge(500).applied(to: PixelSize(width, height)) == PixelSize(500, result))
  }

  @Test("the longer edge is exactly the limit, whatever rounding does", arguments: 1...300)
  func isExact(limit: Int) {
    #expect(SizeLimit.longEdge(limit).applied(to: PixelSize(3001, 2003)).width == limit)
    #expect(
      SizeLimit.box(width: 4000, height: limit).applied(to: PixelSize(3001, 2003)).height == limit)
  }

  @Test("sizes that nothing could hold do no harm")
  func extremes() {
    #expect(SizeLimit.longEdge(100).applied(to: PixelSize(Int.max, 1)) == PixelSize(100, 1))
    #expect(
      SizeLimit.longEdge(Int.max).applied(to: PixelSize(Int.max, Int.max))
        == PixelSize(Int.max, Int.max))
    #expect(SizeLimit.longEdge(100).applied(to: .zero) == .zero)
  }
}
