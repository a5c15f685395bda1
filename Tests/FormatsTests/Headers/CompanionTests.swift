import Formats
import Testing

@Suite("Pictures and videos beside the main one")
struct CompanionTests {
  private static func application(_ number: UInt8, _ payload: [UInt8]) -> [UInt8] {
    Samples.segment(0xE0 + number, payload)
  }

  private static func xmp(_ attributes: String) -> [UInt8] {
    application(1, ascii("http://ns.adobe.com/xap/1.0/\0<d \(attributes)/>"))
  }

  /// A JPEG whose index lists a picture of a type, which follows it.
  private static func pair(_ type: Int, _ companion: [UInt8]) -> [UInt8] {
    func main(_ offset: Int) -> [UInt8] {
      let entries = [0x03_0000, 100, 0, 0, type, companion.count, offset, 0]
      let index = TIFFBuilder([.long(0xB001, [2]), .long(0xB002, entries)], order: .big).bytes()
      return Samples.jpeg(30, 20, application(2, ascii("MPF\0") + index))
    }
    // Offsets count from the index, behind SOI, marker, length and name.
    return main(main(0).count - 10) + companion
  }

  @Test(
    "the index's types tell previews from views and maps",
    arguments: [
      (0x01_0001, Companion.preview), (0x01_0002, .preview), (0x02_0001, .view), (0x02_0002, .view),
      (0x02_0003, .view), (0x05_0000, .gainMap), (0x04_0000, .auxiliary), (0, .auxiliary),
    ])
  func types(type: Int, companion: Companion) throws {
    let facts = try facts(Self.pair(type, Samples.jpeg()))
    #expect(facts.companionKinds == [companion])
    #expect(facts.companions == 1 && facts.pictures == 1)
    #expect(facts.views == (companion == .view ? 1 : 0))
    #expect(facts.hasGainMap == (companion == .gainMap))
  }

  private static let apple = "xmlns:a=\"http://ns.apple.com/pixeldatainfo/1.0/\" "

  @Test(
    "a picture without a type is what its own header says",
    arguments: [
      (xmp("xmlns:q=\"http://ns.adobe.com/hdr-gain-map/1.0/\" q:GainMapMax=\"1\""), .gainMap),
      (xmp("xmlns:q='http://ns.apple.com/HDRGainMap/1.0/' q:HDRGainMapVersion='1'"), .gainMap),
      (application(2, ascii("urn:iso:std:iso:ts:21496:-1\0") + [0, 0, 0, 0]), .gainMap),
      (xmp(apple + "a:AuxiliaryImageType=\"urn:com:apple:photo:2020:aux:hdrgainmap\""), .gainMap),
      (xmp(apple + "a:AuxiliaryImageType=\"urn:mpeg:aux:disparity\""), .depthMap),
      (xmp(apple + "a:AuxiliaryImageType=\"urn:aux:portraiteffectsmatte\""), .auxiliary),
    ] as [([UInt8], Companion)])
  func described(segment: [UInt8], companion: Companion) throws {
    let facts = try facts(Self.pair(0, Samples.jpeg(8, 8, segment)))
    #expect(facts.companionKinds == [companion])
    #expect(facts.hasDepthMap == (companion == .depthMap))
  }

  @Test("a picture of which nothing is said is the gain map that the main one speaks of")
  func announced() throws {
    let claim = Self.xmp("xmlns:h=\"http://ns.adobe.com/hdr-gain-map/1.0/\" h:Version=\"1.0\"")
    let pair = Self.pair(0, Samples.jpeg())
    let facts = try facts(Array(pair[..<2]) + claim + Array(pair[2...]))
    #expect(facts.hasGainMap && facts.companionKinds == [.gainMap])
  }

