import Formats
import Testing

@testable import Metadata

@Suite("Metadata read without the pixels")
struct HeaderMetadataTests {
  /// A file that counts how much of it is read.
  final class CountingSource: ByteSource {
    private let bytes: MemorySource
    private(set) var read = 0

    init(_ bytes: [UInt8]) {
      self.bytes = MemorySource(bytes)
    }

    var count: Int { bytes.count }

    func read(at offset: Int, count: Int) -> [UInt8] {
      let found = bytes.read(at: offset, count: count)
      read += found.count
      return found
    }
  }

  private static let exif = EXIFBuilder.camera().build().bytes
  private static let icc = Samples.icc()
  /// More than all the rest together.
  private static let pixels = [UInt8](repeating: 0, count: 1_000_000)

  static func jpeg() -> [UInt8] {
    JPEGBuilder(
      segments: [
        .exif(exif), .xmp(Samples.xmp("")), .icc(1, of: 2, Array(icc.prefix(90))),
        .icc(2, of: 2, Array(icc.dropFirst(90))),
      ], data: pixels
    ).bytes
  }

  static func png() throws -> [UInt8] {
    // EXIF may stand behind the pixels (PNG, 5.6).
    try PNGBuilder.png(
      before: [PNGBuilder.profile(icc), PNGBuilder.chunk("IDAT", pixels)],
      after: [PNGBuilder.chunk("eXIf", exif)])
  }

  static func webP() -> [UInt8] {
    WebPBuilder.file([
      WebPBuilder.extended(0x28, width: 8, height: 8), WebPBuilder.chunk("ICCP", icc),
      WebPBuilder.chunk("VP8 ", pixels), WebPBuilder.chunk("EXIF", Array("Exif\0\0".utf8) + exif),
    ])
  }

  private static func box(_ type: String, _ payload: [UInt8]) -> [UInt8] {
    big(UInt32(payload.count + 8)) + Array(type.utf8) + payload
  }

  static func jxl() -> [UInt8] {
    box("JXL ", [0x0D, 0x0A, 0x87, 0x0A]) + box("ftyp", Array("jxl \0\0\0\0jxl ".utf8))
      + box("jxlc", [0xFF, 0x0A] + pixels) + box("Exif", [0, 0, 0, 0] + exif)
  }

  private static func read(
    _ bytes: [UInt8], _ kind: ImageFormat
  ) throws -> (found: PictureMetadata, read: Int) {
    let source = CountingSource(bytes)
    var facts = HeaderFacts(kind: .image(kind))
    if kind == .jpeg { facts = try HeaderFacts(reading: MemorySource(bytes)) }
    return (try PictureMetadata(header: facts, of: source), source.read)
  }

  @Test("EXIF and the profile come out as from the whole file, and the pixels are not read")
  func parts() throws {
    for (bytes, kind) in [
      (Self.jpeg(), ImageFormat.jpeg), (try Self.png(), .png), (Self.webP(), .webp),
    ] {
      let (found, read) = try Self.read(bytes, kind)
      #expect(found.exif == Self.exif, "\(kind)")
      #expect(found.icc == Self.icc, "\(kind)")
      #expect(read < 10_000, "\(kind)")
    }
    let (found, read) = try Self.read(Self.jxl(), .jxl)
    #expect(found.exif == Self.exif)
    // The walk reads on in steps, from box to box.
    #expect(read < 100_000)
  }

  @Test(
    "A TIFF's fields are gathered from wherever they lie, the maker note left out",
    arguments: [ByteReader.Order.little, .big])
  func tiff(order: ByteReader.Order) throws {
    var builder = EXIFBuilder.camera(order)
    builder.primary.append(.undefined(0x8773, Self.icc))
    builder.thumbnail = nil
    builder.tail = Self.pixels
    let (found, read) = try Self.read(builder.build().bytes, .tiff)
    #expect(found.icc == Self.icc)
    let reader = try #require(TIFFReader(found.exif ?? []))
    let primary = try #require(reader.directory(.primary))
    #expect(primary.entry(0x0110).flatMap { reader.text(of: $0) } == "Model 1")
    let exif = try #require(reader.directory(.exif))
    #expect(exif.entry(0x9003).flatMap { reader.text(of: $0) } == "2023:05:17 09:41:03")
    #expect(exif.entry(0x927C) == nil)
    #expect(reader.directory(.gps)?.entries.map(\.tag) == [0, 1, 2])
    #expect(read < 100_000)
  }

  @Test("A file that is cut anywhere is no crash")
  func cut() throws {
    let files: [([UInt8], ImageFormat)] = [
      (Array(try Self.png().prefix(2000)), .png), (Array(Self.webP().prefix(1000)), .webp),
      (Array(Self.jxl().prefix(100)), .jxl), (EXIFBuilder.camera().build().bytes, .tiff),
    ]
    for (bytes, kind) in files {
      for end in stride(from: 0, to: bytes.count, by: 7) {
        let (found, _) = try Self.read(Array(bytes[..<end]), kind)
        #expect(found.exif?.count ?? 0 <= end + 64)
      }
    }
  }
}

@Suite("CaptureFacts")
struct CaptureFactsTests {
  static func facts(make: String?, model: String?) -> CaptureFacts {
    var builder = EXIFBuilder()
    builder.primary = [make.map { .ascii(0x010F, $0) }, model.map { .ascii(0x0110, $0) }]
      .compactMap(\.self)
    builder.exif = [.ascii(0x9003, "2023:05:17 09:41:03")]
    return CaptureFacts(exif: builder.build().bytes)
  }

  @Test(
    "the maker is said once",
    arguments: [
      ("Apple", "iPhone 13", "Apple iPhone 13"), ("Canon", "Canon EOS R5", "Canon EOS R5"),
      ("NIKON CORPORATION", "NIKON D750", "NIKON D750"), (nil, "X100", "X100"),
      ("Google", nil, "Google"), (nil, nil, nil),
    ] as [(String?, String?, String?)])
  func camera(make: String?, model: String?, camera: String?) {
    let facts = Self.facts(make: make, model: model)
    #expect(facts.camera == camera)
    #expect(facts.date == "2023-05-17T09:41:03")
    #expect(facts.place == nil)
  }

  @Test("values that share the same bytes a thousand times over are not read, the others are")
  func shared() {
    var builder = EXIFBuilder()
    builder.primary = [.ascii(0x010F, "Apple")]
    builder.exif = (0..<500).map { .ascii(0xB000 + UInt16($0), "x") }
    builder.exif.append(.ascii(0x9003, "2023:05:17 09:41:03"))
    var block = builder.build().bytes + [UInt8](repeating: 0x41, count: 60_000)
    // Every odd field is said to be as long as the block.
    if let layout = EXIFLayout(block), let exif = layout[.exif] {
      for entry in exif.entries where entry.tag >= 0xB000 {
        block.replaceSubrange(
          entry.entryOffset + 4..<entry.entryOffset + 12,
          with: [UInt8](UInt32(60_000), layout.reader.order)
            + [UInt8](UInt32(8), layout.reader.order))
      }
    }
    let facts = CaptureFacts(exif: block)
    #expect(facts.camera == "Apple")
    #expect(facts.date == "2023-05-17T09:41:03")
  }

  @Test("garbage tells nothing")
  func garbage() {
    #expect(CaptureFacts(exif: Array("II*\0 and more".utf8)) == CaptureFacts())
    #expect(CaptureFacts(exif: nil) == CaptureFacts())
  }
}
