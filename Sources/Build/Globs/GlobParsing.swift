internal import Posix

/// The choices that braces leave: `{a,b}c` stands for `ac` and `bc`.
enum BraceExpansion {
  /// More are no list that a person wrote.
  private static let most = 1000

  /// All texts that a text with braces stands for, in their order.
  static func choices(of text: String) throws(Glob.Fault) -> [String] {
    var rest = Array(text)[...]
    let found = try sequence(&rest, isInside: false)
    return found
  }

  /// What stands up to the end, or up to the comma or brace that ends a choice.
  private static func sequence(
    _ rest: inout ArraySlice<Character>, isInside: Bool
  ) throws(Glob.Fault) -> [String] {
    var found = [""]
    while let character = rest.first {
      if isInside, character == "," || character == "}" { return found }
      rest.removeFirst()
      switch character {
      case "{": found = try product(found, try choice(&rest))
      case "}": throw Glob.Fault(message: "a '}' has no '{'")
      case "\\":
        guard let escaped = rest.popFirst() else {
          throw Glob.Fault(message: "nothing follows the backslash")
        }
        found = found.map { $0 + "\\" + String(escaped) }
      case "[":
        let (bracket, after) = try NamePattern.bracket(rest)
        rest = after
        found = found.map { $0 + "[" + bracket + "]" }
      default: found = found.map { $0 + String(character) }
      }
    }
    guard !isInside else { throw Glob.Fault(message: "a '{' has no '}'") }
    return found
  }

  /// The choices of a brace that has just begun.
  private static func choice(
    _ rest: inout ArraySlice<Character>
  ) throws(Glob.Fault) -> [String] {
    var choices: [String] = []
    while true {
      choices += try sequence(&rest, isInside: true)
      guard choices.count <= most else { throw tooMany }
      if rest.popFirst() == "}" { return choices }
    }
  }

  private static func product(
    _ heads: [String], _ tails: [String]
  ) throws(Glob.Fault) -> [String] {
    guard heads.count * tails.count <= most else { throw tooMany }
    return heads.flatMap { head in tails.map { head + $0 } }
  }

  private static var tooMany: Glob.Fault {
    Glob.Fault(message: "its braces stand for more than \(most) patterns")
  }
}

extension NamePattern {
  /// The pattern of a text without braces and slashes.
  init(parsing text: Substring) throws(Glob.Fault) {
    var rest = Array(text)[...]
    while let character = rest.popFirst() {
      switch character {
      case "*": if tokens.last != .any { tokens.append(.any) }
      case "?": tokens.append(.one)
      case "[":
        let (bracket, after) = try Self.bracket(rest)
        rest = after
        tokens.append(try Self.among(bracket))
      case "\\": if let escaped = rest.popFirst() { append(escaped) }
      default: append(character)
      }
    }
  }

  private mutating func append(_ character: Character) {
    tokens += character.unicodeScalars.map { .literal($0.value) }
  }

  /// What stands in a bracket that has just begun, and what follows it.
  ///
  /// A `]` right at the beginning belongs to it (POSIX.1-2017, XBD 9.3.5).
  static func bracket(
    _ rest: ArraySlice<Character>
  ) throws(Glob.Fault) -> (String, after: ArraySlice<Character>) {
    var start = rest.startIndex
    if start < rest.endIndex, "!^".contains(rest[start]) { start += 1 }
    if start < rest.endIndex { start += 1 }
    guard let end = rest[start...].firstIndex(of: "]"), !rest[..<end].contains("/") else {
      throw Glob.Fault(message: "a '[' has no ']'")
    }
    return (String(rest[..<end]), rest[(end + 1)...])
  }

  private static func among(_ bracket: String) throws(Glob.Fault) -> Token {
    var scalars = Array(bracket.unicodeScalars)[...]
    let negated = scalars.first == "!" || scalars.first == "^"
    if negated { scalars.removeFirst() }
    var ranges: [ClosedRange<UInt32>] = []
    while let first = scalars.popFirst() {
      if scalars.first == "-", scalars.count > 1 {
        let last = scalars[scalars.startIndex + 1]
        guard first.value <= last.value else {
          throw Glob.Fault(message: "the range '\(first)-\(last)' runs backwards")
        }
        ranges.append(first.value...last.value)
        scalars.removeFirst(2)
      } else {
        ranges.append(first.value...first.value)
      }
    }
    return .among(ranges, negated: negated)
  }
}
