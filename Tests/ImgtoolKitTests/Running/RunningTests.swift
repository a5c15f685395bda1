import Batch
import Formats
import Imaging
import ImgtoolKit
import Posix
import TestSupport
import Testing

/// Runs over many pictures; the parts stand in files of their own.
@Suite("Running")
struct RunningTests {
  @Test("what a killed run left behind is no picture of the user's")
  func leftover() throws {
    let name = ".imgtool-99999-0123456789abcdef"
    let batch = try PictureBatch("photo.jpg")
    try batch.put("photo.jpg", as: name)
    #expect(try FileSource.isImage(batch.path("photo.jpg")))
    #expect(try !FileSource.isImage(batch.path(name)))
  }

  @Test(
    "reports come in the order of the inputs, however many jobs there are", arguments: [1, 3, 16])
  func order(jobs: Int) throws {
    let batch = try PictureBatch()
    let fixtures = ["photo.heic", "gray.jpg", "quadrants.png", "lossy.webp", "truncated.jpg"]
    let names = (0..<20).map { "\($0)-\(fixtures[$0 % fixtures.count])" }
    for (index, name) in names.enumerated() { try batch.put(fixtures[index % 5], as: name) }
    let run = try batch.run(names.reversed()) { $0.jobs = jobs }
    #expect(try run.records().map(\.name) == names.reversed())
    #expect(try run.records().filter { $0.status == "written" }.count == 16)
  }

  @Test("a small memory budget makes pictures wait, and none is left out")
  func memory() throws {
    let batch = try PictureBatch("gray.jpg", "photo.heic", "quadrants.png", "lossy.webp")
    let names = try batch.names()
    let run = try batch.run(names) { ($0.jobs, $0.memory) = (4, MemoryBudget(limit: 1)) }
    #expect(run.status == .success)
    #expect(try run.records().map(\.name) == names)
  }

