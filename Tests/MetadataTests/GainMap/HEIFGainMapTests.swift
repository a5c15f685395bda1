import Formats
import Testing

@testable import Metadata

@Suite("The gain map of a HEIF's picture")
struct HEIFGainMapTests {
  private static let apple = "urn:com:apple:photo:2020:aux:hdrgainmap"
  private static let samsung = "urn:com:samsung:photo:2024:aux:hdrgainmap"

  /// A file that holds parts one behind the other, and a structure with maps that lie there.
  private struct File {
    var bytes: [UInt8] = [0, 0, 0]
    var heif = HEIFStructure()

    private mutating func add(_ part: [UInt8]) -> Range<Int> {
      bytes += part
      return bytes.count - part.count..<bytes.count
    }

    mutating func addToneMap(_ payload: [UInt8], icc: [UInt8]? = nil) {
      var item = HEIFGainMapItem(
        item: 7, relation: .toneMap, size: PixelSize(width: 8, height: 6))
      let half = payload.count / 2
      item.payload = [add(Array(payload[..<half])), add(Array(payload[half...]))]
      item.icc = icc.map { add($0) }
      item.nclx = HEIFColor(primaries: 9, transfer: 16, matrix: 0, isFullRange: true)
      heif.gainMaps.append(item)
    }

    mutating func addAuxiliary(_ type: String, xmp: [UInt8]?) {
      var item = HEIFGainMapItem(
        item: 9, relation: .auxiliary(type), size: PixelSize(width: 8, height: 6))
      item.xmp = xmp.map { [add($0)] } ?? []
      heif.gainMaps.append(item)
    }

    func find(_ exif: [UInt8]? = nil) throws(GainMapFlaw) -> HEIFGainMap? {
      try HEIFGainMap.find(in: MemorySource(bytes), heif, exif: exif)
    }
  }

  @Test("a tone map's payload is read from all its pieces, and its colours are told")
  func toneMap() throws {
    var file = File()
    file.addToneMap(GainMapSamples.triple.toneMapBytes, icc: Samples.icc())
    let map = try #require(try file.find())
    #expect(map.item == 7)
    #expect(map.stored == StoredGainMap(form: .iso, metadata: GainMapSamples.triple))
    #expect(map.profile == Samples.icc())
    #expect(map.colours?.primaries == 9)
  }

  @Test("an auxiliary picture is described by its own XMP", arguments: [samsung, apple])
  func auxiliary(type: String) throws {
    var file = File()
    file.addAuxiliary(type, xmp: GainMapSamples.single.xmpPacket + [0, 0])
    let map = try #require(try file.find())
    #expect(map.item == 9)
    #expect(map.stored == StoredGainMap(form: .xmp, metadata: GainMapSamples.single))
  }

  @Test("the headroom of Apple's stands in its XMP, else in the picture's maker note")
  func apples() throws {
    var stated = File()
    stated.addAuxiliary(
      Self.apple,
      xmp: GainMapSamples.apple(
        "<HDRGainMap:HDRGainMapHeadroom>4</HDRGainMap:HDRGainMapHeadroom>"))
    #expect(try stated.find()?.stored.metadata.headroom == 4)
    let exif = GainMapSamples.appleEXIF([(0x21, 0, 1), (0x30, 0, 1)])
    for xmp in [nil, GainMapSamples.apple(""), Array("<x".utf8)] {
      var file = File()
      file.addAuxiliary(Self.apple, xmp: xmp)
      #expect(try file.find(exif)?.stored.metadata.alternateHeadroom.rounded() == 2)
      #expect(throws: GainMapFlaw.metadataMissing) { _ = try file.find() }
    }
  }

  @Test("where a tone map is damaged, the auxiliary picture is taken")
  func fallback() throws {
    var file = File()
    file.addToneMap([0, 0, 0])
    #expect(throws: GainMapFlaw.metadataDamaged) { _ = try file.find() }
    file.addAuxiliary(Self.samsung, xmp: GainMapSamples.single.xmpPacket)
    #expect(try file.find()?.stored.form == .xmp)
  }

  @Test("a map of another maker without a word about its samples can't be used")
  func unknown() {
    var file = File()
    file.addAuxiliary(Self.samsung, xmp: nil)
    #expect(throws: GainMapFlaw.metadataMissing) {
      _ = try file.find(GainMapSamples.appleEXIF([(0x21, 1, 1)]))
    }
  }

  @Test("a payload that lies past the end of the file is damage")
  func outside() {
    var file = File()
    file.addToneMap(GainMapSamples.single.toneMapBytes)
    file.bytes.removeLast(10)
    #expect(throws: GainMapFlaw.metadataDamaged) { _ = try file.find() }
    file.heif.gainMaps[0].payload = [Int.max - 1..<Int.max]
    #expect(throws: GainMapFlaw.metadataMissing) { _ = try file.find() }
  }

  @Test("without a map there is none")
  func none() throws {
    #expect(try File().find() == nil)
  }
}
