import CommandLineOptions
import Imaging
import ImgtoolKit
import Metadata
import Posix
import TestSupport
import Testing
import UploadPrep

@Suite("UploadPrepOptions")
struct UploadPrepOptionsTests {
  private func parse(_ arguments: [FilePath]) throws -> UploadPrepOptions {
    var options = UploadPrepOptions()
    let inputs = try OptionParser(UploadPrepOptions.table).parse(arguments, into: &options)
    try options.validate(inputs: inputs)
    return options
  }

  @Test("a megabyte, steps of 10 down to 10, and no private metadata, unless told otherwise")
  func defaults() throws {
    let options = try parse([])
    #expect(options.limitOfEach == 1_000_000 && options.total == nil)
    #expect(options.budget.step == 10 && options.budget.minimumQuality == 10)
    #expect(options.maximum == .unlimited && !options.budget.keepsSize)
    #expect(options.common.pixels.metadata == .safe)
    #expect(options.common.outputs.format == .auto)
  }

  @Test(
    "a budget is a number of bytes, by 1000 or by 1024",
    arguments: [
      ("1MB", 1_000_000), ("1MiB", 1_048_576), ("500kB", 500_000), ("40k", 40_000),
      ("750000", 750_000), ("1.5MB", 1_500_000),
    ])
  func budget(text: String, bytes: Int) throws {
    #expect(try parse(["--under", FilePath(text)]).limitOfEach == bytes)
  }

  @Test(
    "anything else is wrong usage",
    arguments: [
      "0", "0MB", "-1", "+1", "1.2.3MB", "1,5MB", "99999999999999999999", "9999999999TB", "MB", "",
      "1XB", "1 MB", "1e6",
    ])
  func nonsense(text: String) {
    #expect(errorThrown(UsageError.self) { try parse(["--under", FilePath(text)]) } != nil)
  }

  @Test(
    "steps and qualities are from 1 to 90",
    arguments: ["--step", "--min-quality"], ["0", "91", "-1", "1.5", "x"])
  func numbers(option: String, value: String) {
    #expect(
      errorThrown(UsageError.self) { try parse([FilePath(option), FilePath(value)]) } != nil)
  }

  @Test("quality is searched for, so that none can be asked for")
  func quality() {
    #expect(errorThrown(UsageError.self) { try parse(["--quality", "80"]) } != nil)
  }

  @Test("help shows the defaults that count")
  func help() throws {
    let infos = UploadPrepOptions.table.map(\.info)
    func shown(_ name: String) -> String? { infos.first { $0.long == name }?.defaultText }
    #expect(shown("under") == "1MB" && shown("metadata") == "safe")
    #expect(shown("step") == "10" && shown("min-quality") == "10")
  }
}
