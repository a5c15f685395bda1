import Formats
import Metadata
import TestSupport
import Testing
import Vips

@testable import Imaging

@Suite("Scores of outputs")
struct ScoreTests {
  private func score(_ fixture: String, _ change: (inout Recipe) -> Void) throws -> Double? {
    try Pipeline(recipe: recipe(change), limits: PipelineLimits()).run(Files.source(fixture)).score
  }

  private func recipe(_ change: (inout Recipe) -> Void) -> Recipe {
    var recipe = Recipe(scoring: Scoring())
    change(&recipe)
    return recipe
  }

  @Test("a loss is a number from 100, for none, to 0, for all")
  func scale() {
    let losses = [0, 0.0001, 0.001, 0.003, 0.01, 0.03, 0.1, 1]
    let scores = losses.map { PictureScore.score(ofLoss: $0) }
    #expect(scores.first == 100 && scores.last == 0)
    #expect(scores == scores.sorted(by: >) && Set(scores).count == scores.count)
    #expect(PictureScore.score(ofLoss: -1e-9) == 100)
    #expect(scores.allSatisfy { ($0 * 10).rounded() / 10 == $0 })
  }

  @Test("nothing is scored unless that is asked for")
  func unasked() throws {
    #expect(try Files.made("photo.jpg", Recipe(size: .longEdge(100))).score == nil)
    #expect(try Files.made("photo.jpg", Recipe()).score == nil)
  }

  @Test("what is passed through, or turned without loss, scores 100")
  func untouched() throws {
    #expect(try score("photo.jpg") { _ in } == 100)
    #expect(try score("photo.jpg") { $0.metadata = .color } == 100)
    #expect(try score("photo.jpg") { $0.budget = ByteBudget(bytes: 10_000_000) } == 100)
  }

  @Test(
    "so does what is encoded without loss",
    arguments: ["photo.jpg", "p3.jpg", "gray.jpg", "cmyk.jpg", "rgba.png"])
  func lossless(fixture: String) throws {
    #expect(try score(fixture) { ($0.format, $0.size) = (.fixed(.png), .longEdge(100)) } == 100)
  }

  @Test(
    "the score falls with the quality, whatever the format and the colours",
    arguments: [
      ("photo.jpg", .jpeg), ("photo.jpg", .heic), ("photo.heic", .webp), ("rgba.png", .jpeg),
      ("rgba.png", .webp), ("rgba.png", .heic), ("p3.jpg", .webp), ("cmyk.jpg", .webp),
      ("gray.jpg", .webp), ("gray.jpg", .heic),
    ] as [(String, ImageFormat)])
  func falls(fixture: String, format: ImageFormat) throws {
    let scores = try [95, 60, 20, 2].map { quality in
      try #require(
        try score(fixture) {
          ($0.format, $0.quality, $0.size) = (.fixed(format), quality, .longEdge(250))
        })
    }
    #expect(scores == scores.sorted(by: >), "\(scores)")
    #expect(scores[0] > 75 && scores[0] <= 100 && scores[3] < scores[0] - 2, "\(scores)")
  }

  @Test("a picture under a budget is scored at its own size, and falls with the budget")
  func budget() throws {
    let scores = try [30_000, 20_000, 10_000].map { bytes in
      try #require(try score("photo.jpg") { $0.budget = ByteBudget(bytes: bytes) })
    }
    #expect(scores == scores.sorted(by: >), "\(scores)")
    // Scaled down, its quality is not so bad any more as it is small.
    let small = try score("photo.jpg") { $0.budget = ByteBudget(bytes: 3000, minimumQuality: 60) }
    #expect(try #require(small) > 50)
  }

  @Test("one that just scores enough is handed out, one that scores a tenth less is not")
  func minimum() throws {
    let wanted = try #require(try score("photo.jpg") { $0.size = .longEdge(200) })
    func made(_ minimum: Double) throws -> Double? {
      try score("photo.jpg") {
        ($0.size, $0.scoring) = (.longEdge(200), Scoring(minimum: minimum))
      }
    }
    #expect(try made(wanted) == wanted)
    let error = try #require(imagingError { try made(wanted + 0.1) })
    #expect(error.reason == .unsupported)
    #expect(error.message.contains("\(wanted)"))
  }

  @Test("under a budget too low a score is a budget too small")
  func overBudget() throws {
    let error = imagingError {
      try score("photo.jpg") {
        ($0.budget, $0.scoring) = (ByteBudget(bytes: 3000), Scoring(minimum: 70))
      }
    }
    #expect(error?.reason == .overBudget)
    #expect(error?.message.contains("below 70") == true)
  }

  @Test("a picture gray in the middle of colours is told from one in colour")
  func chroma() throws {
    let colour = try Pictures.waves(width: 200, height: 180)
    let luma = try colour.recomb([[0.299, 0.587, 0.114]]).linear([1], [0.5]).cast(.uchar)
    let gray = try VipsImage.bandjoin([luma, luma, luma]).copy(interpretation: .srgb)
    let score = try PictureScore.of(gray, against: colour)
    #expect(score < 60)
    #expect(try PictureScore.of(colour, against: colour) == 100)
  }

  @Test("comparing can be stopped")
  func stopped() throws {
    let picture = try Pictures.waves(width: 200, height: 180)
    #expect(throws: VipsError.self) {
      try PictureScore.of(picture, against: picture) { true }
    }
  }
}