  @Test("a bad file among good ones fails alone")
  func bad() throws {
    let batch = try PictureBatch(
      "photo.jpg", "truncated.jpg", "empty.jpg", "mp4-named.heic", "quadrants.png")
    let run = try batch.run([
      "photo.jpg", "truncated.jpg", "missing.jpg", "empty.jpg", "mp4-named.heic", "quadrants.png",
    ])
    #expect(run.status == .failure)
    let records = try run.records()
    #expect(
      records.map(\.status) == ["written", "failed", "failed", "failed", "failed", "written"])
    #expect(
      records.compactMap(\.error?.code) == [
        "damaged", "not-found", "not-an-image", "unsupported",
      ])
    #expect(
      try batch.names().filter { $0.contains("-24.") } == ["photo-24.jpg", "quadrants-24.png"])
    #expect(run.complaints.filter { $0.hasPrefix("imgtool: /") }.count == 4)
  }

  @Test("a path that led nowhere is reported in its place")
  func failedInput() throws {
    let batch = try PictureBatch("photo.jpg", "quadrants.png")
    let console = RecordingConsole()
    let choices = try PictureBatch.Choices()
    let outputs = try choices.outputs(in: .beside)
    let runner = BatchRunner(
      choices.settings, console: console, cancellation: Cancellation(),
      writer: OutputWriter(journal: nil))
    let status = runner.run([
      WantedInput(.input(Input(path: batch.path("photo.jpg"))), outputs),
      WantedInput(
        .failed("nowhere", FileError(.notFound, "no such file or folder")), outputs),
      WantedInput(.input(Input(path: batch.path("quadrants.png"))), outputs),
    ])
    #expect(status == .failure)
    #expect(console.outputText.split(separator: "\n").count == 2)
    #expect(console.errorText.hasPrefix("imgtool: nowhere: no such file or folder\n"))
  }

  @Test("a record tells what was made of what")
  func record() throws {
    let batch = try PictureBatch("photo.jpg")
    let run = try batch.run(["photo.jpg"]) { $0.recipe.quality = 61 }
    let record = try #require(try run.records().first)
    #expect(record.input == batch.path("photo.jpg").description)
    #expect(record.output == batch.path("photo-24.jpg").description)
    #expect(record.status == "written" && record.format == "jpeg")
    #expect(record.width == 24 && record.height == 18)
    #expect(try record.bytesIn == Fixtures.bytes("photo.jpg").count)
    #expect(try record.bytesOut == batch.bytes("photo-24.jpg").count)
    #expect(record.quality == 61 && record.encodes == 1 && record.decodes == 1)
    #expect(record.seconds >= 0 && record.warnings.isEmpty && record.error == nil)
  }

  @Test("a failure tells its input and its length")
  func failureRecord() throws {
    let batch = try PictureBatch("truncated.jpg")
    let record = try #require(try batch.run(["truncated.jpg"]).records().first)
    #expect(try record.bytesIn == Fixtures.bytes("truncated.jpg").count)
    #expect(record.output == nil && record.encodes == 0 && record.error?.code == "damaged")
  }

  @Test("what a picture loses is a warning, in the record and on stderr")
  func warnings() throws {
    let batch = try PictureBatch("animated.gif")
    let run = try batch.run(["animated.gif"])
    #expect(run.status == .success)
    #expect(try run.records().first?.warnings == ["frames"])
    #expect(run.complaints.first?.contains("animated.gif: warning: frames: ") == true)
  }

  @Test(
    "the status is that of the worst outcome",
    arguments: [
      (["photo.jpg"], .success), (["photo.jpg", "truncated.jpg"], .failure), ([], .success),
      (["truncated.jpg"], .failure),
    ] as [([String], ImgtoolKit.ExitStatus)])
  func statuses(names: [String], status: ImgtoolKit.ExitStatus) throws {
    let batch = try PictureBatch("photo.jpg", "truncated.jpg")
    #expect(try batch.run(names).status == status)
  }

  @Test("results that can't be written are a failure of the run")
  func outputError() throws {
    let batch = try PictureBatch("photo.jpg")
    let choices = try PictureBatch.Choices()
    let runner = BatchRunner(
      choices.settings, console: RecordingConsole(outputError: .noSpace),
      cancellation: Cancellation(), writer: OutputWriter(journal: nil))
    let status = runner.run([
      WantedInput(
        .input(Input(path: batch.path("photo.jpg"))), try choices.outputs(in: .beside))
    ])
    #expect(status == .failure)
  }

  @Test("the last line on stderr sums up")
  func summary() throws {
    let batch = try PictureBatch("photo.jpg", "truncated.jpg")
    let run = try batch.run(["photo.jpg", "truncated.jpg"]) { $0.style.isJSON = false }
    #expect(
      run.complaints.last?.hasPrefix(
        "imgtool: 1 done (0 from cache, 0 unchanged), 1 failed, ") == true)
    #expect(run.lines.count == 1)
    #expect(run.lines.first?.contains("photo-24.jpg  640×480 → 24×18  ") == true)
  }

  @Test("a picture of more pixels than allowed is too large")
  func tooLarge() throws {
    let batch = try PictureBatch("gray.jpg", "photo.heic")
    let run = try batch.run(["gray.jpg", "photo.heic"]) { $0.maximumPixels = 1000 }
    #expect(try run.records().map(\.error?.code) == ["too-large", "too-large"])
  }

  @Test("a picture that takes too long is given up, and the others are not")
  func timeout() throws {
    let batch = try PictureBatch("gray.jpg", "photo.heic")
    let run = try batch.run(["gray.jpg", "photo.heic"]) { $0.timeout = 0 }
    #expect(run.status == .failure)
    #expect(try run.records().map(\.error?.code) == ["timeout", "timeout"])
    #expect(try !batch.names().contains("gray-24.jpg"))
  }

  @Test("what comes through standard input goes to standard output, and nothing else does")
  func standardInput() throws {
    let console = RecordingConsole()
    var choices = try PictureBatch.Choices()
    choices.style.writesResults = false
    let runner = BatchRunner(
      choices.settings, console: console, cancellation: Cancellation(),
      writer: OutputWriter(journal: nil))
    let status = runner.run(
      [WantedInput(.input(.standardInput), try choices.outputs(in: .standardOutput))],
      standardInput: try Fixtures.bytes("photo.heic"))
    #expect(status == .success)
    let made = try Source(console.output)
    #expect(made.format == .jpeg)
    #expect(made.facts.displayedSize.width == 24)
    #expect(console.errorText.hasPrefix("imgtool: 1 done"))
  }

  @Test("standard input that is no picture fails like a file, and puts nothing out")
  func badStandardInput() throws {
    let console = RecordingConsole()
    var choices = try PictureBatch.Choices()
    choices.style.writesResults = false
    let runner = BatchRunner(
      choices.settings, console: console, cancellation: Cancellation(),
      writer: OutputWriter(journal: nil))
    let status = runner.run(
      [WantedInput(.input(.standardInput), try choices.outputs(in: .standardOutput))],
      standardInput: try Fixtures.bytes("text-named.heic"))
    #expect(status == .failure)
    #expect(console.output.isEmpty)
    #expect(console.errorText.hasPrefix("imgtool: -: not an image of a known format\n"))
  }
}
