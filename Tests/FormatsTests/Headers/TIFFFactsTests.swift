import Formats
import Testing

@Suite("Headers of TIFF")
struct TIFFFactsTests {
  private static func fields(_ photometric: Int, _ bits: [Int], extra: [Int] = [])
    -> [TIFFBuilder.Field]
  {
    [
      .short(TIFFTag.bitsPerSample, bits), .short(TIFFTag.compression, [5]),
      .short(TIFFTag.photometricInterpretation, [photometric]),
      .short(TIFFTag.samplesPerPixel, [bits.count]),
    ] + (extra.isEmpty ? [] : [.short(TIFFTag.extraSamples, extra)])
  }

  @Test(
    "Photometry and samples tell model, bands and alpha",
    arguments: [
      (fields(1, [8]), ColorModel.gray, 8, 1, false), (fields(0, [1]), .gray, 1, 1, false),
      (fields(2, [16, 16, 16]), .rgb, 16, 3, false),
      (fields(2, [8, 8, 8, 8], extra: [2]), .rgb, 8, 4, true),
      (fields(2, [8, 8, 8, 8], extra: [1]), .rgb, 8, 4, true),
      // Extra samples that are explained as something else, and one that isn't explained.
      (fields(2, [8, 8, 8, 8], extra: [0]), .rgb, 8, 3, false),
      (fields(2, [8, 8, 8, 8]), .rgb, 8, 4, true), (fields(1, [8, 8]), .gray, 8, 2, true),
      (fields(3, [8]), .palette, 8, 3, false), (fields(5, [8, 8, 8, 8]), .cmyk, 8, 4, false),
      (fields(6, [8, 8, 8]), .ycbcr, 8, 3, false),
    ])
  func colors(
    fields: [TIFFBuilder.Field], model: ColorModel, bits: Int, bands: Int, alpha: Bool
  ) throws {
    let facts = try facts(Samples.tiff(fields))
    #expect(facts.colorModel == model)
    #expect(facts.bitsPerSample == bits)
    #expect(facts.bands == bands)
    #expect(facts.hasAlpha == alpha)
    #expect(facts.codec == "lzw")
  }

  @Test("Orientation, size and profile are read", arguments: [ByteReader.Order.little, .big])
  func orientation(order: ByteReader.Order) throws {
    let facts = try facts(
      Samples.tiff(
        [.short(TIFFTag.orientation, [6]), .ascii(TIFFTag.iccProfile, "icc")], order: order))
    #expect(facts.storedSize == PixelSize(width: 30, height: 20))
    #expect(facts.displayedSize == PixelSize(width: 20, height: 30))
    #expect(facts.hasICC)
  }

  private static func page(next: Int?, kind: Int = 0, _ more: [TIFFBuilder.Field] = [])
    -> TIFFBuilder.Directory
  {
    .init(
      fields: [
        .long(TIFFTag.newSubfileType, [kind]), .short(TIFFTag.imageWidth, [30]),
        .short(TIFFTag.imageLength, [20]),
      ] + more, next: next)
  }

  @Test("Pages are counted without reduced versions and masks")
  func pages() throws {
    let bytes = TIFFBuilder([
      Self.page(next: 1), Self.page(next: 2, kind: 2), Self.page(next: 3, kind: 1),
      Self.page(next: nil, kind: 4),
    ]).bytes()
    let facts = try facts(bytes)
    #expect(facts.pictures == 2)
    #expect(facts.state == .sound)
  }

  @Test("Directories that go round in circles are counted once", arguments: [0, 1])
  func cycle(target: Int) throws {
    let facts = try facts(TIFFBuilder([Self.page(next: 1), Self.page(next: target)]).bytes())
    #expect(facts.pictures == 2)
    #expect(facts.state == .damaged)
  }

  @Test("Strips and directories past the end are truncation")
  func pastEnd() throws {
    let strips: [TIFFBuilder.Field] = [.long(273, [8, 100]), .long(279, [10, 5000])]
    #expect(try facts(TIFFBuilder([Self.page(next: nil, strips)]).bytes()).state == .truncated)
    let inside: [TIFFBuilder.Field] = [.long(273, [8, 20]), .long(279, [10, 10])]
    #expect(try facts(TIFFBuilder([Self.page(next: nil, inside)]).bytes()).state == .sound)
    let header = ascii("II") + le16(42) + le32(5000)
    #expect(try facts(header).state == .truncated)
  }

  @Test("BigTIFF's wider directories are read", arguments: [ByteReader.Order.little, .big])
  func bigTIFF(order: ByteReader.Order) throws {
    let isBig = order == .big
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      let bytes = Array(be64(value).suffix(count))
      return isBig ? bytes : bytes.reversed()
    }
    func entry(_ tag: UInt16, _ type: Int, _ value: [UInt8]) -> [UInt8] {
      number(Int(tag), 2) + number(type, 2) + number(1, 8) + value
        + [UInt8](repeating: 0, count: 8 - value.count)
    }
    func directory(next: Int) -> [UInt8] {
      number(3, 8) + entry(TIFFTag.imageWidth, 16, number(70_000, 8))
        + entry(TIFFTag.imageLength, 3, number(20, 2)) + entry(TIFFTag.orientation, 3, number(8, 2))
        + number(next, 8)
    }
    let header =
      ascii(isBig ? "MM" : "II") + number(43, 2) + number(8, 2) + number(0, 2) + number(16, 8)
    let size = directory(next: 0).count
    let facts = try facts(header + directory(next: 16 + size) + directory(next: 0))
    #expect(facts.kind == .image(.tiff))
    #expect(facts.storedSize == PixelSize(width: 70_000, height: 20))
    #expect(facts.displayedSize == PixelSize(width: 20, height: 70_000))
    #expect(facts.pictures == 2)
    #expect(facts.state == .sound)
    #expect(try HeaderFacts(reading: MemorySource(header)).state == .truncated)
    let huge = header + number(-1, 8) + entry(TIFFTag.imageWidth, 16, number(-1, 8))
    #expect(try HeaderFacts(reading: MemorySource(huge)).state != .sound)
  }

  @Test("A directory without a size is damaged")
  func withoutSize() throws {
    #expect(try facts(TIFFBuilder([.short(TIFFTag.imageWidth, [3])]).bytes()).state == .damaged)
  }
}
