import Formats
import Heif
import Metadata
import TestSupport
import Testing
import Vips

@testable import Imaging

@Suite("Gain maps in HEIF")
struct GainMapHEIFTests {
  private func found(in file: [UInt8]) throws -> HEIFGainMap? {
    let source = try Source(file)
    return try HEIFGainMap.find(in: MemorySource(file), #require(source.facts.heif), exif: nil)
  }

  @Test("Apple's samples become binary logarithms in a JPEG")
  func appleToJPEG() throws {
    let made = try GainMapFiles.made(GainMapFiles.apple())
    let (found, image) = try GainMapFiles.map(in: made.bytes)
    #expect(found.stored.metadata.headroom == 4)
    #expect([image.width, image.height] == [24, 16])
    let curve = try #require(StoredGainMap.apple(headroom: 4).curve)
    let wanted = [0, 80, 160, 240].map { Int((curve[$0] * 255).rounded()) }
    #expect(areNear(try GainMapFiles.quarters(of: image), wanted, within: 12))
    #expect(made.warnings.isEmpty)
  }

  @Test("in HEIC Apple's stays Apple's, a smaller one")
  func appleToHEIC() throws {
    let recipe = Recipe(size: .longEdge(48), format: .fixed(.heic), metadata: .safe)
    let made = try GainMapFiles.made(GainMapFiles.apple(), recipe)
    #expect(made.warnings.isEmpty)
    let map = try #require(try found(in: made.bytes))
    #expect(map.stored.form == .apple && map.stored.metadata.headroom == 4)
    let back = try GainMapFiles.made(made.bytes, Recipe(size: .longEdge(40)))
    #expect(try GainMapFiles.map(in: back.bytes).found.stored.metadata.headroom == 4)
  }

  @Test("another one is the input of a tone map", arguments: [ImageFormat.heic, .avif])
  func toneMap(format: ImageFormat) throws {
    let recipe = Recipe(size: .longEdge(64), format: .fixed(format))
    let made = try GainMapFiles.made(GainMapFiles.jpeg(), recipe)
    #expect(made.warnings.isEmpty)
    let map = try #require(try found(in: made.bytes))
    #expect(map.stored.form == .iso && map.stored.metadata == GainMapFiles.metadata)
    let facts = try Source(made.bytes).facts
    #expect(facts.state == .sound && facts.pictures == 1)
    let back = try GainMapFiles.made(made.bytes, Recipe(size: .longEdge(48)))
    let image = try GainMapFiles.map(in: back.bytes).image
    #expect(areNear(try GainMapFiles.quarters(of: image), [0, 80, 160, 240], within: 12))
  }

  @Test("a HEIC is made anew without it on demand")
  func dropped() throws {
    let recipe = Recipe(format: .fixed(.heic), hdr: .drop)
    let made = try GainMapFiles.made(GainMapFiles.apple(), recipe)
    #expect(try !Source(made.bytes).facts.hasGainMap)
    #expect(made.warnings.isEmpty)
  }

  @Test("a picture without a map is written as ever")
  func without() throws {
    let plain = try Pictures.waves(width: 64, height: 48).savePNG()
    let made = try GainMapFiles.made(plain, Recipe(format: .fixed(.heic)))
    #expect(try !Source(made.bytes).facts.hasGainMap)
  }
}
