import Formats
import Testing

@Suite("Headers of PNG, WebP, GIF and BMP")
struct RasterHeaderTests {
  @Test(
    "PNG's colour type tells model, bands and alpha",
    arguments: [
      (UInt8(0), UInt8(1), ColorModel.gray, 1, false), (0, 16, .gray, 1, false),
      (2, 8, .rgb, 3, false), (2, 16, .rgb, 3, false), (3, 4, .palette, 3, false),
      (4, 8, .gray, 2, true), (6, 16, .rgb, 4, true),
    ])
  func pngColors(type: UInt8, bits: UInt8, model: ColorModel, bands: Int, alpha: Bool) throws {
    let facts = try facts(Samples.png(bits: bits, type: type))
    #expect(facts.colorModel == model)
    #expect(facts.bitsPerSample == Int(bits))
    #expect(facts.bands == bands)
    #expect(facts.hasAlpha == alpha)
    #expect(facts.storedSize == PixelSize(width: 30, height: 20))
  }

  @Test("A transparent colour makes a PNG transparent", arguments: [UInt8(0), 2, 3])
  func pngTransparency(type: UInt8) throws {
    #expect(try facts(Samples.png(type: type, Samples.chunk("tRNS", [0]))).hasAlpha)
  }

  @Test("EXIF may stand before or behind a PNG's pixels")
  func pngEXIF() throws {
    let block = Samples.chunk("eXIf", exif(orientation: 6))
    let whole = Samples.png(30, 20, block, Samples.chunk("iCCP", [1]))
    let before = try facts(whole)
    #expect(before.orientation == 6)
    #expect(before.displayedSize == PixelSize(width: 20, height: 30))
    #expect(before.hasICC)
    let behind = Array(Samples.png().dropLast(12)) + block + Samples.chunk("IEND", [])
    #expect(try facts(behind).orientation == 6)
  }

  @Test("An APNG's frames are counted", arguments: [(1, false), (2, true), (20, true)])
  func animatedPNG(frames: Int, isAnimated: Bool) throws {
    let facts = try facts(Samples.png(30, 20, Samples.chunk("acTL", be32(frames) + be32(0))))
    #expect(facts.pictures == frames)
    #expect(facts.isAnimated == isAnimated)
  }

  @Test(
    "A PNG that contradicts itself is damaged",
    arguments: [
      Samples.png(0, 20), Samples.png(bits: 3), Samples.png(type: 5),
      Samples.png(bits: 16, type: 3),
      Samples.pngSignature + Samples.chunk("IDAT", [1]),
      Samples.pngSignature + be32(-1) + ascii("IHDR"),
    ])
  func damagedPNG(bytes: [UInt8]) throws {
    #expect(try facts(bytes).state == .damaged)
  }

  @Test(
    "WebP's three layouts tell size, codec and alpha",
    arguments: [
      (Samples.riff(Samples.vp8(300, 200)), 300, 200, "vp8", false),
      (Samples.riff(Samples.vp8l(300, 200)), 300, 200, "vp8l", false),
      (Samples.riff(Samples.vp8l(300, 200, alpha: true)), 300, 200, "vp8l", true),
      (Samples.riff(Samples.vp8x(70_000, 3, flags: 0x10), Samples.vp8()), 70_000, 3, "vp8", true),
      (Samples.riff(Samples.vp8x(flags: 0), Samples.vp8()), 30, 20, "vp8", false),
      (
        Samples.riff(Samples.vp8x(flags: 0), Samples.webpChunk("ALPH", [0]), Samples.vp8()), 30, 20,
        "vp8", true
      ),
    ])
  func webp(bytes: [UInt8], width: Int, height: Int, codec: String, alpha: Bool) throws {
    let facts = try facts(bytes)
    #expect(facts.storedSize == PixelSize(width: width, height: height))
    #expect(facts.codec == codec)
    #expect(facts.hasAlpha == alpha)
    #expect(facts.state == .sound)
  }

  @Test("A WebP's frames, profile and EXIF are found")
  func extendedWebP() throws {
    let frame = Samples.webpChunk("ANMF", [UInt8](repeating: 0, count: 16) + Samples.vp8l())
    let facts = try facts(
      Samples.riff(
        Samples.vp8x(flags: 0x2E), Samples.webpChunk("ICCP", [1]),
        Samples.webpChunk("ANIM", [0, 0, 0, 0, 0, 0]), frame, frame, frame,
        Samples.webpChunk("EXIF", exif(orientation: 8))))
    #expect(facts.pictures == 3)
    #expect(facts.isAnimated)
    #expect(facts.hasICC)
    #expect(facts.codec == "vp8l")
    #expect(facts.orientation == 8)
    #expect(facts.displayedSize == PixelSize(width: 20, height: 30))
  }

  @Test(
    "GIF frames are counted, and only the first one's transparency counts",
    arguments: [
      (Samples.gif(Samples.gifFrame()), 1, false),
      (Samples.gif(Samples.gifFrame(transparent: true)), 1, true),
      (Samples.gif(Samples.gifFrame(), Samples.gifFrame(transparent: true)), 2, false),
      (
        Samples.gif(
          [0x21, 0xFF, 3, 1, 2, 3, 0], Samples.gifFrame(transparent: true), [0x21, 0xFE, 1, 65, 0],
          Samples.gifFrame(transparent: false)), 2, true
      ),
    ])
  func gif(bytes: [UInt8], frames: Int, alpha: Bool) throws {
    let facts = try facts(bytes)
    #expect(facts.pictures == frames)
    #expect(facts.isAnimated == (frames > 1))
    #expect(facts.hasAlpha == alpha)
    #expect(facts.storedSize == PixelSize(width: 30, height: 20))
    #expect(facts.state == .sound)
  }

  @Test("A GIF without a frame, or with garbage between blocks, is damaged")
  func damagedGIF() throws {
    #expect(try facts(Samples.gif()).state == .damaged)
    #expect(try facts(Samples.gif(Samples.gifFrame(), [0x77])).state == .damaged)
  }

  @Test(
    "A bitmap's height may be negative",
    arguments: [(30, 20, 24), (30, -20, 24), (5, 4, 1), (5, 4, 32)])
  func bmp(width: Int, height: Int, bits: Int) throws {
    let facts = try facts(Samples.bmp(width, height, bits: bits))
    #expect(facts.storedSize == PixelSize(width: width, height: abs(height)))
    #expect(facts.colorModel == (bits == 1 ? .palette : .rgb))
    #expect(facts.state == .sound)
  }
}
