internal import CommandLineOptions
internal import Foundation
internal import Posix
internal import TestSupport
internal import Testing

@testable internal import ImgtoolKit

@Suite("Options of reports")
struct ReportOptionsTests {
  private func options(_ arguments: String...) throws -> ReportOptions {
    var options = ReportOptions()
    _ = try OptionParser(ReportOptions.table).parse(
      arguments.map { FilePath($0) }, into: &options)
    return options
  }

  private func environment(_ variables: [String: String] = [:]) -> ImgtoolKit.Environment {
    ImgtoolKit.Environment(console: RecordingConsole()) { variables[$0].map { Array($0.utf8) } }
  }

  @Test(
    "standard output gets text, in GitHub Actions annotations, and what is asked for before both")
  func output() throws {
    let actions = environment(["GITHUB_ACTIONS": "true"])
    #expect(try options().outputFormat(isJSON: false, in: environment()) == .text)
    #expect(try options().outputFormat(isJSON: false, in: actions) == .github)
    #expect(try options().outputFormat(isJSON: true, in: actions) == .json)
    #expect(
      try options("--report", "junit").outputFormat(isJSON: false, in: actions) == .junit)
    #expect(
      try options("--report", "text").outputFormat(isJSON: false, in: actions) == .text)
    let off = environment(["GITHUB_ACTIONS": "false"])
    #expect(try options().outputFormat(isJSON: false, in: off) == .text)
  }

  @Test("a report that goes to a file leaves standard output to people")
  func outputBesideFile() throws {
    let options = try options("--report", "sarif", "--report-file", "x")
    #expect(options.outputFormat(isJSON: false, in: environment()) == .text)
    #expect(options.outputFormat(isJSON: true, in: environment()) == .json)
  }

  @Test(
    "what makes no sense is wrong usage",
    arguments: [
      (["--report-file", "x.html"], false), (["--report-file", "-"], false),
      (["--report-file", "/tmp", "--report", "json"], false), (["--report", "junit"], true),
    ])
  func wrongUsage(arguments: [String], isJSON: Bool) throws {
    var options = ReportOptions()
    _ = try OptionParser(ReportOptions.table).parse(
      arguments.map { FilePath($0) }, into: &options)
    #expect(errorThrown(UsageError.self) { try options.validate(isJSON: isJSON) } != nil)
  }

  @Test("`--json` beside a file, or asked for twice, is right usage")
  func rightUsage() throws {
    try options("--report", "json").validate(isJSON: true)
    try options("--report", "junit", "--report-file", "a").validate(isJSON: true)
    try options("--report-file", "a.sarif").validate(isJSON: false)
  }

  @Test(
    "a file is written in the form of its extension, in folders that are made, over what was there")
  func write() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("new/report.xml")
    let options = try options("--report-file", path)
    for _ in 0..<2 { try options.write(SampleReport.report()) }
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(bytes == SampleReport.report().document(.junit))
    #expect(try folder.names() == ["new"])
  }

  @Test("a link stays, and a device is written to")
  func links() throws {
    let folder = try TemporaryFolder()
    let target = try folder.write("real.json", [])
    try FileSystem.makeLink(at: FilePath(folder.file("link.json")), to: "real.json")
    try options("--report-file", folder.file("link.json")).write(SampleReport.report())
    #expect(try FileSystem.readLink(FilePath(folder.file("link.json"))) == "real.json")
    #expect(try !Data(contentsOf: URL(fileURLWithPath: target)).isEmpty)
    try options("--report", "json", "--report-file", "/dev/null").write(SampleReport.report())
    #expect(try FileStatus(of: "/dev/null").kind == .other)
  }

  @Test("a file that can't be written is a failure that names it")
  func failure() throws {
    let options = try options("--report-file", "/dev/null/x.json")
    let error = errorThrown(FileError.self) { try options.write(SampleReport.report()) }
    #expect(error?.code == .writeFailed)
    #expect(error?.message.description.contains("/dev/null/x.json") == true)
  }
}
