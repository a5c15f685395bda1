import Formats
import Testing

@testable import Metadata

@Suite("A picture and its gain map in one JPEG")
struct UltraHDRTests {
  private static let map = JPEGBuilder(
    segments: [.jfif(unit: 0, x: 1, y: 1), .exif(EXIFBuilder.camera().build().bytes)], width: 4,
    height: 3, data: [9, 9, 9], trailer: [1, 2]
  ).bytes
  private static let metadata = GainMapSamples.triple

  private func assemble(
    _ segments: [JPEGBuilder.Segment], _ metadata: GainMapMetadata = metadata,
    profile: [UInt8]? = nil
  ) throws -> [UInt8] {
    let base = JPEGBuilder(segments: segments, trailer: Array("old video".utf8))
    return try UltraHDR.assemble(
      base: base.bytes, map: Self.map, metadata: metadata, profile: profile)
  }

  private func kinds(_ file: [UInt8]) throws -> [JPEGSegmentKind] {
    try #require(JPEGSegments(file)).segments.map(JPEGSegmentKind.init)
  }

  // MARK: - Places

  @Test(
    "the index lists both pictures where they are, with their sizes",
    arguments: [
      [], [.jfif(unit: 1, x: 72, y: 72)], [.exif(EXIFBuilder.camera().build().bytes)],
      [.jfif(unit: 1, x: 72, y: 72), .icc(1, of: 1, Samples.icc()), .adobe, .comment("remark")],
    ] as [[JPEGBuilder.Segment]])
  func index(segments: [JPEGBuilder.Segment]) throws {
    let file = try assemble(segments)
    let listed = GainMapSamples.listed(in: file)
    try #require(listed.count == 2)
    #expect(listed.map(\.type) == [0x03_0000, 0])
    #expect(listed.map(\.start) == [0, listed[0].size])
    #expect(listed[0].size + listed[1].size == file.count)
    #expect(file[listed[1].start...].starts(with: [0xFF, 0xD8, 0xFF]))
    #expect(file[..<listed[1].start].suffix(2) == [0xFF, 0xD9])
    #expect(file.suffix(2) == [0xFF, 0xD9])
  }

  @Test("the file is read as what was put in", arguments: [true, false])
  func roundTrip(hasProfile: Bool) throws {
    let profile = hasProfile ? Samples.icc() : nil
    let file = try assemble([], profile: profile)
    let found = try #require(try JPEGGainMap.find(in: file))
    #expect(found.stored == StoredGainMap(form: .iso, metadata: Self.metadata))
    #expect(found.profile == profile)
    #expect(found.bytes.endIndex == file.count)
    let facts = try HeaderFacts(reading: MemorySource(file))
    #expect(facts.hasGainMap)
    #expect(facts.state == .sound)
    #expect(facts.companionKinds == [.gainMap])
  }

  @Test("both pictures say it in XMP and by ISO 21496-1")
  func bothForms() throws {
    let file = try assemble([])
    let found = try #require(try JPEGGainMap.find(in: file))
    #expect(try kinds(file).contains(.xmp))
    for picture in [file, Array(found.bytes)] {
      let segments = try #require(JPEGSegments(picture)).segments
      #expect(segments.count { $0.isOfGainMap } == 1)
      #expect(XMPClaims(in: try #require(JPEGMetadata.read(picture).value.xmp)) == .gainMap)
    }
    var expected = Self.metadata
    expected.usesBaseColours = true
    let packet = try #require(JPEGMetadata.read(Array(found.bytes)).value.xmp)
    #expect(try GainMapMetadata(xmp: packet) == expected)
  }

  @Test("the picture's coded data are untouched, and what followed it is gone")
  func base() throws {
    let file = try assemble([.adobe])
    let end = GainMapSamples.listed(in: file)[1].start
    let picture = JPEGBuilder().picture
    #expect(Array(file[..<end].suffix(picture.count)) == picture)
    #expect(!file.holds("old video"))
  }

  @Test("nothing that the map's JPEG said is left")
  func mapIsBare() throws {
    let found = try #require(try JPEGGainMap.find(in: try assemble([])))
    let metadata = JPEGMetadata.read(Array(found.bytes)).value
    #expect(metadata.exif == nil)
    #expect(Array(found.bytes).holds("Pat Example") == false)
    #expect(found.bytes.suffix(5) == [9, 9, 9, 0xFF, 0xD9])
  }

  // MARK: - XMP

