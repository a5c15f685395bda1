internal import Posix
internal import TestSupport
internal import Testing

@Suite("--score and --min-score")
struct ScoreCommandTests {
  @Test(
    "every command that makes pictures tells scores when asked, in JSON and in its line",
    arguments: ["shrink", "upload-prep", "convert", "heic", "jpeg"])
  func told(command: String) async throws {
    let place = try Workplace("photo.heic", "progressive.jpg")
    let run = try await place.imgtool(
      "\(command)", "--score", "--json", "-o", "json", "photo.heic", "progressive.jpg")
    let scores = try run.records().map(\.score)
    #expect(scores.allSatisfy { score in score.map { $0 > 50 && $0 <= 100 } == true }, "\(scores)")
    let told = try await place.imgtool("\(command)", "--score", "-o", "text", "photo.heic")
    let score = try #require(scores[0])
    #expect(told.text.contains("  score \(score)"), "\(told.text)")
    let unasked = try await place.imgtool("\(command)", "--json", "-o", "un", "photo.heic")
    #expect(try unasked.records().map(\.score) == [nil])
    #expect(try place.bytes(output(unasked)) == place.bytes(output(run)))
  }

  private func output(_ run: ChildProcess.Result) throws -> FilePath {
    FilePath(try #require(try run.records().first?.output))
  }

  @Test("what is passed on byte for byte scores 100")
  func unchanged() async throws {
    let place = try Workplace("photo.jpg")
    let run = try await place.imgtool("convert", "--score", "--json", "-o", "out", "photo.jpg")
    #expect(try run.records().map(\.status) == ["unchanged"])
    #expect(try run.records().map(\.score) == [100])
  }

  @Test("an output that scores less than the minimum is not written, and the others are")
  func minimum() async throws {
    let place = try Workplace("photo.heic", "progressive.jpg")
    let run = try await place.imgtool(
      "convert", "--min-score", "99.5", "--json", "-o", "out", "photo.heic", "progressive.jpg")
    #expect(run.end == .exited(1))
    let records = try run.records()
    #expect(records.map(\.status) == ["failed", "unchanged"])
    #expect(records[0].error?.code == "unsupported" && records[0].score == nil)
    #expect(try place.files() == ["out/progressive.jpg", "photo.heic", "progressive.jpg"])
  }

  @Test("under a budget a minimum that can't be had with it is a budget too small")
  func overBudget() async throws {
    let place = try Workplace("photo.heic")
    let run = try await place.imgtool(
      "upload-prep", "--under", "3kB", "--min-score", "60", "--json", "photo.heic")
    #expect(run.end == .exited(1))
    #expect(try run.records().map(\.error?.code) == ["over-budget"])
    #expect(try place.files() == ["photo.heic"])
    let enough = try await place.imgtool(
      "upload-prep", "--under", "30kB", "--min-score", "60", "--json", "photo.heic")
    #expect(try #require(enough.records().first?.score) >= 60)
  }

  @Test("a minimum is a number from 0 to 100", arguments: ["-1", "101", "100.1", "x", "", "1e1"])
  func nonsense(text: String) async throws {
    let place = try Workplace("photo.jpg")
    let run = try await place.imgtool("shrink", "--min-score=\(text)", "photo.jpg")
    #expect(run.end == .exited(2))
    #expect(try place.files() == ["photo.jpg"])
  }
}
