import Formats
import Testing

@Suite("HEIF structure")
struct HEIFStructureTests {
  private func structure(_ builder: HEIFBuilder) throws -> HEIFStructure {
    try #require(try facts(builder.bytes()).heif)
  }

  @Test("A coded picture's type, size and samples are read", arguments: [false, true])
  func codedPicture(isWide: Bool) throws {
    var builder = HEIFBuilder.picture(97, 63)
    builder.isWide = isWide
    let found = try structure(builder)
    #expect(found.primary == 1)
    #expect(found.primaryType == "hvc1")
    #expect(found.codec == .hevc)
    #expect(found.storedSize == PixelSize(width: 97, height: 63))
    #expect(found.bitsPerSample == 8)
    #expect(found.chroma == .yuv420)
    #expect(found.tiles == nil)
    #expect(found.pictures == 1)
    #expect(found.state == .sound)
  }

  @Test(
    "Crops, turns and mirrors apply in listed order",
    arguments: [
      ([Property.turn(0)], 96, 64), ([Property.turn(1)], 64, 96), ([Property.turn(2)], 96, 64),
      ([Property.turn(3)], 64, 96), ([Property.mirror(0)], 96, 64),
      ([Property.turn(1), Property.mirror(1)], 64, 96), ([Property.crop(50, 40)], 50, 40),
      ([Property.crop(50, 40), Property.turn(1)], 40, 50),
      ([Property.turn(1), Property.crop(50, 90)], 50, 90),
      ([Property.crop(101, 81, over: 2)], 51, 41),
      ([Property.turn(1), Property.turn(1)], 96, 64),
    ])
  func transforms(properties: [[UInt8]], width: Int, height: Int) throws {
    let found = try structure(.picture(96, 64, properties))
    #expect(found.displayedSize == PixelSize(width: width, height: height))
    #expect(found.transforms.count == properties.count)
    #expect(found.state == .sound)
  }

  @Test("In HEIF an EXIF orientation changes nothing, and is told")
  func exifOrientation() throws {
    var builder = HEIFBuilder.picture(96, 64, [Property.turn(1)])
    builder.items.append(
      .init(id: 2, type: "Exif", data: be32(6) + ascii("Exif\0\0") + exif(orientation: 6)))
    builder.references = [("cdsc", 2, [1])]
    let facts = try facts(builder.bytes())
    #expect(facts.orientation == 1)
    #expect(facts.exifOrientation == 6)
    #expect(facts.displayedSize == PixelSize(width: 64, height: 96))
  }

  @Test("Metadata items lie where their extents say, whole or in pieces", arguments: [1, 3])
  func metadata(pieces: Int) throws {
    let block = be32(0) + exif(orientation: 3)
    let text = ascii("<x:xmpmeta/>")
    var builder = HEIFBuilder.picture()
    builder.items += [
      .init(id: 2, type: "Exif", data: block, pieces: pieces),
      .init(
        id: 3, type: "mime", data: text, contentType: "application/rdf+xml", isInItemData: true),
      .init(id: 4, type: "mime", data: [1], contentType: "text/plain"),
    ]
    builder.references = [("cdsc", 2, [1]), ("cdsc", 3, [1])]
    let bytes = builder.bytes()
    let found = try structure(builder)
    #expect(found.exif.count == pieces)
    #expect(found.exif.flatMap { bytes[$0] } == block)
    #expect(found.xmp.flatMap { bytes[$0] } == text)
    #expect(try facts(bytes).exifOrientation == 3)
    #expect(found.pictures == 1)
  }

  @Test("The metadata of another picture are not taken")
  func metadataOfOthers() throws {
    var builder = HEIFBuilder.picture()
    builder.items += [
      .picture(5, 8, 8), .init(id: 2, type: "Exif", data: be32(0) + exif(orientation: 3)),
      .init(id: 3, type: "Exif", data: be32(0) + exif(orientation: 8)),
    ]
    builder.references = [("cdsc", 2, [5]), ("cdsc", 3, [1])]
    #expect(try facts(builder.bytes()).exifOrientation == 8)
  }

  @Test("The primary picture need not be the first, and all that are shown count")
  func severalPictures() throws {
    var builder = HEIFBuilder()
    builder.items = [
      .picture(1, 64, 64), .picture(2, 96, 64), .picture(3, 128, 64),
      .picture(4, 10, 10, isHidden: true),
    ]
    builder.primary = 2
    let facts = try facts(builder.bytes())
    #expect(facts.displayedSize == PixelSize(width: 96, height: 64))
    #expect(facts.pictures == 3)
    #expect(!facts.isAnimated)
  }

