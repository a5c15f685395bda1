import CommandLineOptions
import Formats
import Imaging
import ImgtoolKit
import Metadata
import Posix
import TestSupport
import Testing

@Suite("CommonOptions")
struct CommonOptionsTests {
  static func parse(_ arguments: [FilePath]) throws -> CommonOptions {
    var options = CommonOptions()
    let inputs = try OptionParser(CommonOptions.table).parse(arguments, into: &options)
    try options.validate(inputs: inputs)
    return options
  }

  static func refusal(_ arguments: [FilePath]) -> String? {
    errorThrown(UsageError.self) { try parse(arguments) }?.message.description
  }

  @Test("nothing is changed, hidden or overwritten unless asked for")
  func defaults() throws {
    let options = try Self.parse([])
    #expect(options.outputs.format == .auto)
    #expect(options.outputs.policy == OutputPlan.Policy())
    #expect(options.pixels.metadata == .all)
    #expect(options.pixels.background == .white)
    #expect(options.pixels.quality == nil)
    #expect(options.run.maxPixels == 500_000_000)
    #expect(options.run.reportStyle == ReportStyle())
    #expect(!options.cache.isOff)
  }

  @Test("every option writes into its place")
  func everything() throws {
    let options = try Self.parse([
      "-r", "--files-from", "list", "-0", "-o", "out", "--name", "{stem}.{ext}", "--format", "jpg",
      "--overwrite",
      "--keep-times", "-q90", "--metadata", "safe", "--srgb", "--background", "#00f", "-j4",
      "--memory", "1GiB",
      "--timeout", "2.5", "--max-pixels", "1000", "--fail-fast", "--dry-run", "--json", "--quiet",
      "--no-cache", "--fail-on-loss", "gain-map,alpha",
    ])
    #expect(options.inputs.isRecursive && options.inputs.isNULSeparated)
    #expect(options.inputs.filesFrom == "list")
    #expect(options.outputs.output == "out")
    #expect(options.outputs.name == "{stem}.{ext}")
    #expect(options.outputs.format == .fixed(.jpeg))
    #expect(options.outputs.policy.overwrites && options.outputs.keepsTimes)
    #expect(options.pixels.quality == 90)
    #expect(options.pixels.metadata == .safe)
    #expect(options.pixels.convertsToSRGB)
    #expect(options.pixels.background == RGBColor(red: 0, green: 0, blue: 255))
    #expect(options.pixels.refusedLosses == [.gainMap, .alpha])
    #expect(try Self.parse(["--fail-on-loss", "all"]).pixels.refusedLosses == Set(Loss.allCases))
    #expect(options.run.jobs == 4)
    #expect(options.run.memory == ByteSize(bytes: 1 << 30))
    #expect(options.run.timeout == .milliseconds(2500))
    #expect(options.run.maxPixels == 1000)
    #expect(options.run.failsFast && options.run.isDryRun)
    #expect(options.run.reportStyle.isJSON && options.run.reportStyle.isQuiet)
    #expect(options.cache.isOff)
    #expect(try Self.parse(["--in-place", "--verbose"]).outputs.policy.isInPlace)
    #expect(try Self.parse(["--skip-existing", "--verbose"]).outputs.policy.skipsExisting)
  }

  static let contradictions: [(arguments: [FilePath], message: String)] = [
    (["--in-place", "-o", "out"], "'--in-place' cannot be combined with '--output'"),
    (["--in-place", "--name", "{stem}"], "'--in-place' cannot be combined with '--name'"),
    (["--in-place", "--skip-existing"], "'--in-place' cannot be combined with '--skip-existing'"),
    (
      ["--overwrite", "--skip-existing"], "'--overwrite' cannot be combined with '--skip-existing'"
    ),
    (["--quiet", "--verbose"], "'--quiet' cannot be combined with '--verbose'"),
    (["-0"], "'--null' needs '--files-from'"),
    (["-", "a.jpg"], "'-' (standard input) must be the only input"),
    (["-", "--files-from", "list"], "'-' (standard input) must be the only input"),
    (
      ["--json", "-"],
      "'--json' and the image cannot both go to standard output; '--output' names a file"
    ),
    (
      ["--json", "-o", "-", "a.jpg"],
      "'--json' and the image cannot both go to standard output; '--output' names a file"
    ),
    (
      ["-q", "101"],
      "The value '101' is invalid for '-q <n>': a whole number from 1 to 100 is expected"
    ),
    (
      ["--background", "blau"],
      "The value 'blau' is invalid for '--background <color>': a colour such as white, #fff or #ffffff is expected"
    ),
    (
      ["--metadata", "some"],
      "The value 'some' is invalid for '--metadata <what>'. Please provide one of 'all', 'safe', 'color' or 'none'."
    ),
  ]

