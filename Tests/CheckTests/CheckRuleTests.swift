internal import CommandLineOptions
internal import Formats
internal import Imaging
internal import ImgtoolKit
internal import Posix
internal import Testing

@testable internal import Check

@Suite("The rules of check")
struct CheckRuleTests {
  private func rules(_ arguments: String...) throws -> CheckRules {
    var options = CheckOptions()
    _ = try OptionParser(CheckOptions.table).parse(
      arguments.map { FilePath($0) }, into: &options)
    return options.rules
  }

  @Test("their names are what reports promise")
  func names() {
    #expect(
      CheckRule.allCases.map(\.rawValue) == [
        "damage", "extension", "format", "under", "max", "location", "metadata", "untagged",
        "upright", "savings",
      ])
  }

  @Test("each says in a sentence what it wants, and helps", arguments: CheckRule.allCases)
  func descriptions(rule: CheckRule) {
    let description = rule.description
    #expect(description.name == rule.rawValue)
    #expect(description.summary.hasSuffix("."))
    #expect(description.help.hasSuffix("."))
  }

  @Test("without any, places and wrong extensions count; with one, that alone does")
  func selection() throws {
    #expect(try rules() == .standard)
    #expect(try rules("--jobs", "2") == .standard)
    var upright = CheckRules()
    upright.wantsUpright = true
    #expect(try rules("--upright") == upright)
    #expect(try rules("--no-damage") == CheckRules())
    var small = CheckRules()
    small.under = 1000
    small.maximum = .box(width: 30, height: 20)
    small.savings = 12.5
    #expect(try rules("--under", "1kB", "--max", "30x20", "--savings", "12.5%") == small)
  }

  @Test("formats are named as elsewhere, each once")
  func formats() throws {
    #expect(try rules("--formats", "jpg,jpeg,svg,tif").formats == [.jpeg, .svg, .tiff])
    for list in ["", "jpeg,", "gifs", "JPEG"] {
      #expect(throws: UsageError.self) { try rules("--formats", list) }
    }
  }
}
