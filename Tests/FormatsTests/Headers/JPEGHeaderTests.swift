import Formats
import Testing

@Suite("JPEG headers")
struct JPEGHeaderTests {
  private static func application(_ number: UInt8, _ payload: [UInt8]) -> [UInt8] {
    Samples.segment(0xE0 + number, payload)
  }

  private static func exifSegment(_ block: [UInt8]) -> [UInt8] {
    application(1, TIFFReader.exifPrefix + block)
  }

  private static let jfif = application(0, ascii("JFIF\0") + [1, 2, 0, 0, 1, 0, 1, 0, 0])
  private static func adobe(_ transform: UInt8) -> [UInt8] {
    application(14, ascii("Adobe") + [0, 100, 0, 0, 0, 0, transform])
  }

  @Test(
    "The frame's marker tells the process",
    arguments: [
      (UInt8(0xC0), JPEGHeader.Process.baseline, false), (0xC1, .extended, false),
      (0xC2, .progressive, false), (0xC3, .lossless, false), (0xC5, .hierarchical, false),
      (0xC9, .extended, true), (0xCA, .progressive, true), (0xCB, .lossless, true),
    ])
  func process(marker: UInt8, process: JPEGHeader.Process, isArithmetic: Bool) throws {
    let facts = try facts(Samples.jpeg(frame: Samples.frame(marker, 40, 30, bits: 12)))
    #expect(facts.jpeg?.process == process)
    #expect(facts.jpeg?.isArithmetic == isArithmetic)
    #expect(facts.storedSize == PixelSize(width: 40, height: 30))
    #expect(facts.bitsPerSample == 12)
    #expect(facts.state == .sound)
  }

  @Test("EXIF's orientation decides, and outside 1 to 8 it counts as 1", arguments: -1...9)
  func orientation(value: Int) throws {
    let block = exif(orientation: value, order: value % 2 == 0 ? .little : .big)
    let facts = try facts(Samples.jpeg(30, 20, Self.exifSegment(block)))
    #expect(facts.exifOrientation == value & 0xFFFF)
    #expect(facts.orientation == ((1...8).contains(value) ? value : 1))
    let turned = (5...8).contains(value)
    #expect(facts.displayedSize == PixelSize(width: turned ? 20 : 30, height: turned ? 30 : 20))
    #expect(facts.storedSize == PixelSize(width: 30, height: 20))
  }

  @Test(
    "Broken EXIF states nothing",
    arguments: [[], [0x49, 0x49], ascii("II") + le16(42) + le32(9999)])
  func brokenEXIF(block: [UInt8]) throws {
    let facts = try facts(Samples.jpeg(30, 20, Self.exifSegment(block)))
    #expect(facts.exifOrientation == nil)
    #expect(facts.orientation == 1)
    #expect(facts.state == .sound)
  }

  @Test("Fill bytes and garbage between segments are passed over")
  func fillBytes() throws {
    let bytes = Samples.jpeg(30, 20, [0xFF, 0xFF, 0xFF], Self.jfif, [0x00, 0x12, 0xFF, 0x00])
    let facts = try facts(bytes)
    #expect(facts.storedSize == PixelSize(width: 30, height: 20))
    #expect(facts.jpeg?.isJFIF == true)
    #expect(facts.state == .sound)
  }

  @Test("Components and markers tell what the samples mean")
  func colors() throws {
    func model(_ components: [(id: UInt8, sampling: UInt8)], _ segments: [UInt8]) throws
      -> ColorModel?
    {
      let frame = Samples.frame(0xC0, 8, 8, components: components)
      return try facts(Samples.jpeg(8, 8, segments, frame: frame)).colorModel
    }
    let plain: [(UInt8, UInt8)] = [(1, 0x11), (2, 0x11), (3, 0x11)]
    let letters: [(UInt8, UInt8)] = [(0x52, 0x11), (0x47, 0x11), (0x42, 0x11)]
    #expect(try model([(1, 0x11)], []) == .gray)
    #expect(try model(plain, []) == .ycbcr)
    #expect(try model(letters, []) == .rgb)
    #expect(try model(letters, Self.jfif) == .ycbcr)
    #expect(try model(plain, Self.adobe(0)) == .rgb)
    #expect(try model(plain, Self.adobe(1)) == .ycbcr)
    #expect(try model(plain + [(4, 0x11)], Self.adobe(2)) == .cmyk)
    #expect(try model(plain + [(4, 0x11)], []) == .cmyk)
    #expect(try model([(1, 0x11), (2, 0x11)], []) == nil)
  }