  @Test(
    "options that contradict each other are wrong usage, and both are named",
    arguments: contradictions)
  func contradiction(arguments: [FilePath], message: String) {
    #expect(Self.refusal(arguments) == message)
  }

  @Test(
    "what only looks like a contradiction is none",
    arguments: [["--json", "-", "-o", "b.jpg"], ["-", "-o", "-"], ["--", "-"]] as [[FilePath]])
  func harmless(arguments: [FilePath]) {
    #expect(Self.refusal(arguments) == nil)
  }

  @Test("no two options share a name")
  func names() {
    let infos = CommonOptions.table.map(\.info)
    #expect(Set(infos.map(\.long)).count == infos.count)
    #expect(Set(infos.compactMap(\.short)).count == infos.compactMap(\.short).count)
    #expect(infos.allSatisfy { $0.long != "help" && $0.short != "h" })
  }

  @Test("the extension of one output file sets the format, and must not contradict --format")
  func outputFormat() throws {
    let found: [FoundInput] = [.input(Input(path: "a.heic"))]
    let named = try Self.parse(["-o", "b.png"]).outputs
    #expect(try named.format(named.format, in: named.place(for: found)) == .fixed(.png))
    let folder = try Self.parse(["-o", "out", "--format", "keep"]).outputs
    #expect(try folder.format(folder.format, in: folder.place(for: found)) == .keep)
    let both = try Self.parse(["-o", "b.png", "--format", "jpeg"]).outputs
    let error = errorThrown(UsageError.self) {
      try both.format(both.format, in: both.place(for: found))
    }
    #expect(error?.message == "'--format jpeg' and '--output b.png' ask for different formats")
    let template = try Self.parse(["-o", "b.png", "--name", "{stem}"]).outputs
    #expect(
      errorThrown(UsageError.self) { try template.place(for: found) }?.message
        == "'--name' has no use where '--output' names one file")
  }

  @Test("nothing named is the current folder, an empty list is nothing, a dash is stdin")
  func inputs() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.jpg", [1])
    let list = FilePath(try folder.write("list", []))
    let current = FilePath(folder.path)
    func find(_ arguments: [FilePath], _ named: [FilePath]) throws -> [FilePath] {
      try Self.parse(arguments).inputs.find(named, currentFolder: current) { $0.name == "a.jpg" }
        .map(\.path)
    }
    #expect(try find([], []) == [current.appending("a.jpg")])
    #expect(try find(["--files-from", list], []) == [])
    #expect(try find([], ["-"]) == ["-"])
    try folder.write("list", Array("\(folder.path)/a.jpg\n".utf8))
    #expect(try find(["--files-from", list], ["none"]) == ["none", current.appending("a.jpg")])
  }
}

@Suite("Values about pictures")
struct PictureValueTests {
  @Test(
    "a colour is three or six hexadecimal digits or a name",
    arguments: [
      ("#fff", RGBColor.white), ("white", .white), ("White", .white),
      ("#0000FF", RGBColor(red: 0, green: 0, blue: 255)),
      ("#1a2B3c", RGBColor(red: 26, green: 43, blue: 60)),
      ("orange", RGBColor(red: 255, green: 165, blue: 0)),
      ("#f0a", RGBColor(red: 255, green: 0, blue: 170)),
    ])
  func color(text: String, wanted: RGBColor) {
    #expect(ValueKind<RGBColor>.color.convert(FilePath(text)) == wanted)
  }

  @Test(
    "anything else is no colour",
    arguments: [
      "", "#", "fff", "#ff", "#ffff", "#fffffff", "#ggg", "#ｆｆｆ", "#+ff", "#-fffff", "# ff", "blau",
    ])
  func noColor(text: String) {
    #expect(ValueKind<RGBColor>.color.convert(FilePath(text)) == nil)
  }

  @Test(
    "a size limit is one length or two, and names show it as it was given",
    arguments: [
      ("1920", SizeLimit.longEdge(1920)), ("800x600", .box(width: 800, height: 600)),
      ("1", .longEdge(1)),
    ])
  func sizeLimit(text: String, wanted: SizeLimit) {
    #expect(ValueKind<SizeLimit>.sizeLimit.convert(FilePath(text)) == wanted)
    #expect(wanted.label == text)
  }

  @Test(
    "anything else is no size limit",
    arguments: [
      "", "x", "0", "800x", "x600", "800x0", "1x2x3", "800X600", "1.5", "1000001", "-1",
      "99999999999999999999",
    ])
  func noSizeLimit(text: String) {
    #expect(ValueKind<SizeLimit>.sizeLimit.convert(FilePath(text)) == nil)
  }
}
