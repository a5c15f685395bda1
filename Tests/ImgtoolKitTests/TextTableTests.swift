import ImgtoolKit
import Posix
import Testing

@Suite("TextTable")
struct TextTableTests {
  static func table() -> TextTable {
    var table = TextTable(
      headings: ["NAME", "BYTES", "CAMERA"], rightAligned: [1], flexible: [0])
    table.add(["holiday/2024/first.jpg", "9", "one"])
    table.add(["日本.jpg", "1234", ""])
    return table
  }

  @Test("columns are as wide as their longest text, and numbers end at the same place")
  func aligned() {
    #expect(
      Self.table().lines(width: 80) == [
        "NAME                    BYTES  CAMERA",
        "holiday/2024/first.jpg      9  one",
        "日本.jpg                 1234",
      ])
  }

  @Test("where there is less room, flexible columns are cut")
  func flexible() {
    #expect(
      Self.table().lines(width: 29) == [
        "NAME            BYTES  CAMERA",
        "holiday/2024/…      9  one",
        "日本.jpg         1234",
      ])
  }

  @Test("no line is wider than the terminal", arguments: [1, 10, 20, 30, 40])
  func narrow(width: Int) {
    for line in Self.table().lines(width: width) { #expect(line.count <= width) }
  }

  @Test("a control character breaks no line")
  func escaped() {
    var table = TextTable(headings: ["NAME"])
    table.add(["a\n\u{1B}b"])
    #expect(table.lines(width: 80) == ["NAME", "a\\n\\x1bb"])
  }
}
