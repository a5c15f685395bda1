internal import Posix
internal import TestSupport
internal import Testing

@Suite("upload-prep: pictures under a number of bytes")
struct UploadPrepTests {
  @Test("each picture gets its own quality, and none has more bytes than asked for")
  func under() async throws {
    let place = try Workplace("photo.heic", "progressive.jpg", "p3.jpg", "rgba.png")
    let run = try await place.imgtool("upload-prep", "--under", "20kB", "--json", "-o", "out")
    #expect(run.end == .exited(0), "\(run.errorLines)")
    for record in try run.records() {
      let output = try #require(record.output)
      #expect(try place.bytes(FilePath(output)).count <= 20_000)
      #expect(try #require(record.encodes) <= 5)
      #expect(output.contains("-upload."))
    }
  }

  @Test("a second run over its outputs changes nothing")
  func again() async throws {
    let place = try Workplace("photo.heic", "progressive.jpg", "rgba.png")
    _ = try await place.imgtool("upload-prep", "--under", "20kB", "-o", "once")
    let run = try await place.imgtool(
      "upload-prep", "--under", "20kB", "--json", "-o", "twice", "once")
    let records = try run.records()
    #expect(records.map(\.status) == ["unchanged", "unchanged", "unchanged"])
  }

  @Test("a size that can't be reached fails the input, says how far it got, and leaves no file")
  func refused() async throws {
    let place = try Workplace("photo.jpg")
    let run = try await place.imgtool(
      "upload-prep", "--under", "1kB", "--keep-size", "--json", "photo.jpg")
    #expect(run.end == .exited(1))
    #expect(try run.records().first?.error?.code == "over-budget")
    #expect(run.errorLines.first?.contains("1000 bytes") == true)
    #expect(try place.files() == ["photo.jpg"])
  }

  @Test("nonsense for a size is wrong usage", arguments: ["0", "-5", "1.2.3", "1,5MB", "many"])
  func nonsense(size: String) async throws {
    let place = try Workplace("photo.jpg")
    let run = try await place.start(
      ["upload-prep", "photo.jpg", "--under", Argument(stringLiteral: size)]
    ).result()
    #expect(run.end == .exited(2))
    #expect(try place.files() == ["photo.jpg"])
  }

  @Test("a place is left out unless it is to stay")
  func metadata() async throws {
    let place = try Workplace("photo.jpg")
    let run = try await place.imgtool("upload-prep", "--json", "-o", "out", "photo.jpg")
    #expect(try run.records().map(\.encodes) == [0])
    let all = try await place.imgtool(
      "upload-prep", "--metadata", "all", "--json", "-o", "all", "photo.jpg")
    #expect(try all.records().map(\.status) == ["unchanged"])
  }
}
