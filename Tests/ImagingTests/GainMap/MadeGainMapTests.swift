import Formats
import Heif
import Metadata
import Testing
import Vips

@testable import Imaging

@Suite("A gain map made of PQ or HLG")
struct MadeGainMapTests {
  /// A HEIF of 10 bits, soft waves up to a bright light.
  private func heif(transfer: Int, width: Int = 320, height: Int = 200) throws -> [UInt8] {
    var encoder = HeifEncoder(.av1, quality: 95)
    encoder.bits = 10
    encoder.color = HeifColor(primaries: 9, transfer: transfer, matrix: 9, fullRange: true)
    let waves = try Pictures.waves(width: width, height: height)
      .linear([850 / 255.0], [40]).cast(.ushort).copy(interpretation: .rgb16)
    return try encoder.encode(waves.pixels())
  }

  private func made(_ bytes: [UInt8], _ recipe: Recipe) throws -> Rendering {
    try Pipeline(recipe: recipe, limits: PipelineLimits()).run(Source(bytes))
  }

  private func gainMap(_ jpeg: [UInt8]) throws -> (image: VipsImage, meaning: GainMapMetadata)? {
    try JPEGGainMap.find(in: jpeg).map { (try .loadJPEG(Array($0.bytes)), $0.stored.metadata) }
  }

  @Test("goes behind a JPEG, at half of its size", arguments: [16, 18], [nil, 100, 41])
  func attached(transfer: Int, edge: Int?) throws {
    let source = try heif(transfer: transfer)
    let made = try made(
      source, Recipe(size: edge.map(SizeLimit.longEdge) ?? .unlimited, format: .fixed(.jpeg)))
    #expect(made.warnings.map(\.name) == ["bit-depth"])
    let map = try #require(try gainMap(made.bytes))
    #expect(map.image.size == PixelSize((made.size.width + 1) / 2, (made.size.height + 1) / 2))
    #expect(map.meaning.alternateHeadroom > 0.5 && map.meaning.baseHeadroom == 0)
    // Whoever knows nothing of maps sees the picture that there was before.
    let plain = try self.made(
      source,
      Recipe(
        size: edge.map(SizeLimit.longEdge) ?? .unlimited, format: .fixed(.jpeg), toneMaps: true))
    #expect(try Files.pixels(made.bytes).samples() == Files.pixels(plain.bytes).samples())
  }

  @Test("is there whatever is kept of the metadata", arguments: MetadataPolicy.allCases)
  func metadata(policy: MetadataPolicy) throws {
    let made = try made(
      heif(transfer: 16), Recipe(size: .longEdge(100), format: .fixed(.jpeg), metadata: policy))
    #expect(try gainMap(made.bytes) != nil)
  }

  @Test("counts in a budget, and goes where there is no room for it")
  func budget() throws {
    let source = try heif(transfer: 16)
    let whole = try made(source, Recipe(format: .fixed(.jpeg), quality: 90)).bytes.count
    let roomy = try made(
      source, Recipe(format: .fixed(.jpeg), budget: ByteBudget(bytes: whole + 1000)))
    #expect(try gainMap(roomy.bytes) != nil && roomy.bytes.count <= whole + 1000)
    let tight = try made(source, Recipe(format: .fixed(.jpeg), budget: ByteBudget(bytes: 1500)))
    #expect(try gainMap(tight.bytes) == nil && tight.bytes.count <= 1500)
    #expect(tight.warnings.contains { $0.loss == .hdrTransfer })
  }

  @Test("is not made where a standard picture is asked for, which is then no loss")
  func standard() throws {
    for recipe in [
      Recipe(format: .fixed(.jpeg), hdr: .drop), Recipe(format: .fixed(.jpeg), toneMaps: true),
      Recipe(format: .fixed(.avif), toneMaps: true), Recipe(format: .keep, hdr: .drop),
    ] {
      let made = try made(heif(transfer: 18), recipe)
      #expect(made.warnings.map(\.name) == ["bit-depth"])
      let facts = try Source(made.bytes).facts
      #expect(!facts.hasGainMap && !facts.isHighDynamicRange && facts.bitsPerSample == 8)
    }
  }
}
