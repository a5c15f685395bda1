import Formats
import Testing

@testable import Metadata

@Suite("Places and other metadata in whole files")
struct PlacesTests {
  private let city = #"xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:City="Graz""#

  private func facts(_ bytes: [UInt8]) throws -> HeaderFacts {
    try HeaderFacts(reading: MemorySource(bytes))
  }

  private func places(_ bytes: [UInt8]) throws -> [String] {
    try PrivateContents.places(in: bytes, facts(bytes)).map(\.description)
  }

  private func kinds(_ bytes: [UInt8]) throws -> [String] {
    try MetadataContents.kinds(in: bytes, facts(bytes))
  }

  private func jpeg(_ segments: JPEGBuilder.Segment...) -> [UInt8] {
    JPEGBuilder(segments: segments).bytes
  }

  @Test("places in EXIF, XMP and IPTC are found, and what is no place is not")
  func metadata() throws {
    let exif = EXIFBuilder.camera().build().bytes
    #expect(try places(jpeg(.exif(exif))) == ["EXIF GPS"])
    let xmp = Samples.xmp(attributes: city)
    #expect(try places(jpeg(.xmp(xmp))) == ["XMP City"])
    let iptc = Samples.resource(0x0404, Samples.iptc(90, "Graz"))
    #expect(try places(jpeg(.photoshop(iptc))) == ["IPTC City"])
    #expect(try places(jpeg(.comment("hello"), .icc(1, of: 1, Samples.icc()))).isEmpty)
  }

  @Test("what can't be read may tell a place")
  func unreadable() throws {
    #expect(try !places(jpeg(.exif([1, 2, 3]))).isEmpty)
  }

  @Test("a place in a picture behind the JPEG's own is found")
  func furtherPicture() throws {
    let exif = EXIFBuilder.camera().build().bytes
    let further = jpeg(.exif(exif))
    #expect(try places(jpeg() + further) == ["EXIF GPS of a further picture"])
    #expect(try places(jpeg() + jpeg()).isEmpty)
  }

  @Test("EXIF that only tells how the picture lies is no metadata to be rid of")
  func orientation() throws {
    var exif = EXIFBuilder()
    exif.primary = [.short(0x0112, 6)]
    #expect(try kinds(jpeg(.exif(exif.build().bytes))).isEmpty)
    exif.primary.append(.ascii(0x010F, "Maker"))
    #expect(try kinds(jpeg(.exif(exif.build().bytes))) == ["EXIF"])
  }

  @Test("each kind of metadata is named once")
  func kinds() throws {
    let file = jpeg(
      .jfif(unit: 1, x: 72, y: 72), .exif(EXIFBuilder.camera().build().bytes),
      .xmp(Samples.xmp(attributes: #"xmp:Rating="5""#)),
      .photoshop(
        Samples.resource(0x0404, Samples.iptc(5, "Title")) + Samples.resource(0x0409, [1])),
      .icc(1, of: 1, Samples.icc()), .app(6, [1, 2, 3]), .comment("one"), .comment("two"))
    #expect(
      try kinds(file) == [
        "EXIF", "GPS", "XMP", "IPTC", "Photoshop resources", "comments", "JPEG segment APP6",
      ])
    #expect(try kinds(jpeg(.jfif(unit: 1, x: 72, y: 72), .icc(1, of: 1, Samples.icc()))).isEmpty)
    #expect(try kinds(jpeg() + [1, 2, 3]) == ["bytes behind the JPEG"])
  }

  @Test("nothing is left to be named after the policy `color`, and no place after `safe`")
  func policies() throws {
    let file = jpeg(
      .exif(EXIFBuilder.camera().build().bytes),
      .xmp(Samples.xmp(attributes: city)), .app(6, [1]),
      .comment("GPS 1 2"), .photoshop(Samples.resource(0x0404, Samples.iptc(90, "Graz"))))
    func rewritten(_ policy: MetadataPolicy) throws -> [UInt8] {
      let kept = JPEGMetadata.read(file).value.applying(policy).value
      return try JPEGMetadata.write(kept, into: file + [9]).value
    }
    #expect(try kinds(rewritten(.color)).isEmpty)
    #expect(try places(rewritten(.safe)).isEmpty)
    #expect(try !kinds(rewritten(.safe)).isEmpty)
  }
}
