import Formats
import Testing
import Zlib

@testable import Metadata

@Suite("How much of a PNG's texts is opened and kept")
struct PNGTextLimitTests {
  private typealias Build = PNGBuilder
  private let exif = EXIFBuilder.camera().build().bytes

  private func read(_ before: [[UInt8]]) throws -> Warned<PictureMetadata> {
    PNGMetadata.read(try Build.png(before: before))
  }

  private static func raw(_ name: String, _ bytes: [UInt8]) throws -> [UInt8] {
    try Build.compressedText("Raw profile type \(name)", PNGRawProfile.encode(bytes, name: name))
  }

  @Test("all compressed texts together inflate to 16 MiB, what is more is left out with a warning")
  func total() throws {
    let text = try Build.compressedText("Title", [UInt8](repeating: 0x20, count: 1 << 20))
    let found = try read(Array(repeating: text, count: 40))
    #expect(found.value.texts.count == 16)
    #expect(found.warnings == [.textDamaged])
  }

  @Test("streams that fail count too, so that many of them cost no more than one")
  func failing() throws {
    let bomb = try Build.compressedText("Title", [UInt8](repeating: 0x20, count: 2 << 20))
    let good = try Build.compressedText("Author", Array("Pat".utf8))
    let few = try read([bomb, bomb, good])
    #expect(few.value.texts.map(\.keyword) == ["Author"])
    #expect(try read(Array(repeating: bomb, count: 16) + [good]).value.texts.isEmpty)
  }

  @Test("a thousand texts and comments are kept, further ones are left out with a warning")
  func count() throws {
    let texts = [Build.text("Title", [65]), Build.text("Comment", [65])]
    let found = try read(Array(repeating: texts, count: 600).flatMap(\.self))
    #expect(found.value.texts.count == 500)
    #expect(found.value.comments.count == 500)
    #expect(found.warnings == [.textDamaged])
  }

  @Test("after one XMP packet, after one profile, further ones are not opened")
  func onlyFirst() throws {
    let xmp = try Build.international("XML:com.adobe.xmp", Samples.xmp(""), isCompressed: true)
    let second = Build.chunk("iTXt", Array("XML:com.adobe.xmp\0\u{1}\0\0\0".utf8) + [1, 2])
    let packets = try read([xmp, second])
    #expect(packets.value.xmp == Samples.xmp(""))
    #expect(packets.warnings == [.duplicate])
    let profiles = try read([
      try Build.profile(Samples.icc()), Build.chunk("iCCP", Array("a\0\0".utf8) + [1, 2]),
    ])
    #expect(profiles.value.icc == Samples.icc())
    #expect(profiles.warnings == [.duplicate])
  }

  @Test("a raw profile is not opened where its proper chunk is there, or another one before it")
  func rawProfiles() throws {
    let broken = Build.chunk("zTXt", Array("Raw profile type exif\0\0".utf8) + [1, 2])
    var expected = PictureMetadata()
    expected.exif = exif
    #expect(try read([broken, Build.chunk("eXIf", exif)]) == Warned(expected))
    #expect(try read([try Self.raw("exif", exif), broken]) == Warned(expected))
    #expect(try read([broken, try Self.raw("exif", exif)]) == Warned(expected, [.textDamaged]))
  }

  @Test("a decoder gets a PNG without its texts where they may cost much, and else as it is")
  func decoder() throws {
    let bare = try Build.png()
    let some = try Build.png(before: [
      Build.text("Title", [65]), try Build.international("A", [65], isCompressed: true),
    ])
    #expect(PNGMetadata.forDecoder(some) == some)
    #expect(PNGMetadata.forDecoder([1, 2]) == [1, 2])
    let many = Array(repeating: Build.text("Title", [65]), count: 1001)
    #expect(PNGMetadata.forDecoder(try Build.png(before: many)) == bare)
    let stream = [UInt8](repeating: 7, count: 70_000)
    let costly = [
      Build.chunk("zTXt", Array("Title\0\0".utf8) + stream),
      Build.chunk("iTXt", Array("Title\0\u{1}\0\0\0".utf8) + stream),
    ]
    for chunk in costly { #expect(PNGMetadata.forDecoder(try Build.png(before: [chunk])) == bare) }
    let plain = try Build.png(before: [try Build.international("Title", stream)])
    #expect(PNGMetadata.forDecoder(plain) == plain)
  }

  @Test("whoever reads headers alone finds EXIF in a raw profile, and opens no other text")
  func header() throws {
    let bomb = try Build.compressedText("Title", [UInt8](repeating: 0x20, count: 1 << 20))
    let xmp = try Build.international(
      "XML:com.adobe.xmp", [UInt8](repeating: 0x20, count: 16 << 20), isCompressed: true)
    let chunks = Array(repeating: bomb, count: 20) + [xmp, try Self.raw("exif", exif)]
    let png = try Build.png(before: chunks)
    #expect(try read(chunks).value.exif == nil)
    #expect(PNGMetadata.readHeader(png).exif == exif)
    let source = MemorySource(png)
    let facts = try HeaderFacts(reading: source)
    #expect(try PictureMetadata(header: facts, of: source).exif == exif)
    #expect(try PNGExcerpt.bytes(of: source).count < png.count / 2)
  }
}