  @Test("what the picture's XMP says stays")
  func keepsXMP() throws {
    let xmp = Samples.xmp(
      attributes: "xmp:Rating=\"4\"", elements: "<dc:source>a scan</dc:source>")
    let file = try assemble([.exif(EXIFBuilder.camera().build().bytes), .xmp(xmp)])
    #expect(try Array(kinds(file).prefix(5)).contains(.exif))
    let packet = try #require(JPEGMetadata.read(file).value.xmp)
    #expect(packet.holds("xmp:Rating=\"4\""))
    #expect(packet.holds("<dc:source>a scan</dc:source>"))
    let document = try XMPDocument(packet)
    #expect(document.containerItems.map(\.semantic) == ["Primary", "GainMap"])
    #expect(document.descriptions.count == 2)
    let size = GainMapSamples.listed(in: file)[1].size
    #expect(packet.holds("Item:Length=\"\(size)\""))
  }

  @Test("what it said of other pictures and videos gives way to the two that are there")
  func staleClaims() throws {
    let old = Samples.xmp(
      """
      <rdf:Description rdf:about="" xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/"
       xmlns:GCamera="http://ns.google.com/photos/1.0/camera/" GCamera:MotionPhoto="1"
       xmlns:Container="http://ns.google.com/photos/1.0/container/"
       xmlns:Item="http://ns.google.com/photos/1.0/container/item/" hdrgm:Version="0.9"
       xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="3"><Container:Directory><rdf:Seq>
      <rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="Primary"/></rdf:li>
      <rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="Original"/></rdf:li>
      <rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="MotionPhoto"/></rdf:li>
      </rdf:Seq></Container:Directory></rdf:Description>
      """)
    let packet = try #require(JPEGMetadata.read(try assemble([.xmp(old)])).value.xmp)
    let document = try XMPDocument(packet)
    #expect(document.containerItems.map(\.semantic) == ["Primary", "GainMap"])
    #expect(XMPClaims(in: packet) == .gainMap)
    #expect(!packet.holds("0.9"))
    #expect(packet.holds("xmp:Rating=\"3\""))
  }

  @Test("a file that was assembled before is assembled anew, with one of everything")
  func twice() throws {
    let first = try assemble([.xmp(Samples.xmp(attributes: "xmp:Rating=\"4\""))])
    let second = try UltraHDR.assemble(
      base: first, map: Self.map, metadata: GainMapSamples.single)
    let found = try #require(try JPEGGainMap.find(in: second))
    #expect(found.stored.metadata == GainMapSamples.single)
    let segments = try #require(JPEGSegments(second)).segments
    #expect(segments.count { $0.isOfGainMap } == 1)
    #expect(segments.count { $0.payload.starts(with: Array("MPF\0".utf8)) } == 1)
    #expect(segments.count { JPEGSegmentKind($0) == .xmp } == 1)
    #expect(JPEGMetadata.read(second).value.xmp?.holds("xmp:Rating=\"4\"") == true)
  }

  @Test("the claim stands in the main packet, also where the rest needs a second one")
  func extendedXMP() throws {
    for length in [64_500, 65_300, 100_000, 200_000] {
      let text = String(repeating: "long ", count: length / 5)
      let xmp = Samples.xmp(
        attributes: "xmp:Rating=\"4\"", elements: "<dc:source>\(text)</dc:source>")
      let bare = JPEGBuilder(segments: []).bytes
      var metadata = PictureMetadata()
      metadata.xmp = xmp
      let base = try JPEGMetadata.write(metadata, into: bare).value
      let file = try UltraHDR.assemble(base: base, map: Self.map, metadata: Self.metadata)
      let segments = try #require(JPEGSegments(file)).segments
      let main = try #require(segments.first { JPEGSegmentKind($0) == .xmp })
      #expect(XMPClaims(in: Array(main.payload.dropFirst(29))) == .gainMap)
      let read = JPEGMetadata.read(file)
      #expect(read.warnings.isEmpty)
      #expect(read.value.xmp?.holds(text) == true)
      #expect(read.value.xmp?.holds("xmp:Rating=\"4\"") == true)
    }
  }

  @Test("a packet that can't be read stays, and the map is found nonetheless")
  func damagedXMP() throws {
    let packet = Array("<x:xmpmeta".utf8)
    let file = try assemble([.xmp(packet)])
    #expect(JPEGMetadata.read(file).value.xmp == packet)
    #expect(try JPEGGainMap.find(in: file) != nil)
  }

  @Test("a packet that describes nothing gives way to one that does")
  func emptyXMP() throws {
    let file = try assemble([.xmp(Samples.xmp(""))])
    let packet = try #require(JPEGMetadata.read(file).value.xmp)
    #expect(XMPClaims(in: packet) == .gainMap)
  }

  @Test("another prefix for RDF is used where the packet has it")
  func otherPrefix() throws {
    let xmp = Array(
      """
      <r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><r:Description r:about="a"
       xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="2"/></r:RDF>
      """.utf8)
    let packet = try #require(JPEGMetadata.read(try assemble([.xmp(xmp)])).value.xmp)
    let document = try XMPDocument(packet)
    #expect(document.containerItems.map(\.semantic) == ["Primary", "GainMap"])
    #expect(packet.text.contains("<r:Description r:about=\"a\" xmlns:hdrgm="))
  }

