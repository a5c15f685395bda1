import Formats
import Testing

@testable import Metadata

@Suite("What a whole file tells of places, devices and owners")
struct PrivateContentsTests {
  private func findings(_ bytes: [UInt8]) throws -> [PrivacyFinding] {
    PrivateContents.findings(in: bytes, try HeaderFacts(reading: MemorySource(bytes)))
  }

  private static let secrets: [PictureMetadata] = {
    var exif = PictureMetadata(), xmp = PictureMetadata(), both = PictureMetadata()
    exif.exif = EXIFBuilder.camera().build().bytes
    xmp.xmp = Samples.xmp(
      attributes: "xmlns:q=\"http://ns.adobe.com/exif/1.0/aux/\" q:SerialNumber=\"1\"")
    both.exif = exif.exif
    both.xmp = xmp.xmp
    return [exif, xmp, both]
  }()

  @Test(
    "it is found in JPEG, PNG and WebP, and not once the policy was at work", arguments: secrets)
  func rasters(secret: PictureMetadata) throws {
    let safe = secret.applying(.safe).value
    for metadata in [secret, safe] {
      let files = [
        try JPEGMetadata.write(metadata, into: JPEGBuilder().bytes).value,
        try PNGMetadata.write(metadata, into: PNGBuilder.png()).value,
        try WebPMetadata.write(
          metadata, into: WebPBuilder.file([WebPBuilder.lossy(width: 4, height: 4)])
        ).value,
      ]
      for file in files { #expect(try findings(file).isEmpty == (metadata == safe)) }
    }
  }

  @Test(
    "what nobody understands counts, in any segment of a JPEG",
    arguments: [
      .app(2, Array("MPF\0II".utf8)), .app(11, Array("JP\0\0".utf8)), .app(5, [1, 2]),
      .app(0, Array("JFXX\0\u{10}".utf8)), .comment("Serial number 0815"), .comment("gps 48 N"),
    ] as [JPEGBuilder.Segment])
  func jpegSegments(segment: JPEGBuilder.Segment) throws {
    #expect(try findings(JPEGBuilder(segments: [segment]).bytes).count == 1)
  }

  @Test("a second block of one kind, which readers differ about, counts as unreadable")
  func second() throws {
    let exif = JPEGBuilder.Segment.exif(
      try #require(Self.secrets[0].applying(.safe).value.exif))
    #expect(try findings(JPEGBuilder(segments: [exif]).bytes).isEmpty)
    #expect(try findings(JPEGBuilder(segments: [exif, exif]).bytes).map(\.kind) == [.unreadable])
  }

  @Test("segments hidden among the scans count, and go when metadata is written")
  func hidden() throws {
    let hidden = JPEGBuilder.Segment.exif(try #require(Self.secrets[0].exif)).bytes
    let scan = JPEGBuilder.Segment(marker: 0xDA, payload: [1, 1, 0, 0, 63, 0]).bytes
    let jpeg = JPEGBuilder(
      data: [1, 2] + hidden + JPEGBuilder.Segment.comment("x").bytes + scan + [3])
    #expect(try findings(jpeg.bytes).map(\.kind) == [.opaque])
    let written = try JPEGMetadata.write(PictureMetadata(), into: jpeg.bytes).value
    #expect(written == JPEGBuilder(data: [1, 2] + scan + [3]).bytes)
    #expect(try findings(written).isEmpty)
  }

  @Test("harmless segments and comments don't count")
  func harmless() throws {
    let jpeg = JPEGBuilder(segments: [.jfif(unit: 1, x: 72, y: 72), .adobe, .comment("a comment")])
    #expect(try findings(jpeg.bytes).isEmpty)
    #expect(try findings(JPEGBuilder(trailer: [1, 2]).bytes).count == 1)
  }

  @Test("private chunks of PNG and WebP count, and go when metadata is written")
  func chunks() throws {
    let png = try PNGBuilder.png(
      before: [PNGBuilder.chunk("caBX", [1]), PNGBuilder.chunk("tRNS", [0, 0])])
    #expect(try findings(png).map(\.description) == ["PNG chunk caBX"])
    let clean = try PNGMetadata.write(PictureMetadata(), into: png).value
    #expect(try findings(clean).isEmpty)
    #expect(PNGChunks(clean)?.chunks.map(\.kind) == [.header, "tRNS", .imageData, .end])
    let webp = WebPBuilder.file([
      WebPBuilder.extended(0, width: 4, height: 4), WebPBuilder.lossy(width: 4, height: 4),
      WebPBuilder.chunk("C2PA", [1, 2]),
    ])
    #expect(try findings(webp).map(\.description) == ["WebP chunk C2PA"])
    #expect(try findings(WebPMetadata.write(PictureMetadata(), into: webp).value).isEmpty)
  }

  @Test("a TIFF is looked through field by field")
  func tiff() throws {
    let builder = EXIFBuilder(primary: [
      .short(0x0100, 1), .short(0x0101, 1), .ascii(0xA431, "SERIAL-0815"),
    ])
    #expect(try findings(builder.build().bytes).map(\.kind).contains(.serial))
  }

  @Test("the thumbnail inside a JFIF segment goes when metadata is written")
  func thumbnail() throws {
    var jfif = JPEGBuilder.Segment.jfif(unit: 1, x: 72, y: 72)
    jfif.payload.replaceSubrange(12..., with: [1, 1, 0xAA, 0xBB, 0xCC])
    let bytes = JPEGBuilder(segments: [jfif]).bytes
    let kept = JPEGMetadata.read(bytes).value
    let written = try JPEGMetadata.write(kept, into: bytes).value
    #expect(written.firstRange(of: [0xAA, 0xBB, 0xCC]) == nil)
    #expect(JPEGMetadata.read(written).value == kept)
  }

  @Test("IPTC records that only one program knows go too")
  func records() {
    var metadata = PictureMetadata()
    let foreign: [UInt8] = [0x1C, 240, 1, 0, 1, 65]
    metadata.iptc = Samples.iptc(80, "Pat") + foreign
    #expect(metadata.privacyFindings.map(\.kind) == [.opaque])
    #expect(metadata.applying(.safe).value.iptc == Samples.iptc(80, "Pat"))
  }
}
