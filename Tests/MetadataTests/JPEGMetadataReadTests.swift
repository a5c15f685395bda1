import Testing

@testable import Metadata

@Suite("Reading the metadata of a JPEG")
struct JPEGMetadataReadTests {
  private func read(_ segments: [JPEGBuilder.Segment]) -> Warned<PictureMetadata> {
    JPEGMetadata.read(JPEGBuilder(segments: segments).bytes)
  }

  private let exif = EXIFBuilder.camera().build().bytes

  @Test("Finds each kind of metadata in its segment")
  func everyKind() {
    let iptc = Samples.iptc(80, "Pat")
    let found = read([
      .jfif(unit: 1, x: 300, y: 300), .exif(exif), .xmp(Samples.xmp("")),
      .photoshop(Samples.resource(0x0404, iptc) + Samples.resource(0x040A, [1])),
      .icc(1, of: 1, Samples.icc()), .app(6, [1, 2, 3]), .adobe, .comment("hello"),
    ])
    var expected = PictureMetadata()
    expected.exif = exif
    expected.xmp = Samples.xmp("")
    expected.iptc = iptc
    expected.photoshop = [PhotoshopResource(0x040A, [1])]
    expected.icc = Samples.icc()
    expected.comments = [Array("hello".utf8)]
    expected.density = PixelDensity(x: 300, y: 300, unit: .inch)
    expected.otherSegments = [JPEGSegment(0xE6, [1, 2, 3])]
    #expect(found == Warned(expected))
  }

  @Test("A JPEG without metadata says nothing")
  func nothing() {
    #expect(read([]).value.isEmpty)
    #expect(read([.adobe]).value.isEmpty)
  }

  @Test("EXIF that goes on in a second segment is joined; a second EXIF is not taken")
  func exifSegments() {
    let joined = read([.exif(Array(exif.prefix(100))), .exif(Array(exif.dropFirst(100)))])
    #expect(joined == read([.exif(exif)]))
    let other = EXIFBuilder(primary: [.short(0x0112, 3)]).build().bytes
    let twice = read([.exif(exif), .exif(other)])
    #expect(twice.value.exif == exif)
    #expect(twice.warnings == [.duplicate])
  }

  @Test(
    "Segments that are true of their own pixels alone don't travel",
    arguments: [
      (2, "MPF\0II*\0"), (0, "JFXX\0\u{10}"), (2, "urn:iso:std:iso:ts:21496:-1\0"),
      (11, "JP\0\u{1}"),
      (12, "Ducky"),
    ] as [(UInt8, String)])
  func boundToPixels(number: UInt8, name: String) {
    #expect(read([.app(number, Array(name.utf8))]).value.isEmpty)
  }

  // MARK: - ICC

  private static let profile = Samples.icc(300)
  private static func piece(_ range: Range<Int>) -> [UInt8] { Array(profile[range]) }

  @Test(
    "Joins the pieces of a profile by their numbers, the same one twice too",
    arguments: [
      [.icc(1, of: 2, piece(0..<200)), .icc(2, of: 2, piece(200..<300))],
      [.icc(2, of: 2, piece(200..<300)), .icc(1, of: 2, piece(0..<200))],
      [
        .icc(1, of: 2, piece(0..<200)), .icc(2, of: 2, piece(200..<300)),
        .icc(1, of: 2, piece(0..<200)),
      ],
    ] as [[JPEGBuilder.Segment]])
  func iccPieces(segments: [JPEGBuilder.Segment]) {
    let found = read(segments)
    #expect(found.value.icc == Self.profile)
    #expect(found.warnings.isEmpty)
  }

  @Test(
    "A profile with a missing, contradicting or wrongly numbered piece is left out, with a warning",
    arguments: [
      [.icc(1, of: 2, piece(0..<200))],
      [.icc(1, of: 1, piece(0..<200)), .icc(1, of: 1, piece(200..<300))],
      [.icc(1, of: 2, piece(0..<200)), .icc(2, of: 3, piece(200..<300))],
      [.icc(0, of: 1, profile)], [.icc(1, of: 0, profile)], [.icc(2, of: 1, profile)],
      [.icc(1, of: 1, piece(0..<299))], [.icc(1, of: 1, Array(repeating: 0, count: 300))],
      [.app(2, Array("ICC_PROFILE\0".utf8))],
    ] as [[JPEGBuilder.Segment]])
  func brokenICC(segments: [JPEGBuilder.Segment]) {
    let found = read(segments)
    #expect(found.value.icc == nil)
    #expect(found.warnings == [.iccDamaged])
  }

  // MARK: - Photoshop

