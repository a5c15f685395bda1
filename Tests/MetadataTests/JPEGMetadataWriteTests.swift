import Checksum
import Testing

@testable import Metadata

@Suite("Writing metadata into a JPEG")
struct JPEGMetadataWriteTests {
  private let bare = JPEGBuilder(segments: [.jfif(unit: 0, x: 1, y: 1)]).bytes

  private func markers(_ bytes: [UInt8]) throws -> [UInt8] {
    try #require(JPEGSegments(bytes)).segments.map(\.marker)
  }

  @Test("What is written is read back, all of it")
  func roundTrip() throws {
    var metadata = Samples.everything
    metadata.otherSegments = [JPEGSegment(0xE6, Array("GoPro".utf8))]
    let written = try JPEGMetadata.write(metadata, into: bare)
    #expect(written.warnings.isEmpty)
    #expect(JPEGMetadata.read(written.value) == Warned(metadata))
  }

  @Test("Segments stand in the order of cameras, the picture's own untouched behind them")
  func order() throws {
    let encoded = JPEGBuilder(segments: [.jfif(unit: 0, x: 1, y: 1), .adobe])
    let written = try JPEGMetadata.write(Samples.everything, into: encoded.bytes).value
    #expect(
      try markers(written)
        == [0xD8, 0xE0, 0xE1, 0xE1, 0xED, 0xE2, 0xEE, 0xFE, 0xDB, 0xC0, 0xC4])
    #expect(written.suffix(encoded.picture.count) == encoded.picture[...])
  }

  @Test("Nothing that the bytes said before is left, nor what follows the picture")
  func replaces() throws {
    let old = JPEGBuilder(
      segments: [
        .jfif(unit: 0, x: 1, y: 1), .exif(EXIFBuilder.camera().build().bytes),
        .xmp(Samples.xmp("")), .icc(1, of: 1, Samples.icc()), .app(2, Array("MPF\0".utf8)),
        .app(5, [1]), .comment("old"),
      ], trailer: Array("a video".utf8))
    let written = try JPEGMetadata.write(PictureMetadata(), into: old.bytes)
    #expect(written.value == bare)
  }

  @Test(
    "The density takes its place in the JFIF segment",
    arguments: [
      (PixelDensity(x: 300, y: 300, unit: .inch), [1, 1, 0x2C, 1, 0x2C]),
      (PixelDensity(x: 2835, y: 2835, unit: .metre), [1, 0, 72, 0, 72]),
      (PixelDensity(x: 28, y: 29, unit: .centimetre), [2, 0, 28, 0, 29]),
      (PixelDensity(x: .max, y: .max, unit: .metre), [1, 0xFF, 0xFF, 0xFF, 0xFF]),
    ] as [(PixelDensity?, [UInt8])])
  func density(density: PixelDensity?, stored: [UInt8]) throws {
    var metadata = PictureMetadata()
    metadata.density = density
    let written = try JPEGMetadata.write(metadata, into: bare).value
    let jfif = try #require(JPEGSegments(written)).segments[1].payload
    #expect(Array(jfif.dropFirst(7).prefix(5)) == stored)
  }

  @Test("A density makes a JFIF segment where there is none, but not beside that of Adobe")
  func densityWithoutJFIF() throws {
    var metadata = PictureMetadata()
    metadata.density = PixelDensity(x: 300, y: 300, unit: .inch)
    let plain = try JPEGMetadata.write(metadata, into: JPEGBuilder().bytes).value
    #expect(JPEGMetadata.read(plain) == Warned(metadata))
    let adobe = JPEGBuilder(segments: [.adobe]).bytes
    #expect(try JPEGMetadata.write(metadata, into: adobe).value == adobe)
  }

  @Test(
    "A profile is cut into segments of 65,519 bytes, numbered from 1",
    arguments: [(200, 1), (65_519, 1), (65_520, 2), (200_000, 4)])
  func iccPieces(size: Int, pieces: Int) throws {
    var metadata = PictureMetadata()
    metadata.icc = Samples.icc(size)
    let written = try JPEGMetadata.write(metadata, into: bare)
    let segments = try #require(JPEGSegments(written.value)).segments.filter { $0.marker == 0xE2 }
    #expect(
      segments.map { Array($0.payload.dropFirst(12).prefix(2)) }
        == (1...pieces).map { [UInt8($0), UInt8(pieces)] })
    #expect(segments.allSatisfy { $0.payload.count <= 65_533 })
    #expect(JPEGMetadata.read(written.value).value.icc == metadata.icc)
  }

  @Test("Photoshop's resources and comments that don't fit one segment take several")
  func longBlocks() throws {
    var metadata = PictureMetadata()
    metadata.photoshop = [PhotoshopResource(0x1234, Array(repeating: 5, count: 150_001))]
    let written = try JPEGMetadata.write(metadata, into: bare).value
    #expect(try markers(written).filter { $0 == 0xED }.count == 3)
    #expect(JPEGMetadata.read(written).value == metadata)
  }

  // MARK: - Limits

  @Test(
    "A packet of up to 65,502 bytes goes into one segment as it is",
    arguments: [100, 65_502])
  func xmpInOneSegment(size: Int) throws {
    var metadata = PictureMetadata()
    let bare = Samples.xmp(attributes: "xmp:Rating=\"4\"")
    metadata.xmp = size < bare.count ? bare : Samples.xmp("<!--\(filler(size))-->")
    let written = try JPEGMetadata.write(metadata, into: self.bare)
    #expect(written.warnings.isEmpty)
    #expect(try markers(written.value).filter { $0 == 0xE1 }.count == 1)
    #expect(JPEGMetadata.read(written.value).value == metadata)
  }

  /// A text with which a packet has exactly so many bytes.
  private func filler(_ size: Int) -> String {
    String(repeating: "x", count: size - Samples.xmp("<!---->").count)
  }

  @Test("Of a longer packet comments and padding go first")
  func xmpPadding() throws {
    var metadata = PictureMetadata()
    let properties = "<rdf:Description rdf:about=\"\" \(Samples.namespaces) xmp:Rating=\"4\"/>"
    metadata.xmp = Samples.xmp(properties + "<!--\(filler(90_000))-->", padding: 40_000)
    let written = try JPEGMetadata.write(metadata, into: bare)
    #expect(written.warnings.isEmpty)
    let read = try #require(JPEGMetadata.read(written.value).value.xmp)
    #expect(read.count < 1000)
    #expect(read.holds("xmp:Rating=\"4\""))
    #expect(read.holds("<?xpacket end=\"w\"?>"))
  }

  @Test("Of a packet that is longer even so the longest properties go into an extended one")
  func xmpExtended() throws {
    let long = String(repeating: "long ", count: 40_000)
    var metadata = PictureMetadata()
    metadata.xmp = Samples.xmp(
      attributes: "xmp:Rating=\"4\" xmp:Nickname=\"\(long)\"",
      elements: "<dc:source>\(long)</dc:source><tiff:Make>Maker</tiff:Make>")
    let written = try JPEGMetadata.write(metadata, into: bare)
    #expect(written.warnings.isEmpty)
    let segments = try #require(JPEGSegments(written.value)).segments.filter { $0.marker == 0xE1 }
    let main = Array(try #require(segments.first).payload.dropFirst(29))
    #expect(main.count <= 65_502)
    #expect(main.holds("xmp:Rating=\"4\""))
    #expect(main.holds("<tiff:Make>Maker</tiff:Make>"))
    // The identifier is the MD5 of the extended packet.
    let extended = segments.dropFirst().flatMap { $0.payload.dropFirst(35 + 40) }
    let identifier = try #require(ExtendedXMP.identifier(in: main))
    #expect(identifier.text == MD5.hexadecimal(of: extended).uppercased())

    let read = JPEGMetadata.read(written.value)
    #expect(read.warnings.isEmpty)
    let before = try XMPDocument(try #require(metadata.xmp))
    let after = try XMPDocument(try #require(read.value.xmp))
    func values(_ document: XMPDocument) -> Set<String> {
      Set(
        document.properties.map {
          "\($0.name.namespace)\($0.name.local)=\($0.value.map(document.text) ?? "")"
        })
    }
    #expect(values(before) == values(after))
  }

  @Test(
    "A packet that is too long and can't be cut is left out, with a warning",
    arguments: [
      Array("no markup at all ".utf8), Array("<a><b>".utf8),
      // A byte order mark and “<” in UTF-16.
      [0xFE, 0xFF, 0x00, 0x3C],
    ] as [[UInt8]])
  func xmpTooLarge(start: [UInt8]) throws {
    var metadata = PictureMetadata()
    metadata.xmp = start + Array(repeating: UInt8(ascii: "x"), count: 70_000)
    let written = try JPEGMetadata.write(metadata, into: bare)
    #expect(written.warnings == [.xmpTooLarge])
    #expect(written.value == bare)
  }

  @Test("EXIF of up to 65,527 bytes goes in as it is, a longer block is cut with a warning")
  func exifLimit() throws {
    var builder = EXIFBuilder(primary: [.ascii(0x010F, "Maker")])
    builder.tail = Array(repeating: 1, count: 65_527 - builder.build().bytes.count)
    var metadata = PictureMetadata()
    metadata.exif = builder.build().bytes
    let whole = try JPEGMetadata.write(metadata, into: bare)
    #expect(JPEGMetadata.read(whole.value).value == metadata)
    #expect(whole.warnings.isEmpty)

    builder.tail.append(1)
    metadata.exif = builder.build().bytes
    let cut = try JPEGMetadata.write(metadata, into: bare)
    #expect(cut.warnings == [.exifTooLarge])
    #expect(try #require(JPEGMetadata.read(cut.value).value.exif).holds("Maker"))
  }
}