  @Test("descriptions that state nothing any more don't pile up")
  func repeated() throws {
    var file = JPEGBuilder(segments: [.xmp(Samples.xmp(attributes: "xmp:Rating=\"4\""))]).bytes
    var sizes: Set<Int> = []
    for _ in 0..<3 {
      file = try UltraHDR.assemble(base: file, map: Self.map, metadata: Self.metadata)
      sizes.insert(file.count)
    }
    #expect(sizes.count == 1)
  }

  // MARK: - What it tells

  private func contents(_ file: [UInt8]) throws -> (findings: [PrivacyFinding], kinds: [String]) {
    let facts = try HeaderFacts(reading: MemorySource(file))
    return (
      PrivateContents.findings(in: file, facts), MetadataContents.kinds(in: file, facts)
    )
  }

  @Test("a gain map that was put there tells nothing of anybody, and is no metadata")
  func tellsNothing() throws {
    for profile in [nil, Samples.icc()] {
      let told = try contents(try assemble([.jfif(unit: 1, x: 72, y: 72)], profile: profile))
      #expect(told.findings == [])
      #expect(told.kinds == [])
    }
    let rated = try contents(try assemble([.xmp(Samples.xmp(attributes: "xmp:Rating=\"4\""))]))
    #expect(rated.kinds == ["XMP"])
  }

  @Test("a gain map of others may tell anything: in its picture, in the index and behind it")
  func mayTell() throws {
    let file = try assemble([])
    let exif = JPEGBuilder.Segment.exif(EXIFBuilder.camera().build().bytes)
    let map = JPEGBuilder(segments: [GainMapSamples.iso(Self.metadata.isoBytes), exif]).bytes
    var index = file
    let place = try #require(index.firstRange(of: Array("MPF\0MM".utf8))).upperBound
    // What each picture depends on: another number than 0.
    index[place + 62 + 15] = 7
    for other in [GainMapSamples.file([(0, map)]), index, file + [0x41]] {
      #expect(try contents(other).findings.isEmpty == false)
    }
  }

  // MARK: - Bytes

  @Test("it adds no more bytes than are counted", arguments: [true, false])
  func cost(hasProfile: Bool) throws {
    let profile = hasProfile ? Samples.icc(70_000) : nil
    let bare = JPEGBuilder(width: 4, height: 3, data: [9, 9, 9]).bytes
    for metadata in [GainMapSamples.single, GainMapSamples.triple] {
      for segments in [[], [.xmp(Samples.xmp(attributes: "xmp:Rating=\"4\""))]]
        as [[JPEGBuilder
        .Segment]]
      {
        let base = JPEGBuilder(segments: segments).bytes
        let file = try UltraHDR.assemble(
          base: base, map: bare, metadata: metadata, profile: profile)
        let added = file.count - base.count - bare.count
        let cost = UltraHDR.cost(metadata, profile: profile)
        #expect(added <= cost)
        #expect(added > cost - 200)
      }
    }
  }

  @Test("what is no JPEG is refused")
  func noJPEG() {
    let good = JPEGBuilder().bytes
    for (base, map) in [([], good), (good, []), (good, [0xFF, 0xD8, 0xFF, 0xD9])] {
      #expect(throws: MetadataError.notOfFormat("JPEG")) {
        _ = try UltraHDR.assemble(base: base, map: map, metadata: Self.metadata)
      }
    }
  }

  @Test(
    "exiftool finds both pictures and nothing wrong",
    .enabled(if: ExifTool.isThere, "exiftool is not installed"))
  func exiftool() throws {
    let file = try assemble([
      .exif(EXIFBuilder.camera().build().bytes),
      .xmp(Samples.xmp(attributes: "xmp:Rating=\"4\"")),
    ])
    let listed = GainMapSamples.listed(in: file)
    let tags = try ExifTool.tags(file, "picture.jpg")
    #expect(tags["MPF0:NumberOfImages"] == "2")
    #expect(tags["MPImage2:MPImageStart"] == "\(listed[1].start)")
    #expect(tags["MPImage2:MPImageLength"] == "\(listed[1].size)")
    #expect(tags["MPImage1:MPImageLength"] == "\(listed[0].size)")
    #expect(tags["XMP-xmp:Rating"] == "4")
    #expect(tags["XMP-hdrgm:Version"] == "1.0" || tags["XMP-hdrgm:Version"] == "1")
    let base = Array(file[..<listed[1].start])
    let wrong = try ExifTool.warnings(file, "picture.jpg")
      .subtracting(try ExifTool.warnings(base, "picture.jpg"))
    #expect(wrong.isEmpty)
  }
}
