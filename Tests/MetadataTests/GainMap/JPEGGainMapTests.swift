import Formats
import Testing

@testable import Metadata

@Suite("The gain map in a JPEG's file")
struct JPEGGainMapTests {
  private static let gray = JPEGBuilder(width: 4, height: 3)

  private static func map(_ segments: [JPEGBuilder.Segment]) -> [UInt8] {
    JPEGBuilder(segments: segments, width: 4, height: 3).bytes
  }

  private static let iso = map([GainMapSamples.iso(GainMapSamples.single.isoBytes)])
  private static let xmp = map([.xmp(GainMapSamples.single.xmpPacket)])
  private static let apple = map([
    .xmp(
      GainMapSamples.apple("<HDRGainMap:HDRGainMapHeadroom>4</HDRGainMap:HDRGainMapHeadroom>"))
  ])
  private static let announced = JPEGBuilder.Segment.xmp(
    Samples.xmp(
      """
      <rdf:Description rdf:about="" xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" \
      hdrgm:Version="1.0"/>
      """))

  private func flaw(in file: [UInt8]) -> GainMapFlaw? {
    do throws(GainMapFlaw) {
      _ = try JPEGGainMap.find(in: file)
      return nil
    } catch { return error }
  }

  // MARK: - Forms

  @Test("all three forms are read, by an index of either byte order", arguments: [true, false])
  func forms(isLittle: Bool) throws {
    let forms: [(StoredGainMap.Form, [UInt8])] = [
      (.iso, Self.iso), (.xmp, Self.xmp), (.apple, Self.apple),
    ]
    for (form, map) in forms {
      let file = GainMapSamples.file(order: isLittle ? .little : .big, [(0, map)])
      let found = try #require(try JPEGGainMap.find(in: file))
      #expect(found.stored.form == form)
      #expect(Array(found.bytes) == map)
      #expect(Array(file[found.bytes.startIndex..<found.bytes.endIndex]) == map)
    }
  }

  @Test("the numbers of ISO 21496-1 count before those of XMP")
  func bothForms() throws {
    let map = Self.map([
      .xmp(GainMapSamples.triple.xmpPacket), GainMapSamples.iso(GainMapSamples.single.isoBytes),
    ])
    let found = try #require(try JPEGGainMap.find(in: GainMapSamples.file([(0, map)])))
    #expect(found.stored == StoredGainMap(form: .iso, metadata: GainMapSamples.single))
  }

  @Test("where ISO's are damaged, those of XMP are taken")
  func damagedISO() throws {
    let map = Self.map([
      GainMapSamples.iso([0, 0, 0, 0, 0x40, 1]), .xmp(GainMapSamples.single.xmpPacket),
    ])
    let found = try #require(try JPEGGainMap.find(in: GainMapSamples.file([(0, map)])))
    #expect(found.stored == StoredGainMap(form: .xmp, metadata: GainMapSamples.single))
  }

