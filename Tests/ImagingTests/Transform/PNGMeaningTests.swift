import Formats
import Metadata
import TestSupport
import Testing
import Vips

@testable import Imaging

@Suite("What a PNG's samples mean by its numbers")
struct PNGMeaningTests {
  /// The big-endian bytes of numbers.
  private static func big(_ values: Int...) -> [UInt8] {
    values.flatMap { value in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
  }

  /// A PNG of one colour with chunks that tell what it means.
  private func png(_ colour: [UInt8], _ chunks: [(PNGChunk.Kind, [UInt8])]) throws -> [UInt8] {
    let plain = try Pictures.plain(colour, width: 40, height: 30).savePNG()
    var file = try #require(PNGChunks(plain))
    file.chunks.removeAll { ["gAMA", "sRGB", "cHRM"].contains($0.kind) }
    file.chunks.insert(contentsOf: chunks.map { PNGChunk($0.0, $0.1) }, at: 1)
    return file.bytes
  }

  private func made(_ png: [UInt8], _ recipe: Recipe) throws -> Rendering {
    try Pipeline(recipe: recipe, limits: PipelineLimits()).run(Source(png))
  }

  private static let p3: [(PNGChunk.Kind, [UInt8])] = [("cICP", [12, 13, 0, 1])]
  private static let pq: [(PNGChunk.Kind, [UInt8])] = [("cICP", [9, 16, 0, 1])]

  @Test("code points become a profile in other formats, and sRGB where that is asked for")
  func codePoints() throws {
    let green = try png([80, 200, 90], Self.p3)
    let jpeg = try made(green, Recipe(size: .longEdge(20), format: .fixed(.jpeg)))
    #expect(try Files.metadata(jpeg.bytes).icc != nil)
    let recipe = Recipe(size: .longEdge(20), format: .fixed(.png), convertsToSRGB: true)
    let converted = try Files.pixels(made(green, recipe).bytes).colour(5, 5)
    // Display P3's green lies outside of sRGB's: less red is what is nearest.
    #expect(converted[0] < 40 && converted[1] > 195)
    #expect(try made(green, Recipe(convertsToSRGB: true)).encodes == 1, "no pass-through")
    #expect(try made(green, Recipe()).isUntouched)
  }

  @Test("high dynamic range stays in a PNG, and is mapped elsewhere")
  func highDynamicRange() throws {
    let bright = try png([148, 148, 148], Self.pq)
    let kept = try made(bright, Recipe(size: .longEdge(20)))
    #expect(kept.warnings.isEmpty)
    let points = try Source(kept.bytes).facts.pngColours?.codePoints
    #expect(points?.primaries == 9 && points?.transfer == 16)
    #expect(try Files.pixels(kept.bytes).colour(5, 5) == [148, 148, 148])
    let mapped = try made(bright, Recipe(size: .longEdge(20), format: .fixed(.webp)))
    #expect(mapped.warnings.map(\.name) == ["hdr-transfer"])
    let none = try made(bright, Recipe(metadata: .none))
    #expect(none.warnings.map(\.name) == ["hdr-transfer"])
    #expect(try Source(none.bytes).facts.pngColours?.codePoints == nil)
  }

  @Test("a power other than sRGB's is honoured, in colour and in gray", arguments: [3, 1])
  func gamma(bands: Int) throws {
    let colour = [UInt8](repeating: 128, count: bands)
    let linear = try png(colour, [("gAMA", Self.big(100_000))])
    let recipe = Recipe(size: .longEdge(20), format: .fixed(.png), convertsToSRGB: true)
    let light = try Files.pixels(made(linear, recipe).bytes).colour(5, 5)
    // Half of the light is 188 in sRGB.
    #expect(light.allSatisfy { abs($0 - 188) <= 2 }, "\(light)")
    let jpeg = try made(linear, Recipe(size: .longEdge(20), format: .fixed(.jpeg)))
    #expect(try Files.metadata(jpeg.bytes).icc != nil)
  }

  @Test("numbers that mean sRGB, or stand beside it, change nothing")
  func standard() throws {
    for chunks in [
      [("gAMA", Self.big(45455))], [("sRGB", [0]), ("gAMA", Self.big(100_000))],
      [("cHRM", Self.big(31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000))],
      [("cICP", [1, 13, 0, 1])],
    ] as [[(PNGChunk.Kind, [UInt8])]] {
      let recipe = Recipe(size: .longEdge(20), format: .fixed(.webp), convertsToSRGB: true)
      let bytes = try made(png([128, 90, 200], chunks), recipe).bytes
      #expect(try Files.metadata(bytes).icc == nil)
      #expect(try areNear(Files.pixels(bytes).colour(5, 5), [128, 90, 200], within: 4))
    }
  }
}