  @Test("A grid's size is its own, its codec that of its tiles", arguments: [false, true])
  func grid(tilesAreHidden: Bool) throws {
    var builder = HEIFBuilder()
    builder.items = [.grid(9, rows: 2, columns: 3, 180, 120, [Property.turn(3)])]
    builder.items += (1...6).map {
      .picture(
        $0, 64, 64, [Property.nclx(9, 16, 9, full: true), Property.icc([1, 2, 3])],
        isHidden: tilesAreHidden)
    }
    builder.primary = 9
    builder.references = [("dimg", 9, [1, 2, 3, 4, 5, 6])]
    let bytes = builder.bytes()
    let found = try structure(builder)
    #expect(found.primaryType == "grid")
    #expect(found.codec == .hevc)
    let size = PixelSize(width: 64, height: 64)
    #expect(found.tiles == HEIFTiles(columns: 3, rows: 2, size: size))
    #expect(found.displayedSize == PixelSize(width: 120, height: 180))
    #expect(found.bitsPerSample == 8)
    #expect(found.nclx == HEIFColor(primaries: 9, transfer: 16, matrix: 9, isFullRange: true))
    #expect(found.icc.map { Array(bytes[$0]) } == [1, 2, 3])
    #expect(found.pictures == 1)
    #expect(found.state == .sound)
  }

  @Test(
    "Bits and chroma come from the codec's configuration",
    arguments: [
      (Property.hevc(chroma: 0, bits: 8), "hvc1", 8, ChromaFormat.monochrome, 1),
      (Property.hevc(chroma: 1, bits: 10), "hvc1", 10, .yuv420, 3),
      (Property.hevc(chroma: 2, bits: 10), "hvc1", 10, .yuv422, 3),
      (Property.hevc(chroma: 3, bits: 12), "hvc1", 12, .yuv444, 3),
      (Property.av1(0x0C), "av01", 8, .yuv420, 3), (Property.av1(0x48), "av01", 10, .yuv422, 3),
      (Property.av1(0x60), "av01", 12, .yuv444, 3), (Property.av1(0x1C), "av01", 8, .monochrome, 1),
    ])
  func samples(
    configuration: [UInt8], type: String, bits: Int, chroma: ChromaFormat, bands: Int
  ) throws {
    var builder = HEIFBuilder.picture()
    builder.items = [
      .init(
        id: 1, type: type, properties: [configuration, Property.size(8, 8)], data: [1, 2, 3])
    ]
    let facts = try facts(builder.bytes())
    #expect(facts.bitsPerSample == bits)
    #expect(facts.heif?.chroma == chroma)
    #expect(facts.bands == bands)
  }

  @Test("Without a codec's word, the channels' bits count")
  func channels() throws {
    let facts = try facts(
      HEIFBuilder.picture(8, 8, [Property.channels(12, 12, 12)], type: "j2k1").bytes())
    #expect(facts.kind == .image(.heif))
    #expect(facts.codec == "jpeg2000")
    #expect(facts.bitsPerSample == 12)
    #expect(facts.bands == 3)
  }

  @Test(
    "Auxiliary pictures are told by their URNs and are no pictures of their own",
    arguments: [
      ("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", true, false, false),
      ("urn:mpeg:hevc:2015:auxid:1", true, false, false),
      ("urn:mpeg:hevc:2015:auxid:2", false, true, false),
      ("urn:mpeg:mpegB:cicp:systems:auxiliary:depth", false, true, false),
      ("urn:com:apple:photo:2020:aux:hdrgainmap", false, false, true),
      ("urn:com:samsung:photo:2024:aux:hdrgainmap", false, false, true),
      ("urn:com:apple:photo:2018:aux:portraiteffectsmatte", false, false, false),
    ])
  func auxiliaries(urn: String, alpha: Bool, depth: Bool, gainMap: Bool) throws {
    var builder = HEIFBuilder.picture()
    builder.items.append(.picture(2, 96, 64, [Property.auxiliary(urn)]))
    builder.references = [("auxl", 2, [1]), ("prem", 1, [2])]
    let facts = try facts(builder.bytes())
    let found = try #require(facts.heif)
    #expect(found.auxiliaryTypes == [urn])
    #expect(facts.hasAlpha == alpha)
    #expect(found.isPremultiplied == alpha)
    #expect(found.hasDepthMap == depth)
    #expect(facts.hasGainMap == gainMap)
    #expect(facts.bands == (alpha ? 4 : 3))
    #expect(facts.pictures == 1)
  }

  @Test("A tone map and its gain map are no pictures of their own")
  func toneMap() throws {
    var builder = HEIFBuilder.picture()
    builder.items += [
      .picture(2, 48, 32), .init(id: 3, type: "tmap", data: [0], isInItemData: true),
    ]
    builder.references = [("dimg", 3, [1, 2])]
    let facts = try facts(builder.bytes())
    #expect(facts.pictures == 1)
    #expect(facts.hasGainMap)
  }