  @Test(
    "Sampling factors tell the subsampling",
    arguments: [
      (UInt8(0x11), "4:4:4"), (0x21, "4:2:2"), (0x22, "4:2:0"), (0x12, "4:4:0"), (0x41, "4:1:1"),
      (0x33, "other"),
    ])
  func subsampling(luma: UInt8, name: String) throws {
    let frame = Samples.frame(0xC0, 8, 8, components: [(1, luma), (2, 0x11), (3, 0x11)])
    #expect(try facts(Samples.jpeg(frame: frame)).jpeg?.subsampling == name)
  }

  @Test(
    "The quality is that of the reference table",
    arguments: [1, 5, 10, 25, 49, 50, 51, 75, 90, 95, 99, 100])
  func quality(quality: Int) throws {
    // ISO/IEC 10918-1, table K.1 in zigzag order: its first and its largest numbers are enough
    // to be told apart, the rest follows the same rule.
    let reference = [
      16, 11, 12, 14, 12, 10, 16, 14, 13, 14, 18, 17, 16, 19, 24, 40, 26, 24, 22, 22, 24, 49, 35,
      37, 29, 40, 58, 51, 61, 60, 57, 51, 56, 55, 64, 72, 92, 78, 64, 68, 87, 69, 55, 56, 80, 109,
      81, 87, 95, 98, 103, 104, 103, 62, 77, 113, 121, 112, 100, 120, 92, 101, 103, 99,
    ]
    let scale = quality < 50 ? 5000 / quality : 200 - quality * 2
    let table = reference.map { UInt8(min(255, max(1, ($0 * scale + 50) / 100))) }
    let facts = try facts(Samples.jpeg(30, 20, Samples.segment(0xDB, [0] + table)))
    let found = try #require(facts.jpeg?.estimatedQuality)
    // Below 3 or so all numbers are 255.
    if quality > 3 { #expect(found == quality) } else { #expect(found <= 3) }
  }

  @Test("A table of 16-bit numbers is read; a JPEG without tables has no quality")
  func tables() throws {
    let wide = Samples.segment(0xDB, [0x11] + (0..<64).flatMap { be16($0 + 300) })
    let facts = try facts(Samples.jpeg(30, 20, wide))
    #expect(facts.jpeg?.quantization[1]?.first == 300)
    #expect(facts.jpeg?.quantization[1]?.count == 64)
    #expect(facts.jpeg?.estimatedQuality == nil)
  }

  @Test("Profiles, companions and gain maps are seen")
  func applications() throws {
    let mpf = TIFFBuilder([.long(0xB001, [3])], order: .big).bytes()
    let facts = try facts(
      Samples.jpeg(
        30, 20, Self.application(2, ascii("ICC_PROFILE\0") + [1, 1, 9]),
        Self.application(2, ascii("MPF\0") + mpf),
        Self.application(
          1,
          ascii(
            "http://ns.adobe.com/xap/1.0/\0<g xmlns:g=\"http://ns.adobe.com/hdr-gain-map/1.0/\" g:Version=\"1.0\"/>"
          ))))
    #expect(facts.hasICC)
    #expect(facts.companions == 2)
    #expect(facts.pictures == 1)
    #expect(facts.hasGainMap)
    let iso = Samples.jpeg(30, 20, Self.application(2, ascii("urn:iso:std:iso:ts:21496:-1\0")))
    #expect(try HeaderFacts(reading: MemorySource(iso)).hasGainMap)
  }

  @Test("Without an end, however long the data, a JPEG is truncated")
  func endOfImage() throws {
    let whole = Samples.jpeg()
    let long = [UInt8](repeating: 0x17, count: 200_000)
    let data = Array(whole.dropLast(2)) + long
    #expect(try facts(data + Samples.endOfImage).state == .sound)
    #expect(try facts(data).state == .truncated)
    #expect(try facts(data + Samples.endOfImage + long).state == .sound)
    #expect(try facts(Array(whole.dropLast(2))).state == .truncated)
  }

  @Test(
    "What has no frame, no scan or no length is damaged or truncated",
    arguments: [
      ([0xFF, 0xD8, 0xFF], .truncated), ([0xFF, 0xD8, 0xFF, 0xD9], .damaged),
      (joined([0xFF, 0xD8], Samples.scan, Samples.endOfImage), .damaged),
      (joined([0xFF, 0xD8], Samples.frame(0xC0, 8, 8)), .truncated),
      (
        joined([0xFF, 0xD8, 0xFF, 0xE0, 0, 1], Samples.frame(0xC0, 8, 8), Samples.scan), .damaged
      ),
      (Samples.jpeg(0, 20), .damaged), (Samples.jpeg(20, 0), .damaged),
      (joined([0xFF, 0xD8, 0xFF, 0xC0, 0, 4, 8, 0], Samples.scan), .damaged),
    ] as [([UInt8], FileState)])
  func damage(bytes: [UInt8], state: FileState) throws {
    let facts = try facts(bytes)
    #expect(facts.kind == .image(.jpeg))
    #expect(facts.state == state)
  }
}