  @Test("the headroom of Apple's older maps stands in the main picture's maker note")
  func appleMakerNote() throws {
    let map = Self.map([
      .xmp(
        GainMapSamples.apple("<HDRGainMap:HDRGainMapVersion>65536</HDRGainMap:HDRGainMapVersion>"))
    ])
    let exif = GainMapSamples.appleEXIF([(0x21, 1, 1), (0x30, 0, 1)])
    let found = try #require(
      try JPEGGainMap.find(in: GainMapSamples.file(main: [.exif(exif)], [(0, map)])))
    #expect(abs(found.stored.metadata.headroom - 8) < 1e-9)
    #expect(flaw(in: GainMapSamples.file([(0, map)])) == .metadataMissing)
  }

  @Test("the profile of the map's own picture is told")
  func profile() throws {
    let profile = Samples.icc()
    let map = Self.map([
      GainMapSamples.iso(GainMapSamples.triple.isoBytes), .icc(1, of: 1, profile),
    ])
    let found = try #require(try JPEGGainMap.find(in: GainMapSamples.file([(0, map)])))
    #expect(found.profile == profile)
  }

  // MARK: - Places

  @Test("of several pictures the one that is a gain map is found")
  func amongOthers() throws {
    let preview = Self.gray.bytes
    let matte = Self.map([
      .xmp(
        Samples.xmp(
          """
          <rdf:Description xmlns:apdi="http://ns.apple.com/pixeldatainfo/1.0/" \
          apdi:AuxiliaryImageType="urn:com:apple:photo:2018:aux:portraiteffectsmatte"/>
          """))
    ])
    let file = GainMapSamples.file([(0x01_0001, preview), (0, matte), (0, Self.xmp)], gap: 3)
    let found = try #require(try JPEGGainMap.find(in: file))
    #expect(Array(found.bytes) == Self.xmp)
  }

  @Test("without an index it is looked for behind the picture's end")
  func withoutIndex() throws {
    var builder = JPEGBuilder(segments: [Self.announced])
    builder.trailer = [0, 0] + Self.gray.bytes + Self.apple + [1, 2, 3]
    #expect(Array(try #require(try JPEGGainMap.find(in: builder.bytes)).bytes) == Self.apple)
  }

  @Test("an index whose offsets lead nowhere is passed over", arguments: [0, 7, 1 << 31])
  func wrongOffsets(offset: Int) throws {
    var builder = JPEGBuilder(segments: [
      GainMapSamples.index(.big, [(0x03_0000, 0, 0), (0, Self.iso.count, offset)])
    ])
    builder.trailer = Self.iso
    #expect(Array(try #require(try JPEGGainMap.find(in: builder.bytes)).bytes) == Self.iso)
  }

  @Test("the map ends where its picture does, whatever size is listed")
  func wrongSize() throws {
    let file = GainMapSamples.file([(0, Self.iso)]) + [1, 2, 3]
    #expect(Array(try #require(try JPEGGainMap.find(in: file)).bytes) == Self.iso)
  }

  // MARK: - What can't be used

  @Test("a picture without a gain map has none", arguments: [true, false])
  func none(hasCompanion: Bool) throws {
    let file = hasCompanion ? GainMapSamples.file([(0, Self.gray.bytes)]) : Self.gray.bytes
    #expect(try JPEGGainMap.find(in: file) == nil)
    #expect(try JPEGGainMap.find(in: []) == nil)
  }

  @Test("one that is announced and not there is told of")
  func announcedOnly() {
    for segment in [Self.announced, GainMapSamples.iso([0, 0, 0, 0])] {
      #expect(flaw(in: JPEGBuilder(segments: [segment]).bytes) == .pictureMissing)
    }
  }

  @Test("the only further picture is the one that is announced, without a word about its samples")
  func announcedWithoutMetadata() {
    let file = GainMapSamples.file(main: [Self.announced], [(0, Self.gray.bytes)])
    #expect(flaw(in: file) == .metadataMissing)
  }

  @Test("a picture that the index calls a gain map is one")
  func listedWithoutMetadata() {
    #expect(flaw(in: GainMapSamples.file([(0x05_0000, Self.gray.bytes)])) == .metadataMissing)
  }

  @Test("damaged numbers are told of as such")
  func damaged() {
    let maps = [
      Self.map([GainMapSamples.iso([0, 0, 0, 0, 0, 0])]),
      Self.map([.xmp(GainMapSamples.hdrgm("hdrgm:GainMapMax=\"x\""))]),
      Self.map([GainMapSamples.iso([0, 0, 0, 0]), .xmp(GainMapSamples.hdrgm("hdrgm:Gamma=\"0\""))]),
    ]
    for map in maps {
      #expect(flaw(in: GainMapSamples.file([(0, map)])) == .metadataDamaged)
    }
  }

  @Test("a file that is cut anywhere gives the map, a flaw, or nothing")
  func cut() throws {
    let file = GainMapSamples.file(main: [Self.announced], [(0, Self.iso)])
    for count in file.indices {
      if let found = try? JPEGGainMap.find(in: Array(file[..<count])) {
        #expect(found.bytes.endIndex <= count)
      }
    }
  }

  @Test("more pictures than any photo has are not looked through")
  func many() throws {
    var builder = JPEGBuilder()
    builder.trailer = Array(repeating: Self.gray.bytes, count: 200).flatMap { $0 } + Self.iso
    #expect(try JPEGGainMap.find(in: builder.bytes) == nil)
  }
}