  @Test("an index that leads nowhere is no trap")
  func hostile() throws {
    let index = TIFFBuilder(
      [.long(0xB001, [1000]), .long(0xB002, [0, 0, 0, 0, 0, 0xFFFF_FFFF, 0xFFFF_FFFF, 0])],
      order: .big)
    let jpeg = Samples.jpeg(30, 20, Self.application(2, ascii("MPF\0") + index.bytes()))
    #expect(try facts(jpeg).companions == 999)
  }

  @Test("a namespace that is declared and not used says nothing")
  func declared() throws {
    let jpeg = Samples.jpeg(
      30, 20, Self.xmp("xmlns:hdrgm=\"http://ns.adobe.com/hdr-gain-map/1.0/\""))
    #expect(try !facts(jpeg).hasGainMap)
  }

  private static let camera = "xmlns:c=\"http://ns.google.com/photos/1.0/camera/\" "
  private static let item = "xmlns:i=\"http://ns.google.com/photos/1.0/container/item/\" "
  private static let video = box("ftyp", ascii("mp42"), be32(0)) + box("mdat", [1, 2, 3])

  /// What XMP may say of a video.
  ///
  /// Swift 6.0 crashes on text that is put together in an attribute.
  private static let claims: [(attributes: String, isThere: Bool)] = [
    ("c:MicroVideo=\"1\" c:MicroVideoOffset=\"\(video.count)\"", true),
    ("c:MotionPhoto=\"1\" i:Semantic=\"MotionPhoto\" i:Length=\"\(video.count)\"", true),
    ("c:MicroVideo=\"1\" c:MicroVideoOffset=\"7\"", false),
    ("c:MicroVideo=\"1\" c:MicroVideoOffset=\"999999999999\"", false),
    ("c:BurstID=\"1\" c:MicroVideoPresentationTimestampUs=\"\(video.count)\"", false),
  ]

  @Test("XMP and the file's last bytes together make a motion photo", arguments: claims)
  func motionPhoto(attributes: String, isThere: Bool) throws {
    let segment = Self.xmp(Self.camera + Self.item + attributes)
    #expect(
      try facts(Samples.jpeg(30, 20, segment) + Self.video).hasMotionVideo == isThere)
    #expect(try !facts(Samples.jpeg(30, 20, segment)).hasMotionVideo)
  }

  @Test(
    "so does Samsung's directory at the end of the file",
    arguments: [(0x0A30, true, false), (0x0AB1, false, true), (0x0A01, false, false)])
  func samsung(type: Int, hasVideo: Bool, hasDepth: Bool) throws {
    let directory = joined(
      ascii("SEFH"), le32(106), le32(1), le16(0), le16(type), le32(20), le32(20))
    let file = joined(
      Samples.jpeg(), [UInt8](repeating: 7, count: 20), directory, le32(directory.count),
      ascii("SEFT"))
    #expect(try facts(file).hasMotionVideo == hasVideo)
    #expect(try facts(file).hasDepthMap == hasDepth)
  }

  @Test("a HEIC has its video in a box of its own")
  func heic() throws {
    var builder = HEIFBuilder.picture()
    #expect(try !facts(builder.bytes()).hasMotionVideo)
    builder.after = box("mpvd", Self.video)
    #expect(try facts(builder.bytes()).hasMotionVideo)
  }

  @Test("every metadata item of a HEIF is listed, whatever it belongs to")
  func metadataItems() throws {
    var builder = HEIFBuilder.picture()
    builder.items += [
      .init(id: 2, type: "Exif", data: [0, 0, 0, 0]), .init(id: 3, type: "Exif", data: [1]),
      .init(id: 4, type: "mime", data: [2], contentType: "application/rdf+xml"),
    ]
    builder.references = [("cdsc", 2, [1])]
    let heif = try #require(try facts(builder.bytes()).heif)
    #expect(heif.metadataItems.map(\.type) == ["Exif", "Exif", "mime"])
    #expect(heif.metadataItems.map { $0.ranges?.first?.count } == [4, 1, 1])
    #expect(!heif.isMini)
    #expect(try facts(Samples.mini).heif?.isMini == true)
  }
}
