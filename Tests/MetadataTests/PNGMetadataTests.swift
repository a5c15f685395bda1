import Testing
import Zlib

@testable import Metadata

@Suite("Metadata of a PNG")
struct PNGMetadataTests {
  private typealias Build = PNGBuilder
  private let exif = EXIFBuilder.camera().build().bytes

  private func read(_ before: [[UInt8]], after: [[UInt8]] = []) throws -> Warned<PictureMetadata> {
    PNGMetadata.read(try Build.png(before: before, after: after))
  }

  private func chunks(_ bytes: [UInt8]) throws -> [String] {
    try #require(PNGChunks(bytes)).chunks.map { $0.kind.letters.text }
  }

  /// A text of the kind ImageMagick writes.
  private static func raw(_ name: String, _ bytes: [UInt8]) throws -> [UInt8] {
    try Build.compressedText("Raw profile type \(name)", PNGRawProfile.encode(bytes, name: name))
  }

  // MARK: - Chunks

  @Test("rubbish that a writer left behind the digits of a raw profile costs nothing")
  func rubbishBehindDigits() throws {
    let bytes: [UInt8] = [0x49, 0x49, 0x2A, 0]
    let text = PNGRawProfile.encode(bytes, name: "exif")
    #expect(PNGRawProfile.decode(text + Array("}}\u{1}".utf8)) == bytes)
    #expect(PNGRawProfile.decode(Array(text.dropLast(4)) + Array("}}".utf8)) == nil)
  }

  @Test("Joined again, a PNG that ends anywhere is the same, byte for byte")
  func joinsEveryPrefix() throws {
    let bytes = try Build.png(before: [Build.text("Comment", [65])], after: []) + [1, 2, 3]
    for end in bytes.indices {
      let prefix = Array(bytes[..<end])
      guard let file = PNGChunks(prefix) else {
        #expect(end < 33, "cut at \(end)")
        continue
      }
      #expect(file.bytes == prefix, "cut at \(end)")
      #expect(file.isWhole == (end >= bytes.count - 3))
    }
  }

