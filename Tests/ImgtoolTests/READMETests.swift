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
}
