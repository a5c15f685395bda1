import CommandLineOptions
import Formats
import Imaging
import ImgtoolKit
import Metadata
import MetadataJPEG
import Posix
import TestSupport
import Testing

@Suite("JPEGOptions")
struct JPEGOptionsTests {
  private func parse(_ arguments: [FilePath]) throws -> JPEGOptions {
    var options = JPEGOptions()
    let inputs = try OptionParser(JPEGOptions.table).parse(arguments, into: &options)
    try options.validate(inputs: inputs)
    return options
  }

  private func refusal(_ arguments: [FilePath]) -> String? {
    errorThrown(UsageError.self) { try parse(arguments) }?.message.description
  }

  @Test("the format is JPEG, the quality 90, and all metadata stays")
  func defaults() throws {
    let options = try parse([])
    #expect(options.common.outputs.format == .fixed(.jpeg))
    #expect(options.common.pixels.quality == 90)
    #expect(options.common.pixels.metadata == .all)
  }

  @Test("help shows the quality that is used")
  func quality() throws {
    let info = JPEGOptions.table.map(\.info).first { $0.long == "quality" }
    #expect(info?.defaultText == "90")
    #expect(try parse(["-q", "70"]).common.pixels.quality == 70)
  }

  @Test("there is no format to choose, and every other shared option is there")
  func table() {
    let names = JPEGOptions.table.map(\.info.long)
    #expect(names == CommonOptions.table.map(\.info.long).filter { $0 != "format" })
    #expect(refusal(["--format", "png"])?.contains("--format") == true)
  }

  @Test("what the shared options forbid is forbidden here")
  func contradictions() {
    #expect(
      refusal(["--in-place", "-o", "out"]) == "'--in-place' cannot be combined with '--output'")
  }
}
