internal import Foundation
internal import TestSupport
internal import Testing

@Suite("README.md")
struct READMETests {
  @Test(
    "shows the options as the help does: paste the help there where it has changed",
    arguments: [
      "shrink", "upload-prep", "convert", "jpeg", "heic", "build", "check", "cache", "doctor",
      "manifest",
    ])
  func options(command: String) async throws {
    let readme = try String(contentsOfFile: Fixtures.folder + "/../README.md", encoding: .utf8)
    let help = try await Workplace().imgtool("\(command)", "--help").text
    #expect(readme.contains("```text\n" + help + "```"))
  }

  /// Command lines of the program in the blocks of these languages, without prompts.
  private static func lines(in languages: Set<Substring>) throws -> [Substring] {
    let readme = try String(contentsOfFile: Fixtures.folder + "/../README.md", encoding: .utf8)
    var language: Substring?
    var found: [Substring] = []
    for line in readme.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        language = language == nil ? line.dropFirst(3) : nil
      } else if let language, languages.contains(language) {
        let isSaid = language == "console" && !line.hasPrefix("$ ")
        guard !isSaid, let call = line.firstMatch(of: /(?:^|[\ "|;])imgtool (.*)/) else {
          continue
        }
        found.append(call.1)
      }
    }
    return found
  }

  @Test("names only commands and options that there are")
  func commands() async throws {
    let place = try Workplace()
    let lines = try Self.lines(in: ["yaml", "make", "sh", "console"])
    #expect(lines.count > 20)
    var help: [String: String] = [:]
    for line in lines {
      let words = line.split(whereSeparator: { " |>".contains($0) })
      let command = String(try #require(words.first))
      if help[command] == nil {
        let run = try await place.imgtool("\(command)", "--help")
        #expect(run.end == .exited(0), "\(line)")
        help[command] = run.text
      }
      // What stands behind `--` are another command's.
      let own = words.prefix { $0 != "--" }
      for option in own where option.wholeMatch(of: /--[a-z][-a-z]*/) != nil {
        #expect(help[command]?.contains("\(option)") == true, "\(line)")
      }
    }
  }
}
