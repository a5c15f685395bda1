import Posix
import Testing
import TestSupport

@testable import Build

@Suite("The text of a project file")
struct ProjectTextTests {
  private func content(_ text: String) throws -> ProjectValue.Content {
    try ProjectText.read(Array(text.utf8)).content
  }

  @Test("is JSON, with comments")
  func reads() throws {
    let value = try ProjectText.read(
      Array(
        "\u{FEFF}// first\n{ /* a\nb */ \"a\": [1, -2.5e3, true, null, \"x\\n\\u00e9\\ud83d\\ude00\"] }\n// last"
          .utf8))
    guard case .object(let members) = value.content,
      case .list(let values)? = members.first?.value.content
    else {
      Issue.record("no object with a list")
      return
    }
    #expect(value.place == TextPlace(line: 2, column: 1))
    #expect(members[0].place == TextPlace(line: 3, column: 6))
    #expect(
      values.map(\.content) == [
        .number("1"), .number("-2.5e3"), .bool(true), .null, .text("x\né😀"),
      ])
    #expect(values[1].place == TextPlace(line: 3, column: 15))
  }

  @Test(
    "is refused at the place where it stops being JSON",
    arguments: [
      ("", "1:1", "the file ends where a project is expected"),
      ("{", "1:2", "the file ends where a key in double quotes is expected"),
      ("{a: 1}", "1:2", "a key in double quotes is expected, not 'a'"),
      ("{\"a\" 1}", "1:6", "':' behind the key 'a' is expected, not '1'"),
      ("{\"a\": }", "1:7", "a value for 'a' is expected, not '}'"),
      ("{\"a\": 1,}", "1:9", "a key in double quotes is expected, not '}'"),
      ("[1,\n ]", "2:2", "a value is expected, not ']'"),
      ("[1 2]", "1:4", "',' or ']' is expected, not '2'"),
      ("{\"a\": 1\n\"b\": 2}", "2:1", "',' or '}' is expected, not '\"'"),
      ("{\"a\": yes}", "1:7", "'yes' needs double quotes"),
      ("{\"a\": 01}", "1:7", "'01' is no number"), ("[1.]", "1:2", "'1.' is no number"),
      ("[.5]", "1:2", "a value is expected, not '.'"),
      ("[\"a\nb\"]", "1:2", "this text has no end on its line"),
      ("[\"a", "1:2", "this text has no end"),
      ("[\"\\q\"]", "1:3", "there is no such escape in JSON; a backslash is '\\\\'"),
      ("[\"\\ud800\"]", "1:3", "no character has this number"),
      ("[\"\\u0000\"]", "1:2", "this text holds a NUL, which no name may"),
      ("{\"a\": 1, \"a\": 2}", "1:10", "the key 'a' stands here a second time"),
      ("/* x", "1:1", "this comment has no end"),
      ("{} {}", "1:4", "nothing may follow the end of the project"),
      ("['a']", "1:2", "a value is expected, not '''"),
    ])
  func refuses(text: String, place: String, message: String) {
    let error = errorThrown(ProjectError.self) { try content(text) }
    #expect(error?.text(in: "p.json").description == "p.json:\(place): \(message)")
  }

  @Test("may not be nested without end")
  func depth() {
    let text = String(repeating: "[", count: 100_000)
    let error = errorThrown(ProjectError.self) { try content(text) }
    #expect(error?.message == "lists and objects are nested too deeply")
  }

  @Test("has to be UTF-8 in its texts")
  func encoding() {
    let error = errorThrown(ProjectError.self) {
      try ProjectText.read(Array("[\"".utf8) + [0xFF] + Array("\"]".utf8))
    }
    #expect(error?.message == "this text is not in UTF-8")
  }
}
