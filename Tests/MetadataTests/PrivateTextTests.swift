import Formats
import Testing

@testable import Metadata

@Suite("What is private in texts, and in what is no text that anybody should read")
struct PrivateTextTests {
  private func findings(_ bytes: [UInt8]) throws -> [PrivacyFinding] {
    PrivateContents.findings(in: bytes, try HeaderFacts(reading: MemorySource(bytes)))
  }

  // MARK: - Words

  @Test(
    "a text gives itself away by a word, in letters of any case and in UTF-16",
    arguments: [
      ("GPS 48.2 16.3", "gps"), ("at this Location", "location"), ("LATITUDE", "latitude"),
      ("G\0P\0S\0", "gps"), ("\0S\0e\0r\0i\0a\0l", "serial"), ("ggps", "gps"),
      ("my owner", "owner"),
      ("copyright: the owner", "owner"),
    ])
  func words(text: String, word: String) {
    #expect(PrivateWords.first(in: Array(text.utf8))?.word == word)
  }

  @Test(
    "other texts don't, and who owns the copyright is part of the copyright",
    arguments: ["", "gp", "a harbour", "Copyright owner: Pat", "CopyrightOwnerName"])
  func harmless(text: String) {
    #expect(PrivateWords.first(in: Array(text.utf8)) == nil)
  }

  // MARK: - PNG

  private static let texts: [[UInt8]] = [
    PNGBuilder.text("Description", Array("GPS 48.2 16.3 SECRET".utf8)),
    (try? PNGBuilder.compressedText("Source", Array("serial number SECRET".utf8))) ?? [],
    PNGBuilder.chunk("iTXt", Array("Title\0\0\0\0GPSLatitude\0SECRET".utf8)),
    PNGBuilder.text("Location", Array("SECRET".utf8)),
    PNGBuilder.text("Raw profile type foo", Array("SECRET".utf8)),
  ]

  @Test("a PNG's text is judged by its content too, and goes into no format", arguments: texts)
  func pngTexts(chunk: [UInt8]) throws {
    let png = try PNGBuilder.png(before: [chunk, PNGBuilder.text("Author", Array("Pat".utf8))])
    #expect(try findings(png).count == 1)
    let safe = PNGMetadata.read(png).value.applying(.safe).value
    #expect(safe.texts.map(\.keyword) == ["Author"])
    let outputs = [
      try JPEGMetadata.write(safe, into: JPEGBuilder().bytes).value,
      try PNGMetadata.write(safe, into: png).value,
    ]
    for output in outputs {
      #expect(try findings(output).isEmpty)
      #expect(output.holds("Pat") && !output.holds("SECRET"))
    }
  }

  @Test(
    "chunks whose names and units are free texts count, and go when metadata is written",
    arguments: ["sPLT", "pCAL", "sCAL"])
  func namedChunks(kind: String) throws {
    let png = try PNGBuilder.png(before: [PNGBuilder.chunk(kind, Array("SECRET\0\u{8}".utf8))])
    #expect(try findings(png).map(\.kind) == [.opaque])
    #expect(try PNGMetadata.write(PictureMetadata(), into: png).value == (try PNGBuilder.png()))
  }

  // MARK: - EXIF and IPTC

  @Test(
    "EXIF's free texts are judged by the same words",
    arguments: [
      (0x010E, "GPS: 48.2"), (0x9286, "ASCII\0\0\0latitude 48"), (0x9C9C, "s\0e\0r\0i\0a\0l\0"),
      (0xA436, "my owner"),
    ] as [(UInt16, String)])
  func exif(tag: UInt16, text: String) throws {
    var metadata = PictureMetadata()
    metadata.exif =
      EXIFBuilder(primary: [.ascii(0x010F, "Maker"), .undefined(tag, Array(text.utf8))])
      .build().bytes
    #expect(metadata.privacyFindings.count == 1)
    let safe = metadata.applying(.safe).value
    #expect(safe.privacyFindings.isEmpty)
    let exif = try #require(safe.exif)
    #expect(exif.holds("Maker") && !exif.holds(text))
  }

