import CommandLineOptions
import Formats
import HEIFConvert
import ImgtoolKit
import Posix
import TestSupport
import Testing

@Suite("ConvertOptions")
struct ConvertOptionsTests {
  private func parse(_ arguments: [FilePath]) throws -> ConvertOptions {
    var options = ConvertOptions()
    let inputs = try OptionParser(ConvertOptions.table).parse(arguments, into: &options)
    try options.validate(inputs: inputs)
    return options
  }

  private func refusal(_ arguments: [FilePath]) -> String? {
    errorThrown(UsageError.self) { try parse(arguments) }?.message.description
  }

  @Test(
    "--to takes each format that can be written",
    arguments: [
      ("jpeg", .jpeg), ("jpg", .jpeg), ("png", .png), ("webp", .webp), ("heic", .heic),
      ("avif", .avif), ("tiff", .tiff), ("tif", .tiff), ("jxl", .jxl),
    ] as [(String, ImageFormat)])
  func formats(word: String, format: ImageFormat) throws {
    #expect(try parse(["--to", FilePath(word)]).format == format)
  }

  @Test("there is a way to name every format that can be written")
  func allFormats() throws {
    for format in ImageFormat.allCases where format.canBeWritten {
      #expect(try parse(["--to", FilePath(format.rawValue)]).format == format)
    }
  }

  @Test("anything else is wrong usage", arguments: ["gif", "keep", "auto", "JPEG", ""])
  func invalid(word: String) {
    #expect(refusal(["--to=\(word)"].map { FilePath($0) })?.contains("'--to <format>'") == true)
  }

  @Test("the primary picture alone is made unless each is asked for")
  func allImages() throws {
    #expect(try !parse([]).makesAllPictures && parse(["--all-images"]).makesAllPictures)
    #expect(
      refusal(["--all-images", "--in-place"])
        == "'--all-images' cannot be combined with '--in-place'")
  }

  @Test("the shared options are there, each once, but for the format's, which --to is")
  func table() {
    let names = ConvertOptions.table.map(\.info.long)
    #expect(Set(names).count == names.count)
    let shared = CommonOptions.table.map(\.info.long).filter { $0 != "format" }
    #expect(Set(names) == Set(shared + ["to", "all-images"]))
    let defaults = ConvertOptions.table.map(\.info).filter { ["to", "quality"].contains($0.long) }
    #expect(defaults.map(\.defaultText) == ["jpeg", "90"])
  }
}