  @Test("What is no PNG is refused")
  func notAPNG() throws {
    for bytes in [[], PNGBuilder.signature, JPEGBuilder().bytes] as [[UInt8]] {
      #expect(PNGMetadata.read(bytes) == Warned(PictureMetadata(), [.containerDamaged]))
      #expect(throws: MetadataError.notOfFormat("PNG")) {
        try PNGMetadata.write(PictureMetadata(), into: bytes)
      }
    }
  }

  // MARK: - Reading

  @Test("Finds each kind of metadata in its chunk, before the pixels and behind them")
  func everyKind() throws {
    var expected = PictureMetadata()
    expected.exif = exif
    expected.xmp = Samples.xmp("")
    expected.icc = Samples.icc()
    expected.iptc = Samples.iptc(80, "Pat")
    expected.comments = [Array("h\u{E9}".utf8)]
    expected.density = PixelDensity(x: 2835, y: 2835, unit: .metre)
    let chunks = [
      try Build.profile(Samples.icc()),
      Build.chunk("pHYs", big(UInt32(2835)) + big(UInt32(2835)) + [1]),
      Build.chunk("eXIf", exif), try Build.international("XML:com.adobe.xmp", Samples.xmp("")),
      try Self.raw("iptc", Samples.resource(0x0404, Samples.iptc(80, "Pat"))),
      Build.text("Comment", [0x68, 0xE9]),
    ]
    #expect(try read(chunks) == Warned(expected))
    #expect(try read([], after: chunks) == Warned(expected))
  }

  @Test("XMP may be compressed, EXIF may have its JPEG name before it")
  func forms() throws {
    let found = try read([
      try Build.international("XML:com.adobe.xmp", Samples.xmp(""), isCompressed: true),
      Build.chunk("eXIf", Array("Exif\0\0".utf8) + exif),
    ])
    #expect(found.value.xmp == Samples.xmp(""))
    #expect(found.value.exif == exif)
  }

  @Test(
    "What older programs write as hexadecimal texts is read as well",
    arguments: [
      ("exif", Array("Exif\0\0".utf8), \PictureMetadata.exif),
      ("APP1", Array("Exif\0\0".utf8), \PictureMetadata.exif), ("exif", [], \PictureMetadata.exif),
    ] as [(String, [UInt8], any KeyPath<PictureMetadata, [UInt8]?> & Sendable)])
  func rawEXIF(
    name: String, before: [UInt8], part: any KeyPath<PictureMetadata, [UInt8]?> & Sendable
  ) throws {
    let found = try read([try Self.raw(name, before + exif)])
    #expect(found.value[keyPath: part] == exif)
  }

  @Test("A hexadecimal text may hold XMP, a profile, or IPTC with and without Photoshop around it")
  func rawOthers() throws {
    let iptc = Samples.iptc(80, "Pat")
    let name = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    #expect(try read([try Self.raw("APP1", name + Samples.xmp(""))]).value.xmp == Samples.xmp(""))
    #expect(try read([try Self.raw("xmp", Samples.xmp(""))]).value.xmp == Samples.xmp(""))
    #expect(try read([try Self.raw("icc", Samples.icc())]).value.icc == Samples.icc())
    #expect(try read([try Self.raw("iptc", iptc)]).value.iptc == iptc)
    let photoshop = Array("Photoshop 3.0\0".utf8) + Samples.resource(0x0404, iptc)
    #expect(try read([try Self.raw("8bim", photoshop)]).value.iptc == iptc)
  }

  @Test("The proper chunk counts more than a hexadecimal text, wherever it stands")
  func properChunkWins() throws {
    let other = EXIFBuilder(primary: [.short(0x0112, 3)]).build().bytes
    let found = try read([try Self.raw("exif", other), Build.chunk("eXIf", exif)])
    #expect(found.value.exif == exif)
  }

  @Test(
    "A broken hexadecimal text is left out, with a warning",
    arguments: ["", "\nexif\n", "\nexif\n  4\n0g", "\nexif\n  2\nabc"])
  func brokenRaw(text: String) throws {
    let found = try read([
      try Build.compressedText("Raw profile type exif", Array(text.utf8))
    ])
    #expect(found == Warned(PictureMetadata(), [.textDamaged]))
  }

  @Test("Chunks with a wrong checksum or broken compression are left out, with a warning")
  func broken() throws {
    var exif = Build.chunk("eXIf", exif)
    exif[10] ^= 1
    #expect(try read([exif]) == Warned(PictureMetadata(), [.exifDamaged]))
    let icc = Build.chunk("iCCP", Array("name\0\0".utf8) + [1, 2, 3])
    #expect(try read([icc]) == Warned(PictureMetadata(), [.iccDamaged]))
    let text = Build.chunk("zTXt", Array("Title\0\0".utf8) + [1, 2, 3])
    #expect(try read([text]) == Warned(PictureMetadata(), [.textDamaged]))
    let nameless = Build.chunk("tEXt", Array("no end".utf8))
    #expect(try read([nameless]) == Warned(PictureMetadata(), [.textDamaged]))
  }

  @Test("A text that would unpack to more than 16 MiB is left out, with a warning")
  func bomb() throws {
    let zeros = [UInt8](repeating: 0x20, count: 17 << 20)
    let found = try read([try Build.compressedText("Title", zeros)])
    #expect(found == Warned(PictureMetadata(), [.textDamaged]))
  }

  // MARK: - Writing

  @Test("What is written is read back, all of it")
  func roundTrip() throws {
    var metadata = Samples.everything
    metadata.density = PixelDensity(x: 11_811, y: 11_811, unit: .metre)
    metadata.comments = [Array("plain".utf8), Array("na\u{EF}ve".utf8)]
    metadata.texts = try read([
      Build.text("Title", [0x54]), try Build.compressedText("Author", [0x41]),
      try Build.international("Copyright", [0x43], isCompressed: true),
    ]).value.texts
    #expect(metadata.texts.map(\.keyword) == ["Title", "Author", "Copyright"])
    let written = try PNGMetadata.write(metadata, into: try Build.png())
    #expect(written.warnings.isEmpty)
    #expect(PNGMetadata.read(written.value) == Warned(metadata))
  }

  @Test("Chunks stand before the pixels, with right checksums, and the pixels are untouched")
  func order() throws {
    let bare = try Build.png(before: [Build.chunk("PLTE", [0, 0, 0])])
    let written = try PNGMetadata.write(Samples.everything, into: bare).value
    #expect(
      try chunks(written) == [
        "IHDR", "iCCP", "pHYs", "eXIf", "iTXt", "zTXt", "tEXt", "PLTE", "IDAT", "IEND",
      ])
    let file = try #require(PNGChunks(written))
    #expect(file.chunks.allSatisfy { $0.isWhole || $0.storedChecksum == nil })
    let pixels = try #require(PNGChunks(bare)).chunks.filter { $0.kind == .imageData }
    #expect(file.chunks.filter { $0.kind == .imageData } == pixels)
  }

  @Test(
    "A profile takes the place of the chunks that state colours by numbers; without one they stay")
  func colours() throws {
    let stated = ["sRGB", "gAMA", "cHRM"].map { Build.chunk($0, [0, 0, 0, 1]) }
    let bare = try Build.png(before: stated)
    var metadata = PictureMetadata()
    #expect(
      try chunks(PNGMetadata.write(metadata, into: bare).value)
        == ["IHDR", "sRGB", "gAMA", "cHRM", "IDAT", "IEND"])
    metadata.icc = Samples.icc()
    #expect(
      try chunks(PNGMetadata.write(metadata, into: bare).value)
        == ["IHDR", "iCCP", "IDAT", "IEND"])
  }

  @Test("Nothing that the bytes said before is left")
  func replaces() throws {
    let old = try Build.png(
      before: [
        try Build.profile(Samples.icc()), Build.chunk("eXIf", exif), Build.text("Comment", [65]),
      ],
      after: [
        Build.chunk("tIME", [7, 0xE7, 1, 1, 0, 0, 0]),
        Build.chunk("pHYs", big(UInt32(2835)) + big(UInt32(2835)) + [1]),
        try Build.international("XML:com.adobe.xmp", Samples.xmp("")),
      ])
    #expect(
      try PNGMetadata.write(PictureMetadata(), into: old + [1, 2]).value == (try Build.png()))
  }

  @Test("Texts of a PNG become comments of a JPEG, in UTF-8")
  func textsInJPEG() throws {
    let found = try read([Build.text("Author", [0x50, 0xE9])])
    let written = try JPEGMetadata.write(found.value, into: JPEGBuilder().bytes).value
    #expect(JPEGMetadata.read(written).value.comments == [Array("Author: P\u{E9}".utf8)])
  }

  @Test("With any byte changed, a PNG is read and written without harm")
  func everyByteChanged() throws {
    let whole = try PNGMetadata.write(Samples.everything, into: try Build.png()).value
    for index in whole.indices {
      var bytes = whole
      bytes[index] ^= 0x81
      let read = PNGMetadata.read(bytes)
      if let written = try? PNGMetadata.write(read.value, into: bytes) {
        #expect(PNGMetadata.read(written.value).value == read.value, "byte \(index)")
      }
    }
  }
}
