import Formats
import Testing

@Suite("Headers of JPEG 2000 and JPEG XL")
struct JPEG2000AndXLTests {
  @Test("JPEG 2000 in its container", arguments: [false, true])
  func jp2(alpha: Bool) throws {
    let facts = try facts(Samples.jp2(alpha: alpha))
    #expect(facts.storedSize == PixelSize(width: 30, height: 20))
    #expect(facts.bitsPerSample == 8)
    #expect(facts.colorModel == .rgb)
    #expect(facts.bands == (alpha ? 4 : 3))
    #expect(facts.hasAlpha == alpha)
  }

  @Test("A bare JPEG 2000 codestream starts at an offset in its grid")
  func codestream() throws {
    let facts = try facts(Samples.jp2Codestream)
    #expect(facts.storedSize == PixelSize(width: 30, height: 20))
    #expect(facts.bitsPerSample == 8)
  }

  /// Fields of a codestream behind its mark, size as shown, bits, alpha.
  private static let streams: [([(value: Int, count: Int)], Int, Int, Int, Bool)] = [
    // Small, 48 high, 2:1, all default.
    ([(1, 1), (5, 5), (7, 3), (1, 1)], 96, 48, 8, false),
    // 9-bit height 100, width by itself 13 bits 3000, all default.
    ([(0, 1), (0, 2), (99, 9), (0, 3), (1, 2), (2999, 13), (1, 1)], 3000, 100, 8, false),
    // 4:3, not default: no extra fields, 10 bits, one default (alpha) channel.
    (
      [
        (1, 1), (2, 5), (3, 3), (0, 1), (0, 1), (0, 1), (1, 2), (1, 1), (1, 2), (1, 1), (1, 1),
        (1, 1),
      ], 32, 24, 10, true
    ),
    // Orientation 6 in extra fields, 16 bits written out, no channels.
    (
      [
        (1, 1), (0, 5), (7, 3), (0, 1), (1, 1), (5, 3), (0, 1), (0, 1), (0, 1), (0, 1), (3, 2),
        (15, 6), (1, 1), (0, 2), (1, 1), (1, 1),
      ], 8, 16, 16, false
    ),
  ]

  @Test(
    "JPEG XL's first bits tell size, depth and alpha, bare or boxed", arguments: streams.indices)
  func jxl(index: Int) throws {
    let (fields, width, height, bits, alpha) = Self.streams[index]
    let stream = [0xFF, 0x0A] + Samples.jxlBits(fields) + [0, 0]
    let parts =
      Samples.jxlSignature + fileType("jxl ", "jxl ") + box("jxlp", be32(0), stream)
    for bytes in [stream, Samples.jxl(stream), parts] {
      let facts = try facts(bytes)
      #expect(facts.kind == .image(.jxl))
      #expect(facts.displayedSize == PixelSize(width: width, height: height))
      #expect(facts.orientation == 1)
      #expect(facts.bitsPerSample == bits)
      #expect(facts.hasAlpha == alpha)
    }
  }

  @Test("A JPEG XL container without a codestream is truncated")
  func withoutCodestream() throws {
    let facts = try facts(Samples.jxlSignature + fileType("jxl ", "jxl "))
    #expect(facts.kind == .image(.jxl))
    #expect(facts.state == .truncated)
  }
}
