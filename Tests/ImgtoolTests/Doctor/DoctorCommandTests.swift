internal import Foundation
internal import Testing

@Suite("doctor")
struct DoctorCommandTests {
  private struct Report: Decodable {
    struct Format: Decodable {
      let decoders: [String]
      let encoders: [String]
    }
    struct Missing: Decodable {
      let what: String
      let package: String
    }
    struct Cache: Decodable {
      let path: String
      let results: Int
    }
    let version: String
    let libraries: [String: String]
    let formats: [String: Format]
    let cache: Cache
    let limits: [String: Int]
    let missing: [Missing]
  }

  private func report(
    _ place: Workplace, _ arguments: Argument...
  ) async throws -> (Report, ChildProcess.Result) {
    let said = try await place.start(["doctor", "--json"] + arguments).result()
    return (try JSONDecoder().decode(Report.self, from: Data(said.text.utf8)), said)
  }

  @Test("Names who reads and writes each format, and fails only where something is missing")
  func codecs() async throws {
    let (report, said) = try await report(Workplace())
    #expect(report.formats.count == 8)
    #expect(report.formats["jpeg"]?.decoders == ["libvips"])
    #expect(report.formats["heic"]?.decoders.isEmpty == false)
    #expect(report.libraries.keys.contains("libheif"))
    #expect(said.end == .exited(report.missing.isEmpty ? 0 : 1))
    for part in report.missing { #expect(part.what.contains("can't be")) }
  }

  @Test("Says which limits a run of the same options would have")
  func limits() async throws {
    let (report, _) = try await report(
      Workplace(), "--jobs", "3", "--memory", "10MB", "--max-pixels", "1000")
    #expect(report.limits["jobs"] == 3)
    #expect(report.limits["memory_bytes"] == 10_000_000)
    #expect(report.limits["max_pixels"] == 1000)
  }

  @Test("Says where the cache is, and what it holds")
  func cache() async throws {
    let place = try Workplace("photo.jpg")
    try await place.imgtool("shrink", "--max", "20", "photo.jpg")
    let (report, _) = try await report(place)
    #expect(report.cache.results == 1)
    let text = try await place.imgtool("doctor").text
    #expect(text.contains("cache: \(report.cache.path), 1 result, "))
  }

  @Test("Takes no file")
  func usage() async throws {
    let said = try await Workplace().imgtool("doctor", "photo.jpg")
    #expect(said.end == .exited(2))
    #expect(said.errorLines.first?.contains("'doctor' takes no file, such as 'photo.jpg'") == true)
  }
}