  @Test("A tone map's second input is found, with its payload, its colours and its own XMP")
  func toneMapParts() throws {
    var builder = HEIFBuilder.picture()
    builder.items += [
      .picture(2, 48, 32),
      .init(
        id: 3, type: "tmap", properties: [Property.nclx(9, 16, 0, full: true)], data: [0, 1, 2],
        pieces: 3),
      .init(id: 4, type: "mime", data: [7, 7], contentType: "application/rdf+xml"),
      .init(id: 5, type: "mime", data: [8, 8], contentType: "application/rdf+xml"),
    ]
    builder.references = [("cdsc", 4, [1]), ("cdsc", 5, [2]), ("dimg", 3, [1, 2])]
    let bytes = builder.bytes()
    let map = try #require(try structure(builder).gainMaps.first)
    #expect(map.item == 2)
    #expect(map.relation == .toneMap)
    #expect(map.size == PixelSize(width: 48, height: 32))
    #expect(map.payload.flatMap { bytes[$0] } == [0, 1, 2])
    #expect(map.xmp.flatMap { bytes[$0] } == [8, 8])
    #expect(map.nclx?.primaries == 9)
  }

  @Test("Auxiliary gain maps are found behind tone maps, and only the picture's own")
  func auxiliaryGainMaps() throws {
    let type = "urn:com:apple:photo:2020:aux:hdrgainmap"
    var builder = HEIFBuilder.picture()
    builder.items += [
      .picture(2, 48, 32, [Property.auxiliary(type)]), .picture(3, 24, 16),
      .init(id: 4, type: "tmap", data: [0], isInItemData: true), .picture(5, 96, 64),
      .picture(6, 12, 8, [Property.auxiliary(type)]),
    ]
    builder.references = [("auxl", 2, [1]), ("dimg", 4, [1, 3]), ("auxl", 6, [5])]
    let maps = try structure(builder).gainMaps
    #expect(maps.map(\.item) == [3, 2])
    #expect(maps.map(\.relation) == [.toneMap, .auxiliary(type)])
    #expect(maps.map(\.xmp.count) == [0, 0])
  }

  @Test("A tone map of one input makes no gain map")
  func toneMapWithoutMap() throws {
    var builder = HEIFBuilder.picture()
    builder.items += [.init(id: 3, type: "tmap", data: [0], isInItemData: true)]
    builder.references = [("dimg", 3, [1])]
    #expect(try structure(builder).gainMaps.isEmpty)
  }

  @Test("Thumbnails are listed with their sizes as shown")
  func thumbnails() throws {
    var builder = HEIFBuilder.picture(96, 64, [Property.turn(1)])
    builder.items += [.picture(2, 48, 32, [Property.turn(1)]), .picture(3, 24, 16)]
    builder.references = [("thmb", 2, [1]), ("thmb", 3, [1])]
    let found = try structure(builder)
    #expect(
      found.thumbnails == [PixelSize(width: 32, height: 48), PixelSize(width: 24, height: 16)])
    #expect(found.pictures == 1)
  }

  @Test("An ICC profile is found where it lies")
  func profile() throws {
    let builder = HEIFBuilder.picture(8, 8, [Property.icc([7, 8, 9])])
    let bytes = builder.bytes()
    let found = try structure(builder)
    #expect(found.hasICC)
    #expect(found.icc.map { Array(bytes[$0]) } == [7, 8, 9])
    #expect(found.nclx == nil)
  }

  @Test("A small file's mini box is read", arguments: 1...8)
  func miniBox(orientation: Int) throws {
    let header = Samples.miniHeader(
      chroma: 3, orientation: orientation, width: 100, height: 50, bits: 12, alpha: true)
    let bytes = box("ftyp", ascii("mif3"), ascii("avif")) + box("mini", header)
    let facts = try facts(bytes)
    #expect(facts.kind == .image(.avif))
    #expect(facts.storedSize == PixelSize(width: 100, height: 50))
    #expect(facts.displayedSize == facts.storedSize.upright(from: orientation))
    #expect(facts.orientation == 1)
    #expect(facts.bitsPerSample == 12)
    #expect(facts.hasAlpha)
    let turns = try #require(facts.heif).transforms.reduce(facts.storedSize) { size, transform in
      if case .rotation(let quarters) = transform, quarters % 2 == 1 { size.turned } else { size }
    }
    #expect(turns == facts.displayedSize)
  }

  @Test("A sequence's frames, size and samples come from its track")
  func sequence() throws {
    let bytes = fileType("hevc", "msf1", "hevc") + Samples.film("pict", frames: 7)
    let facts = try facts(bytes)
    #expect(facts.pictures == 7)
    #expect(facts.isAnimated)
    #expect(facts.displayedSize == PixelSize(width: 96, height: 64))
    #expect(facts.bitsPerSample == 10)
    #expect(facts.codec == "hevc")
    #expect(facts.heif?.sequence?.handler == "pict")
  }

  @Test("A film's matrix may turn it")
  func turnedFilm() throws {
    let turn = [0, 0x10000, 0, 0xFFFF_0000, 0, 0, 0, 0, 0x4000_0000]
    let facts = try facts(fileType("isom") + Samples.film("vide", matrix: turn))
    #expect(facts.storedSize == PixelSize(width: 96, height: 64))
    #expect(facts.displayedSize == PixelSize(width: 64, height: 96))
  }
}
