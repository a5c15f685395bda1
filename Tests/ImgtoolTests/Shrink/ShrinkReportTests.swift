internal import Posix
internal import TestSupport
internal import Testing

@Suite("shrink: what it says")
struct ShrinkReportTests {
  @Test("--json is one object a line, in the order of the inputs, and nothing else")
  func records() async throws {
    let inputs = ["photo.jpg", "quadrants.png", "truncated.jpg", "photo.heic"]
    let place = try Workplace("photo.jpg", "quadrants.png", "truncated.jpg", "photo.heic")
    let run = try await place.imgtool(
      "shrink", "--max", "64", "--json", "-o", "out", "-j", "4",
      "photo.jpg", "quadrants.png", "truncated.jpg", "photo.heic", "--name", "{stem}-{ext}.{ext}")
    let records = try run.records()
    #expect(records.map(\.input) == inputs)
    #expect(records.map(\.status) == ["written", "written", "failed", "failed"])
    #expect(records[3].error?.code == "output-conflict")
  }

  @Test("a record tells what was made of what")
  func fields() async throws {
    let place = try Workplace("photo.jpg")
    let run = try await place.imgtool(
      "shrink", "--max", "320", "-q", "70", "--json", "photo.jpg")
    let record = try #require(try run.records().first)
    #expect(record.input == "photo.jpg")
    #expect(record.output == "photo-320.jpg")
    #expect(record.status == "written")
    #expect(record.format == "jpeg")
    #expect(record.width == 320)
    #expect(record.height == 240)
    #expect(try record.bytesIn == Fixtures.bytes("photo.jpg").count)
    #expect(try record.bytesOut == place.bytes("photo-320.jpg").count)
    #expect(record.quality == 70)
    #expect(record.encodes == 1)
    #expect(record.decodes == 1)
    #expect(record.seconds.map { $0 >= 0 } == true)
    #expect(record.error == nil)
  }

  @Test("--dry-run writes nothing and says where it would write")
  func dryRun() async throws {
    let place = try Workplace("photo.jpg", "quadrants.png")
    let run = try await place.imgtool(
      "shrink", "--max", "64", "--dry-run", "--json", "-o", "out", "photo.jpg", "quadrants.png")
    #expect(run.end == .exited(0), "\(run.errorLines)")
    let records = try run.records()
    #expect(records.map(\.status) == ["planned", "planned"])
    #expect(records.map(\.output) == ["out/photo-64.jpg", "out/quadrants-64.png"])
    #expect(try place.files() == ["photo.jpg", "quadrants.png"])
  }

  @Test("a line a file on the output, a summary on the error output")
  func text() async throws {
    let place = try Workplace("photo.jpg", "quadrants.png")
    let run = try await place.imgtool("shrink", "--max", "64", "photo.jpg", "quadrants.png")
    let lines = run.text.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.contains("photo-64.jpg") == true)
    #expect(run.errorLines.count == 1)
  }

  @Test("--quiet leaves the errors")
  func quiet() async throws {
    let place = try Workplace("photo.jpg", "truncated.jpg")
    let run = try await place.imgtool(
      "shrink", "--max", "64", "--quiet", "photo.jpg", "truncated.jpg")
    #expect(run.output.isEmpty)
    #expect(run.errorLines.count == 1)
    #expect(run.errorLines.first?.hasPrefix("imgtool: truncated.jpg: ") == true)
  }

  @Test(
    "no escape code and no carriage return goes where no terminal is",
    arguments: [[], ["--json"], ["--verbose"]])
  func noEscapes(options: [String]) async throws {
    let place = try Workplace("photo.jpg", "truncated.jpg")
    let arguments = ["shrink", "--max", "64", "photo.jpg", "truncated.jpg"] + options
    let run = try await place.start(
      arguments.map { Argument(stringLiteral: $0) }, environment: ["TERM": "xterm-256color"]
    ).result()
    for byte in [UInt8(0x1b), 0x0d] {
      #expect(!run.output.contains(byte))
      #expect(!run.errors.contains(byte))
    }
  }

  @Test("an output that nobody reads any more is no crash")
  func brokenPipe() async throws {
    let place = try Workplace("photo.jpg", "quadrants.png")
    let run = try await place.shell(
      "{ \"$imgtool\" shrink --max 64 --json photo.jpg quadrants.png; echo $? >status; } | true; cat status"
    )
    let status = Int32(run.text.split(separator: "\n").last.map(String.init) ?? "")
    #expect([0, 1, 141].contains(status), "\(run.text)")
  }
}
