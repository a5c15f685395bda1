package import Posix

/// Rows of texts in aligned columns, for people at a terminal.
package struct TextTable: Sendable {
  private var rows: [[String]] = []
  private let rightAligned: Set<Int>
  private let flexible: Set<Int>

  /// What stands between two columns.
  private static let gap = "  "
  /// The narrowest that a column is cut to.
  private static let narrowest = 12

  /// A table under these headings, whose columns are counted from 0.
  ///
  /// - Parameters:
  ///   - headings: What stands above the columns.
  ///   - rightAligned: Columns of numbers, which end at the same place.
  ///   - flexible: Columns that are cut where there is no room for all.
  package init(headings: [String], rightAligned: Set<Int> = [], flexible: Set<Int> = []) {
    self.rightAligned = rightAligned
    self.flexible = flexible
    rows = [headings]
  }

  /// Adds a row, as many texts as there are headings; control characters are escaped.
  package mutating func add(_ cells: [Message]) {
    rows.append(cells.map { String(decoding: printable($0.bytes), as: UTF8.self) })
  }

  /// The lines of the table, none wider than `width` columns; what was cut ends with `…`.
  package func lines(width: Int) -> [String] {
    let widths = columnWidths(within: width)
    return rows.map { row in
      let cells = zip(row, widths).enumerated().map { column, cell in
        let text = Self.cut(cell.0, to: cell.1)
        let blanks = String(repeating: " ", count: max(0, cell.1 - text.columns))
        return rightAligned.contains(column) ? blanks + text : text + blanks
      }
      var line = cells.joined(separator: Self.gap)
      while line.last == " " { line.removeLast() }
      return Self.cut(line, to: width)
    }
  }

  /// As wide as the longest text; where that is too much, the widest flexible columns give way.
  private func columnWidths(within width: Int) -> [Int] {
    var widths = (rows.first ?? []).indices.map { column in
      rows.map { column < $0.count ? $0[column].columns : 0 }.max() ?? 0
    }
    var excess = widths.reduce(-Self.gap.count) { $0 + $1 + Self.gap.count } - width
    while excess > 0, let widest = flexible.sorted().max(by: { widths[$0] < widths[$1] }),
      widths[widest] > Self.narrowest
    {
      widths[widest] -= 1
      excess -= 1
    }
    return widths
  }

  /// The text, or as much of it as fits before `…`.
  private static func cut(_ text: String, to width: Int) -> String {
    guard text.columns > width else { return text }
    var room = width - 1
    let start = text.prefix { character in
      room -= character.columns
      return room >= 0
    }
    return start + "…"
  }
}

extension String {
  /// How many columns of a terminal it takes.
  fileprivate var columns: Int { reduce(0) { $0 + $1.columns } }
}

extension Character {
  /// How many columns terminals give it: two for the letters of East Asia and emoji, by their blocks.
  fileprivate var columns: Int {
    switch unicodeScalars.first?.value ?? 0 {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      2
    default: 1
    }
  }
}
