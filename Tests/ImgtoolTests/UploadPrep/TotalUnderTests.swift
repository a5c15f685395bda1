internal import Posix
internal import TestSupport
internal import Testing

@Suite("upload-prep --total-under")
struct TotalUnderTests {
  private static let inputs: [Argument] = ["photo.heic", "progressive.jpg", "p3.jpg", "rgba.png"]

  private func workplace() throws -> Workplace {
    try Workplace("photo.heic", "progressive.jpg", "p3.jpg", "rgba.png")
  }

  private func sum(_ place: Workplace) throws -> Int {
    try place.files().filter { $0.description.hasPrefix("out/") }
      .reduce(0) { try $0 + place.bytes($1).count }
  }

  @Test(
    "all outputs together have at most so many bytes", arguments: ["60kB", "25kB", "8kB", "3000"])
  func together(size: String) async throws {
    let place = try workplace()
    let run = try await place.imgtool(
      "upload-prep", "--total-under", "\(size)", "--json", "-o", "out")
    #expect(run.end == .exited(0), "\(run.errorLines)")
    let limit = try #require(Int(size.replacing("kB", with: "000")))
    #expect(try sum(place) <= limit)
    #expect(try run.records().compactMap(\.bytesOut).reduce(0, +) == sum(place))
  }

  @Test("there is no limit of each beside it, unless one is given")
  func each() async throws {
    let place = try workplace()
    let run = try await place.imgtool(
      "upload-prep", "--total-under", "60kB", "--under", "9kB", "--json", "-o", "out")
    #expect(try run.records().compactMap(\.bytesOut).allSatisfy { $0 <= 9000 })
  }

  @Test("a lowest score fails what would have less, and the sum holds")
  func score() async throws {
    let place = try workplace()
    let run = try await place.imgtool(
      "upload-prep", "--total-under", "9kB", "--min-score", "30", "--json", "-o", "out")
    #expect(run.end == .exited(1))
    let records = try run.records()
    #expect(records.contains { $0.error?.code == "over-budget" })
    #expect(records.allSatisfy { ($0.score ?? 100) >= 30 })
    #expect(try sum(place) <= 9000)
  }

  @Test(
    "nonsense for a size is wrong usage",
    arguments: ["0", "-1", "1,5MB", "many", "", "99999999999999999999"])
  func nonsense(size: String) async throws {
    let place = try workplace()
    let run = try await place.imgtool("upload-prep", "--total-under=\(size)", "-o", "out")
    #expect(run.end == .exited(2))
    #expect(try sum(place) == 0)
  }
}
