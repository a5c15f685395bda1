import CommandLineOptions
import Downsample
import Formats
import Imaging
import ImgtoolKit
import Posix
import TestSupport
import Testing

@Suite("ShrinkOptions")
struct ShrinkOptionsTests {
  private func parse(_ arguments: [FilePath]) throws -> ShrinkOptions {
    var options = ShrinkOptions()
    let inputs = try OptionParser(ShrinkOptions.table).parse(arguments, into: &options)
    try options.validate(inputs: inputs)
    return options
  }

  private func refusal(_ arguments: [FilePath]) -> String? {
    errorThrown(UsageError.self) { try parse(arguments) }?.message.description
  }

  @Test("the longer edge is at most 1920 pixels unless something else is said")
  func defaults() throws {
    #expect(try parse([]).maxima == [.longEdge(1920)])
    let info = ShrinkOptions.table.map(\.info).first { $0.long == "max" }
    #expect(info?.defaultText == "1920" && info?.short == "m")
  }

  @Test(
    "a limit is one length or a box, and several are a list in which each stands once",
    arguments: [
      (["--max", "800"], [.longEdge(800)]), (["-m", "800"], [.longEdge(800)]),
      (["-m800"], [.longEdge(800)]), (["--max=800x600"], [.box(width: 800, height: 600)]),
      (["-m", "1x1"], [.box(width: 1, height: 1)]), (["-m", "9", "-m", "7"], [.longEdge(7)]),
      (["-m", "960,320,960"], [.longEdge(960), .longEdge(320)]),
      (["-m", "9,4x3,8"], [.longEdge(9), .box(width: 4, height: 3), .longEdge(8)]),
    ] as [([FilePath], [SizeLimit])])
  func limits(arguments: [FilePath], limits: [SizeLimit]) throws {
    #expect(try parse(arguments).maxima == limits)
  }

  @Test(
    "a format is one, or a list in which each stands once",
    arguments: [
      ([], [.auto]), (["--format", "webp"], [.fixed(.webp)]),
      (["--format=avif,jpg,jpeg,keep"], [.fixed(.avif), .fixed(.jpeg), .keep]),
    ] as [([FilePath], [FormatChoice])])
  func formats(arguments: [FilePath], formats: [FormatChoice]) throws {
    #expect(try parse(arguments).formats == formats)
  }

  @Test("an unknown format is wrong usage, in a list as well", arguments: ["gif", "jpeg,gif", ","])
  func unknownFormat(value: String) {
    #expect(
      refusal(["--format", FilePath(value)]) == """
        The value '\(value)' is invalid for '--format <format>'. Please provide some of the following, \
        with commas between them:
        """)
  }

  @Test(
    "anything else is wrong usage, and it is said what is expected",
    arguments: [
      "0", "big", "800x", "x600", "1.5", "1920px", "800X600", "1000001", "1e3", "+5", "1,", ",1",
      "1,,2", "320, 960",
    ])
  func invalid(value: String) {
    #expect(
      refusal(["--max=\(value)"].map { FilePath($0) }) == """
        The value '\(value)' is invalid for '--max <pixels>': a number of pixels such as 1920, a \
        box such as 800x600, or a list such as 320,960, is expected
        """)
  }

  @Test("a value that is missing is asked for")
  func missing() {
    #expect(refusal(["-m"]) == "Missing value for '-m <pixels>'")
    #expect(refusal(["--max", "--json"]) == "Missing value for '--max <pixels>'")
  }

  @Test("the options that all picture commands share are there, each once")
  func table() {
    let names = ShrinkOptions.table.map(\.info.long)
    #expect(names.first == "max")
    #expect(Set(names).count == names.count)
    #expect(Set(names) == Set(CommonOptions.table.map(\.info.long) + ["max"]))
    let shorts = ShrinkOptions.table.compactMap(\.info.short)
    #expect(Set(shorts).count == shorts.count)
  }

  @Test("help shows the quality that is used")
  func quality() {
    let info = ShrinkOptions.table.map(\.info).first { $0.long == "quality" }
    #expect(info?.defaultText == "80")
  }

  @Test("what the shared options forbid is forbidden here")
  func contradictions() {
    #expect(
      refusal(["--in-place", "-o", "out"]) == "'--in-place' cannot be combined with '--output'")
    #expect(refusal(["--null"]) == "'--null' needs '--files-from'")
  }
}