  @Test("Photoshop's resources go on over segments, and a second IPTC block stays one of them")
  func photoshopSegments() {
    let block =
      Samples.resource(0x0404, Samples.iptc(80, "one")) + Samples.resource(0x03ED, [1, 2, 3])
      + Samples.resource(0x0404, Samples.iptc(25, "two"))
    let found = read([.photoshop(Array(block.prefix(17))), .photoshop(Array(block.dropFirst(17)))])
    #expect(found.value.iptc == Samples.iptc(80, "one"))
    let others = [
      PhotoshopResource(0x03ED, [1, 2, 3]), PhotoshopResource(0x0404, Samples.iptc(25, "two")),
    ]
    #expect(found.value.photoshop == others)
    #expect(found.value.applying(.safe).value.photoshop == [others[0]])
    #expect(found.warnings.isEmpty)
  }

  @Test("Of broken Photoshop resources those before the damage are taken, with a warning")
  func brokenPhotoshop() {
    let found = read([.photoshop(Samples.resource(0x03ED, [1, 2]) + Array("8BIM".utf8) + [9, 9])])
    #expect(found.value.photoshop == [PhotoshopResource(0x03ED, [1, 2])])
    #expect(found.warnings == [.photoshopDamaged])
  }

  // MARK: - Extended XMP

  private static let identifier = "0123456789ABCDEF0123456789ABCDEF"
  private static let main = Samples.xmp(
    """
    <rdf:Description rdf:about="" xmlns:n="http://ns.adobe.com/xmp/note/" \
    n:HasExtendedXMP="\(identifier)"/>
    """)
  private static let extended = Array(
    """
    <x:xmpmeta xmlns:x="adobe:ns:meta/" xmlns:d="http://purl.org/dc/elements/1.1/"><r:RDF \
    xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><r:Description r:about=""><d:source>far \
    away</d:source></r:Description></r:RDF></x:xmpmeta>
    """.utf8)

  private static func pieces(_ sizes: [Int]) -> [JPEGBuilder.Segment] {
    var offset = 0
    return sizes.map { size in
      defer { offset += size }
      return .extendedXMP(
        identifier, total: extended.count, offset: offset,
        Array(extended[offset...].prefix(size)))
    }
  }

  @Test("The extended packet is joined into the main one, in whatever order its pieces stand")
  func extendedXMP() throws {
    let pieces = Self.pieces([100, 50, 1000])
    let repeated = pieces + [pieces[1]]
    for segments in [pieces, pieces.reversed(), repeated] {
      let found = read([.xmp(Self.main)] + segments)
      let xmp = try #require(found.value.xmp)
      #expect(found.warnings.isEmpty)
      let names = try XMPDocument(xmp).properties.map(\.name)
      #expect(names == [XMPName("http://purl.org/dc/elements/1.1/", "source")])
      #expect(xmp.holds("far away"))
      #expect(!xmp.holds("HasExtendedXMP"))
    }
  }

  @Test(
    "An extended packet that is not whole is left out, with a warning",
    arguments: [
      [], Array(pieces([100, 1000]).prefix(1)), Array(pieces([100, 1000]).suffix(1)),
      [.extendedXMP(identifier, total: 0xFFFF_FFFF, offset: 0, extended)],
      [.extendedXMP(identifier, total: extended.count, offset: 0xFFFF_FFFF, extended)],
      [.extendedXMP(String(repeating: "0", count: 32), total: extended.count, offset: 0, extended)],
      [.extendedXMP(identifier, total: 3, offset: 0, Array("<x>".utf8))],
      [.app(1, Array("http://ns.adobe.com/xmp/extension/\0".utf8) + Array(identifier.utf8))],
    ] as [[JPEGBuilder.Segment]])
  func brokenExtendedXMP(segments: [JPEGBuilder.Segment]) throws {
    let found = read([.xmp(Self.main)] + segments)
    #expect(found.warnings == [.xmpIncomplete])
    #expect(try #require(found.value.xmp).holds("HasExtendedXMP") == false)
  }

  // MARK: - Density

  @Test(
    "A density that says something is kept",
    arguments: [
      (1, 300, 300, PixelDensity(x: 300, y: 300, unit: .inch)),
      (2, 28, 28, PixelDensity(x: 28, y: 28, unit: .centimetre)),
      (0, 2, 1, PixelDensity(x: 2, y: 1, unit: .none)), (0, 1, 1, nil), (1, 0, 300, nil),
      (9, 72, 72, nil),
    ] as [(UInt8, UInt16, UInt16, PixelDensity?)])
  func density(unit: UInt8, x: UInt16, y: UInt16, density: PixelDensity?) {
    #expect(read([.jfif(unit: unit, x: x, y: y)]).value.density == density)
  }
}
