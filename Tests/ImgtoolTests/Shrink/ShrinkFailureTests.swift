internal import Posix
internal import Testing

@Suite("shrink: inputs that cannot be done")
struct ShrinkFailureTests {
  @Test(
    "one line says which file and why, nothing is written, and the status is 1",
    arguments: [
      ("truncated.jpg", "damaged"), ("truncated.png", "damaged"), ("truncated.heic", "damaged"),
      ("truncated.webp", "damaged"), ("truncated.gif", "damaged"),
      ("text-named.heic", "not-an-image"), ("empty.jpg", "not-an-image"),
      ("mp4-named.heic", "unsupported"),
    ])
  func failures(input: String, code: String) async throws {
    let place = try Workplace(input)
    let run = try await place.imgtool("shrink", "--max", "24", "--json", "\(input)")
    #expect(run.end == .exited(1))
    #expect(try place.files() == [FilePath(input)])
    let complaints = run.errorLines.filter { $0.hasPrefix("imgtool: \(input): ") }
    #expect(complaints.count == 1, "\(run.errorLines)")
    let record = try #require(try run.records().first)
    #expect(record.status == "failed")
    #expect(record.error?.code == code, "\(record.error?.message ?? "")")
  }

  @Test("what is not there is said to be not there")
  func missing() async throws {
    let place = try Workplace()
    let run = try await place.imgtool("shrink", "--json", "no.jpg")
    #expect(run.end == .exited(1))
    #expect(try run.records().map { $0.error?.code } == ["not-found"])
  }

  @Test("bad files never stop good ones")
  func others() async throws {
    let place = try Workplace("truncated.jpg", "photo.jpg", "empty.jpg", "quadrants.png")
    let run = try await place.imgtool(
      "shrink", "--max", "24", "-o", "out",
      "truncated.jpg", "photo.jpg", "empty.jpg", "no.jpg", "quadrants.png")
    #expect(run.end == .exited(1))
    let made = try place.files().filter { $0.description.hasPrefix("out/") }
    #expect(made == ["out/photo-24.jpg", "out/quadrants-24.png"])
    for bad in ["truncated.jpg", "empty.jpg", "no.jpg"] {
      #expect(run.errorLines.filter { $0.hasPrefix("imgtool: \(bad): ") }.count == 1, "\(bad)")
    }
  }

  @Test("--fail-fast leaves the rest undone")
  func failFast() async throws {
    let place = try Workplace("truncated.jpg", "photo.jpg")
    let run = try await place.imgtool(
      "shrink", "--max", "24", "--fail-fast", "-j", "1", "--json", "truncated.jpg", "photo.jpg")
    #expect(run.end == .exited(1))
    #expect(try place.files() == ["photo.jpg", "truncated.jpg"])
  }

  @Test(
    "a name that lies does not matter",
    arguments: [("jpeg-named.heic", "jpg"), ("png-named.jpg", "png")])
  func wrongNames(input: String, extension: String) async throws {
    let place = try Workplace(input)
    let run = try await place.imgtool("shrink", "--max", "24", "--json", "\(input)")
    #expect(run.end == .exited(0), "\(run.errorLines)")
    let output = try #require(try run.records().first?.output)
    #expect(output.hasSuffix("-24.\(`extension`)"))
    #expect(try place.picture(FilePath(output)).size == [24, 16])
  }

  @Test("a picture beyond --max-pixels is refused before it is decoded")
  func tooManyPixels() async throws {
    let place = try Workplace("photo.jpg", "photo.heic")
    let run = try await place.imgtool(
      "shrink", "--max-pixels", "100000", "--json", "--format", "keep", "photo.jpg", "photo.heic")
    #expect(run.end == .exited(1))
    #expect(try run.records().map { $0.error?.code } == ["too-large", "too-large"])
  }

  @Test("a file that may not be read is said to be unreadable", .enabled(if: !Machine.isRoot))
  func unreadable() async throws {
    let place = try Workplace("photo.jpg")
    try await place.shell("chmod 0 photo.jpg")
    let run = try await place.imgtool("shrink", "--json", "photo.jpg")
    #expect(run.end == .exited(1))
    #expect(try run.records().map { $0.error?.code } == ["unreadable"])
  }
}
