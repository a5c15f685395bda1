package import Posix

/// Rows of texts in aligned columns, for people at a terminal.
package struct TextTable: Sendable {
  private var rows: [[[Character]]] = []
  /// Columns of numbers, which end at the same place.
  private let rightAligned: Set<Int>

  /// What stands between two columns.
  private static let gap = 2
  /// The narrowest that a column is cut to.
  private static let narrowest = 6

  /// A table under these headings; the columns `rightAligned`, counted from 0, hold numbers.
  package init(headings: [String], rightAligned: Set<Int> = []) {
    self.rightAligned = rightAligned
    add(headings.map { Message($0) })
  }

  /// Adds a row, as many texts as there are headings; control characters are escaped.
  package mutating func add(_ cells: [Message]) {
    rows.append(cells.map { Array(String(decoding: printable($0.bytes), as: UTF8.self)) })
  }

  /// The lines of the table, none wider than `width` columns; a text that was cut ends with `…`.
  package func lines(width: Int) -> [String] {
    let widths = columnWidths(within: width)
    return rows.map { row in
      var line = zip(row, widths).enumerated().map { column, cell in
        Self.fit(cell.0, cell.1, isRight: rightAligned.contains(column))
      }.joined(separator: String(repeating: " ", count: Self.gap))
      while line.last == " " { line.removeLast() }
      return Self.fit(Array(line), min(width, Self.width(Array(line))), isRight: false)
    }
  }

  /// The widest columns give way until the table fits, and no column that is empty below its heading
  /// takes room.
  private func columnWidths(within width: Int) -> [Int] {
    var widths = (rows.first ?? []).indices.map { column in
      rows.map { column < $0.count ? Self.width($0[column]) : 0 }.max() ?? 0
    }
    var excess = widths.reduce(-Self.gap) { $0 + $1 + Self.gap } - width
    while excess > 0, let widest = widths.indices.max(by: { widths[$0] < widths[$1] }),
      widths[widest] > Self.narrowest
    {
      widths[widest] -= 1
      excess -= 1
    }
    return widths
  }

  /// The text in exactly so many columns.
  private static func fit(_ text: [Character], _ width: Int, isRight: Bool) -> String {
    var text = text
    if Self.width(text) > width {
      while Self.width(text) >= max(width, 1) { text.removeLast() }
      text.append("…")
    }
    let blanks = String(repeating: " ", count: max(0, width - Self.width(text)))
    return isRight ? blanks + String(text) : String(text) + blanks
  }

  private static func width(_ text: [Character]) -> Int {
    text.reduce(0) { $0 + ($1.isWide ? 2 : 1) }
  }
}

extension Character {
  /// Whether terminals give it two columns: the letters of East Asia and emoji, by their blocks.
  fileprivate var isWide: Bool {
    guard let scalar = unicodeScalars.first else { return false }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      return true
    default: return false
    }
  }
}
