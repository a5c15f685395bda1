import Formats
import Metadata
import TestSupport
import Testing

@testable import Imaging

@Suite("The quality of a JPEG made from a JPEG")
struct QualityLimitTests {
  /// `photo.jpg` is of quality 80.
  private func made(_ recipe: Recipe) throws -> Rendering { try Files.made("photo.jpg", recipe) }

  @Test("one of the wanted quality or less stays as it is", arguments: [80, 90, nil])
  func stays(quality: Int?) throws {
    #expect(try made(Recipe(quality: quality, limitsQuality: true)).isUntouched)
  }

  @Test("one of more is encoded anew only where the recipe keeps to its quality")
  func lowered() throws {
    let made = try made(Recipe(quality: 60, limitsQuality: true))
    #expect(made.encodes == 1 && made.quality == 60)
    #expect(try Source(made.bytes).facts.jpeg?.estimatedQuality == 60)
    #expect(try self.made(Recipe(quality: 60)).isUntouched)
  }

  @Test("at the same size no more quality is asked of the encoder than the input's tables show")
  func capped() throws {
    let made = try made(Recipe(quality: 95, convertsToSRGB: true))
    #expect(made.encodes == 1 && made.quality == 80)
    let jpeg = try Source(made.bytes).facts.jpeg
    #expect(jpeg?.estimatedQuality == 80 && jpeg?.subsampling == "4:2:0")
  }

  @Test("other sizes and other formats have the quality that is asked for")
  func free() throws {
    #expect(try made(Recipe(size: .longEdge(320), quality: 95)).quality == 95)
    #expect(try made(Recipe(format: .fixed(.webp), quality: 95)).quality == 95)
    #expect(
      try Files.made("photo.heic", Recipe(quality: 95, limitsQuality: true)).quality == 95)
  }
}
