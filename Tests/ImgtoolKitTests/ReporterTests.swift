import Imaging
import ImgtoolKit
import Posix
import Testing

@Suite("Reporter")
struct ReporterTests {
  static func outcomes() -> [Outcome] {
    var warned = Outcome(input: "a\n.jpg", output: "b.jpg", .written)
    warned.notes = [
      PictureWarning(name: "frames", message: "took the first of 3"),
      PictureWarning(name: "exif-damaged", message: "the EXIF block is damaged"),
      PictureWarning(name: "alpha", message: "laid over white"),
    ]
    let error = FileError(.damaged, "it is cut off", detail: "premature end")
    return [warned, Outcome(input: "c.jpg", failed: error)]
  }

  func report(_ change: (inout ReportStyle) -> Void) -> RecordingConsole {
    let console = RecordingConsole()
    var style = ReportStyle()
    change(&style)
    let reporter = Reporter(style, console: console)
    var summary = Summary()
    for outcome in Self.outcomes() {
      reporter.report(outcome)
      summary.add(outcome)
    }
    reporter.report(summary, seconds: 1.24)
    return console
  }

  static let summary =
    "imgtool: 1 done (0 from cache, 0 unchanged), 1 failed, 0 B in, 0 B out, 1.2 s\n"

  @Test(
    "results go to stdout, warnings, errors and the summary to stderr, what is lost on one line")
  func text() {
    let console = report { _ in }
    #expect(console.outputText == "a\\n.jpg → b.jpg\n")
    #expect(
      console.errorText == """
        imgtool: a\\n.jpg: warning: frames: took the first of 3; alpha: laid over white
        imgtool: a\\n.jpg: warning: exif-damaged: the EXIF block is damaged
        imgtool: c.jpg: it is cut off

        """ + Self.summary)
  }

  @Test("JSON has a record for every input, and nothing else is on stdout")
  func json() {
    let console = report { $0.isJSON = true }
    let lines = console.outputText.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.hasPrefix("{\"input\": ") && $0.hasSuffix("}") })
    #expect(console.errorText.contains("imgtool: c.jpg: it is cut off\n"))
  }

  @Test("quiet leaves errors only, and records that were asked for")
  func quiet() {
    let console = report { $0.isQuiet = true }
    #expect(console.outputText == "")
    #expect(console.errorText == "imgtool: c.jpg: it is cut off\n")
    #expect(
      report { ($0.isQuiet, $0.isJSON) = (true, true) }.outputText.split(separator: "\n").count == 2
    )
  }

  @Test("only the verbose hear what a library said")
  func verbose() {
    let console = report { $0.isVerbose = true }
    #expect(console.errorText.contains("imgtool: c.jpg: it is cut off (premature end)\n"))
  }

  @Test("no result is written where the image goes")
  func image() {
    #expect(report { $0.writesResults = false }.outputText == "")
  }

  @Test("the summary counts every way to end and the bytes of what was done")
  func counts() {
    var summary = Summary()
    for (status, count) in [
      (Outcome.Status.written, 6), (.cached, 5), (.unchanged, 1), (.skipped, 3), (.failed, 2),
      (.planned, 4),
    ] {
      for number in 0..<count {
        var outcome = Outcome(input: FilePath("\(status)-\(number)"), status)
        (outcome.bytesIn, outcome.bytesOut) = (1_000_000, 250_000)
        summary.add(outcome)
      }
    }
    #expect(
      summary.line(seconds: 63.25).description
        == "imgtool: 12 done (5 from cache, 1 unchanged), 4 to do, 3 skipped, 2 failed, 12 MB in, 3.0 MB out, 63.3 s"
    )
    #expect(summary.exitStatus == .failure)
    #expect(Summary().exitStatus == .success)
  }

  @Test("the summary counts the bytes of an input once, however many outputs are made of it")
  func countsInputsOnce() {
    var summary = Summary()
    for input: FilePath in ["a", "b", "a", "a"] {
      var outcome = Outcome(input: input, .written)
      (outcome.bytesIn, outcome.bytesOut) = (1_000_000, 250_000)
      summary.add(outcome)
    }
    #expect(summary.line(seconds: 1).description.contains("4 done"))
    #expect(summary.line(seconds: 1).description.contains("2.0 MB in, 1.0 MB out"))
  }
}