  @Test(
    "IPTC's preview, camera fields, further records and texts that speak of places go",
    arguments: [
      Samples.iptc(200, "AB"), Samples.iptc(201, "AB"), Samples.iptc(202, "AB"),
      Samples.iptc(232, "AB"), Samples.iptc(120, "GPS 48"), [0x1C, 3, 1, 0, 1, 65],
      [0x1C, 8, 10, 0, 1, 65],
    ])
  func iptc(dataSet: [UInt8]) {
    var metadata = PictureMetadata()
    let rest = Samples.iptc(80, "Pat") + Samples.iptc(116, "the owner is Pat")
    metadata.iptc = rest + dataSet
    #expect(metadata.privacyFindings.count == 1)
    #expect(metadata.applying(.safe).value.iptc == rest)
  }

  // MARK: - XMP

  private func expectGone(_ packet: [UInt8]) throws {
    var metadata = PictureMetadata()
    metadata.xmp = packet
    #expect(!metadata.privacyFindings.isEmpty)
    let safe = metadata.applying(.safe)
    #expect(safe.warnings.isEmpty)
    #expect(safe.value.privacyFindings.isEmpty)
    let xmp = try #require(safe.value.xmp)
    #expect(!xmp.holds("SECRET"))
    #expect(xmp.holds("<dc:title>a</dc:title>"))
    #expect(throws: Never.self) { try XMPDocument(xmp) }
  }

  @Test(
    "names that tell an owner, a device or a place count in every namespace",
    arguments: [
      "Owner", "OwnerName", "CameraSerial", "UnitSerial", "SerialNo", "shotPlace", "lon", "lat",
    ])
  func names(name: String) throws {
    for namespace in ["http://ns.adobe.com/xap/1.0/rights/", "http://d/"] {
      try expectGone(
        Samples.xmp(
          attributes: "xmlns:q=\"\(namespace)\"",
          elements: "<q:\(name)><rdf:Bag><rdf:li>SECRET</rdf:li></rdf:Bag></q:\(name)>"
            + "<dc:title>a</dc:title>"))
    }
  }

  @Test(
    "what is no property goes: comments, CDATA, instructions, and texts that speak of places",
    arguments: [
      "<!-- <exif:GPSLatitude>SECRET</exif:GPSLatitude> -->",
      "<dc:source><![CDATA[<exif:Flash>SECRET</exif:Flash>]]></dc:source>", "<?gps SECRET?>",
      "<?xpacket begin=\"gps SECRET\"?>", "<dc:source>GPS SECRET</dc:source>",
      "<dc:source><rdf:Alt><rdf:li>my serial is SECRET</rdf:li></rdf:Alt></dc:source>",
    ])
  func asides(element: String) throws {
    try expectGone(Samples.xmp(elements: "<dc:title>a</dc:title>" + element))
  }

  @Test("text before and behind the root goes, and a document type")
  func outside() throws {
    let packet = Samples.xmp(elements: "<dc:title>a</dc:title>")
    try expectGone(packet + Array(" Latitude=SECRET ".utf8))
    try expectGone(Array("SECRET".utf8) + packet)
    try expectGone(Array("<!DOCTYPE x [<!ENTITY a \"SECRET\">]>".utf8) + packet)
  }

  @Test(
    "a namespace is known however its URI is written, and one that can't be read is not trusted",
    arguments: [
      "http://www.dji.com/drone-dji/1.0&#47;", "http&#x3A;//www.dji.com/drone-dji/1.0/",
      "http://unknown/&other;",
    ])
  func namespaces(uri: String) throws {
    try expectGone(
      Samples.xmp(
        elements: "<q:Speed xmlns:q=\"\(uri)\">SECRET</q:Speed><dc:title>a</dc:title>"))
  }

