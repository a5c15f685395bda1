internal import Posix
internal import Testing

@Suite("--fail-on-loss")
struct FailOnLossTests {
  @Test("what is lost is a warning by its name, in the record and in one line on stderr")
  func warning() async throws {
    let place = try Workplace("deep.png", "pq.heic")
    let run = try await place.imgtool(
      "shrink", "--format", "webp", "--json", "--name", "out-{stem}.{ext}", "deep.png", "pq.heic")
    #expect(run.end == .exited(0))
    #expect(try run.records().map(\.warnings) == [["bit-depth"], ["hdr-transfer", "bit-depth"]])
    let lines = run.errorLines.filter { $0.contains("warning") }
    #expect(lines.count == 2)
    #expect(lines.last?.contains("hdr-transfer: ") == true)
    #expect(lines.last?.contains("; bit-depth: ") == true)
  }

  @Test(
    "it fails the file that would lose it, and writes nothing", arguments: ["bit-depth", "all"])
  func failure(list: String) async throws {
    let place = try Workplace("deep.png", "quadrants.png")
    let run = try await place.imgtool(
      "shrink", "--format", "jpeg", "--json", "--fail-on-loss", "\(list)", "-o", "out", "deep.png",
      "quadrants.png")
    #expect(run.end == .exited(1))
    let records = try run.records()
    #expect(records.map(\.status) == ["failed", "written"])
    #expect(records.first?.error?.code == "unsupported")
    #expect(records.first?.error?.message.contains("bit-depth") == true)
    #expect(try place.files() == ["deep.png", "out/quadrants-1920.jpg", "quadrants.png"])
  }

  @Test("other losses than those named stay warnings")
  func others() async throws {
    let place = try Workplace("deep.png")
    let run = try await place.imgtool(
      "shrink", "--format", "jpeg", "--fail-on-loss", "gain-map,depth,frames", "deep.png")
    #expect(run.end == .exited(0))
  }

  @Test("a dry run tells as much as headers do")
  func dryRun() async throws {
    let place = try Workplace("deep.png", "animated.gif")
    let told = try await place.imgtool(
      "shrink", "--format", "jpeg", "--dry-run", "--json", "deep.png", "animated.gif")
    #expect(try told.records().map(\.warnings) == [["bit-depth"], ["frames"]])
    let failed = try await place.imgtool(
      "shrink", "--format", "jpeg", "--dry-run", "--json", "--fail-on-loss", "frames", "deep.png",
      "animated.gif")
    #expect(failed.end == .exited(1))
    #expect(try failed.records().map(\.status) == ["planned", "failed"])
  }

  @Test(
    "an unknown name is wrong usage, and the names are listed", arguments: ["gainmap", "", "all,x"])
  func unknown(list: String) async throws {
    let place = try Workplace("photo.jpg")
    let run = try await place.imgtool("shrink", "--fail-on-loss=\(list)", "photo.jpg")
    #expect(run.end == .exited(2))
    let text = run.errorLines.joined()
    for name in ["gain-map", "depth", "auxiliary", "motion-video", "bit-depth", "alpha", "frames"] {
      #expect(text.contains(name))
    }
    #expect(try place.files() == ["photo.jpg"])
  }
}
