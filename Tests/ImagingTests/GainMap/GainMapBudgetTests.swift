import Formats
import Metadata
import TestSupport
import Testing
import Vips

@testable import Imaging

@Suite("Gain maps within budgets")
struct GainMapBudgetTests {
  /// A photo whose bytes and whose map's bytes are worth something.
  private static func file() throws -> [UInt8] {
    let base = try Pictures.noise(width: 256, height: 192)
    let map = try Pictures.noise(width: 128, height: 96).colourspace(.grey)
    return try UltraHDR.assemble(
      base: base.saveJPEG(quality: 95), map: map.saveJPEG(quality: 85),
      metadata: GainMapFiles.metadata)
  }

  private func made(_ bytes: Int, _ change: (inout Recipe) -> Void = { _ in }) throws -> Rendering {
    var recipe = Recipe(metadata: .safe, budget: ByteBudget(bytes: bytes))
    change(&recipe)
    return try GainMapFiles.made(Self.file(), recipe)
  }

  @Test("where there is room it stays, and its bytes count", arguments: [60_000, 50_000])
  func kept(bytes: Int) throws {
    let made = try made(bytes)
    #expect(made.bytes.count <= bytes)
    #expect(try JPEGGainMap.find(in: made.bytes) != nil)
    #expect(try #require(made.quality) >= 70)
    #expect(GainMapFiles.losses(made).isEmpty)
  }

  @Test(
    "where the picture would be worse than quality 70 for it, it goes", arguments: [18_000, 9000])
  func dropped(bytes: Int) throws {
    let made = try made(bytes)
    #expect(made.bytes.count <= bytes)
    #expect(try JPEGGainMap.find(in: made.bytes) == nil)
    #expect(GainMapFiles.losses(made) == ["gain-map"])
  }

  @Test("without it nothing of the budget is lost to it", arguments: [18_000, 45_000])
  func onDemand(bytes: Int) throws {
    let without = try made(bytes) { $0.hdr = .drop }
    #expect(try JPEGGainMap.find(in: without.bytes) == nil)
    #expect(without.warnings.isEmpty)
    if bytes == 18_000 { #expect(try made(bytes).bytes == without.bytes) }
  }
}
