import CommandLineOptions
import Formats
import HEICEncode
import Imaging
import ImgtoolKit
import Metadata
import Posix
import TestSupport
import Testing

@Suite("HEICOptions")
struct HEICOptionsTests {
  private func parse(_ arguments: [FilePath]) throws -> HEICOptions {
    var options = HEICOptions()
    let inputs = try OptionParser(HEICOptions.table).parse(arguments, into: &options)
    try options.validate(inputs: inputs)
    return options
  }

  private func refusal(_ arguments: [FilePath]) -> String? {
    errorThrown(UsageError.self) { try parse(arguments) }?.message.description
  }

  @Test("the format is HEIC, the quality 80, and all metadata stays")
  func defaults() throws {
    let options = try parse([])
    #expect(options.common.outputs.format == .fixed(.heic))
    #expect(options.common.pixels.quality == 80)
    #expect(options.common.pixels.metadata == .all)
    #expect(options.effort == Recipe.standardEffort)
  }

  @Test("help shows the quality and the effort that are used")
  func shownDefaults() {
    let infos = HEICOptions.table.map(\.info)
    #expect(infos.first { $0.long == "quality" }?.defaultText == "80")
    #expect(infos.first { $0.long == "effort" }?.defaultText == "\(Recipe.standardEffort)")
  }

  @Test("efforts are 0 to 9", arguments: [(0, true), (9, true), (10, false), (-1, false)])
  func efforts(effort: Int, isOne: Bool) throws {
    let arguments = [FilePath("--effort=\(effort)")]
    if isOne {
      #expect(try parse(arguments).effort == effort)
    } else {
      #expect(refusal(arguments)?.contains("--effort") == true)
    }
  }

  @Test("there is no format to choose, and every other shared option is there")
  func table() {
    let names = HEICOptions.table.map(\.info.long).filter { $0 != "effort" }
    #expect(names == CommonOptions.table.map(\.info.long).filter { $0 != "format" })
    #expect(refusal(["--format", "png"])?.contains("--format") == true)
  }
}