  @Test(
    "entities are expanded, and what is none is left as it is",
    arguments: [
      ("a", "a"), ("&amp;&lt;&gt;&quot;&apos;", "&<>\"'"), ("&#47;&#x2f;", "//"), ("&x;&", "&x;&"),
      ("&#xD800;", "&#xD800;"), ("&&amp;", "&&"),
    ])
  func entities(stored: String, text: String) {
    #expect(XMLText.expanded(stored) == text)
  }

  @Test("rights may speak of owners")
  func rights() throws {
    var metadata = PictureMetadata()
    metadata.xmp = Samples.xmp(
      attributes: "xmlns:plus=\"http://ns.useplus.org/ldf/xmp/1.0/\" plus:CopyrightOwner=\"Pat\"",
      elements: """
        <dc:rights><rdf:Alt><rdf:li>the owner is Pat</rdf:li></rdf:Alt></dc:rights>\
        <r:UsageTerms xmlns:r="http://ns.adobe.com/xap/1.0/rights/">ask the owner</r:UsageTerms>
        """)
    #expect(metadata.privacyFindings.isEmpty)
    #expect(metadata.applying(.safe) == Warned(metadata))
  }

  @Test("of a packet in UTF-16, which nobody judges here, is said that it was left out")
  func wide() {
    var metadata = PictureMetadata()
    metadata.xmp = [0xFF, 0xFE] + Samples.xmp("").flatMap { [$0, 0] }
    let safe = metadata.applying(.safe)
    #expect(safe == Warned(PictureMetadata(), [.xmpLeftOut]))
    #expect(MetadataWarning.xmpLeftOut.message.contains("left out"))
  }

  // MARK: - Containers

  @Test("a JFIF segment's thumbnail goes whatever its unit, and bytes behind Adobe's flags")
  func jpegRemarks() throws {
    var jfif = JPEGBuilder.Segment.jfif(unit: 3, x: 1, y: 1)
    jfif.payload.replaceSubrange(12..., with: [1, 1, 0xAA, 0xBB, 0xCC])
    var adobe = JPEGBuilder.Segment.adobe
    adobe.payload += Array("SECRET".utf8)
    for segment in [jfif, adobe] {
      let jpeg = JPEGBuilder(segments: [segment]).bytes
      #expect(try findings(jpeg).map(\.kind) == [.opaque])
      let metadata = JPEGMetadata.read(jpeg).value
      let written = try JPEGMetadata.write(metadata, into: jpeg).value
      #expect(try findings(written).isEmpty)
      #expect(!written.holds("SECRET") && written.firstRange(of: [0xAA, 0xBB, 0xCC]) == nil)
      let turned = try #require(JPEGMetadata.picture(of: JPEGBuilder().bytes, readLike: jpeg))
      #expect(try findings(turned).isEmpty)
    }
  }

  @Test("unknown chunks inside a frame of a WebP count, and go when metadata is written")
  func frames() throws {
    let head = [UInt8](repeating: 0, count: 16)
    let pixels = WebPBuilder.lossy(width: 4, height: 4)
    func file(_ frame: [UInt8]) -> [UInt8] {
      WebPBuilder.file([
        WebPBuilder.extended(2, width: 4, height: 4),
        WebPBuilder.chunk("ANIM", [0, 0, 0, 0, 0, 0]), WebPBuilder.chunk("ANMF", head + frame),
      ])
    }
    let clean = file(pixels)
    #expect(try findings(clean).isEmpty)
    for rest in [WebPBuilder.chunk("UNKN", Array("SECRET".utf8)), [1, 2, 3, 4]] {
      let webp = file(pixels + rest)
      #expect(try findings(webp).map(\.kind) == [.opaque])
      #expect(try WebPMetadata.write(PictureMetadata(), into: webp).value == clean)
    }
    #expect(try WebPMetadata.write(PictureMetadata(), into: clean).value == clean)
    #expect(try findings(clean + Array("SECRET".utf8)).map(\.kind) == [.opaque])
  }
}
