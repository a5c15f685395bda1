internal import Posix

/// Reads JSON (RFC 8259) with comments, and keeps where each value stands.
///
/// Readers of JSON in libraries give values without their places, and an error in a value has to name its line.
struct ProjectText {
  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private var lineStart = 0
  private var depth = 0

  /// Deeper ones are no project of a person's.
  private static let mostDepth = 32

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // The mark that some editors put before UTF-8.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    lineStart = index
  }

  /// The one value of a file.
  ///
  /// - Throws: `ProjectError` with the place of the first thing that is not JSON.
  static func read(_ bytes: [UInt8]) throws(ProjectError) -> ProjectValue {
    var text = ProjectText(bytes)
    let value = try text.value("a project")
    try text.skipBlanks()
    guard text.index == bytes.count else {
      throw text.error("nothing may follow the end of the project")
    }
    return value
  }

  private var place: TextPlace { TextPlace(line: line, column: index - lineStart + 1) }
  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private func error(_ message: Message) -> ProjectError { ProjectError(message, at: place) }

  /// The error at what stands here where something else is wanted.
  private func expected(_ wanted: String) -> ProjectError {
    guard let next else { return error("the file ends where \(wanted) is expected") }
    let shown =
      (0x21...0x7E).contains(next) ? "'\(Character(Unicode.Scalar(next)))'" : "this character"
    return error("\(wanted) is expected, not \(shown)")
  }

  private mutating func take(_ character: Character) -> Bool {
    guard let next, next == character.asciiValue else { return false }
    index += 1
    return true
  }

  // MARK: Values

  private mutating func value(_ wanted: String) throws(ProjectError) -> ProjectValue {
    try skipBlanks()
    let place = place
    guard let next else { throw expected(wanted) }
    let content: ProjectValue.Content =
      switch next {
      case UInt8(ascii: "{"):
        .object(try nested { text throws(ProjectError) in try text.members() })
      case UInt8(ascii: "["): .list(try nested { text throws(ProjectError) in try text.values() })
      case UInt8(ascii: "\""): .text(try text())
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): .number(try number())
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
        try word()
      default: throw expected(wanted)
      }
    return ProjectValue(content: content, place: place)
  }

  private mutating func nested<Part>(
    _ read: (inout ProjectText) throws(ProjectError) -> Part
  ) throws(ProjectError) -> Part {
    guard depth < Self.mostDepth else { throw error("lists and objects are nested too deeply") }
    depth += 1
    defer { depth -= 1 }
    index += 1
    return try read(&self)
  }

  private mutating func values() throws(ProjectError) -> [ProjectValue] {
    var values: [ProjectValue] = []
    try skipBlanks()
    if take("]") { return values }
    while true {
      values.append(try value("a value"))
      try skipBlanks()
      if take("]") { return values }
      guard take(",") else { throw expected("',' or ']'") }
    }
  }

  private mutating func members() throws(ProjectError) -> [ProjectValue.Member] {
    var members: [ProjectValue.Member] = []
    try skipBlanks()
    if take("}") { return members }
    while true {
      try skipBlanks()
      let place = place
      guard next == UInt8(ascii: "\"") else { throw expected("a key in double quotes") }
      let name = try text().description
      if members.contains(where: { $0.name == name }) {
        throw ProjectError("the key '\(name)' stands here a second time", at: place)
      }
      try skipBlanks()
      guard take(":") else { throw expected("':' behind the key '\(name)'") }
      let value = try value("a value for '\(name)'")
      members.append(ProjectValue.Member(name: name, place: place, value: value))
      try skipBlanks()
      if take("}") { return members }
      guard take(",") else { throw expected("',' or '}'") }
    }
  }

  private mutating func word() throws(ProjectError) -> ProjectValue.Content {
    let start = place
    let first = index
    while let next, isWordByte(next) { index += 1 }
    switch String(decoding: bytes[first..<index], as: UTF8.self) {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    case let word: throw ProjectError("'\(word)' needs double quotes", at: start)
    }
  }

  private func isWordByte(_ byte: UInt8) -> Bool {
    let character = Character(Unicode.Scalar(byte))
    return byte < 0x80 && (character.isLetter || character.isNumber || "-_.".contains(character))
  }

  private mutating func number() throws(ProjectError) -> String {
    let start = place
    let first = index
    while let next, isWordByte(next) || next == UInt8(ascii: "+") { index += 1 }
    let text = String(decoding: bytes[first..<index], as: UTF8.self)
    guard text.wholeMatch(of: Self.numberForm) != nil else {
      throw ProjectError("'\(text)' is no number", at: start)
    }
    return text
  }

  /// RFC 8259, section 6.
  private static var numberForm: Regex<Substring> {
    /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+\-]?[0-9]+)?/
  }
}

// MARK: Texts and blanks

extension ProjectText {
  /// A text in double quotes (RFC 8259, section 7).
  ///
  /// As imgtool writes a name, `\udc80` to `\udcff` without a partner are bytes that are no UTF-8 (PEP 383).
  private mutating func text() throws(ProjectError) -> FilePath {
    let start = place
    index += 1
    let first = index
    var content: [UInt8] = []
    while let byte = next, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw ProjectError("this text has no end on its line", at: start) }
      if byte == UInt8(ascii: "\\") {
        content += try escaped()
      } else {
        content.append(byte)
        index += 1
      }
    }
    guard String(validating: bytes[first..<index], as: UTF8.self) != nil else {
      throw ProjectError("this text is not in UTF-8", at: start)
    }
    guard take("\"") else { throw ProjectError("this text has no end", at: start) }
    guard !content.contains(0) else {
      throw ProjectError("this text holds a NUL, which no name may", at: start)
    }
    return FilePath(bytes: content)
  }

  private mutating func escaped() throws(ProjectError) -> [UInt8] {
    let start = place
    index += 1
    guard let letter = next else { throw expected("the rest of the text") }
    index += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [letter]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"):
      if let bytes = codePoint() { return bytes }
      throw ProjectError("no character has this number", at: start)
    default: throw ProjectError("there is no such escape in JSON; a backslash is '\\\\'", at: start)
    }
  }

  /// The character of `XXXX`, or of the pair `XXXX\uXXXX` that stands for one beyond U+FFFF.
  private mutating func codePoint() -> [UInt8]? {
    guard let first = fourDigits() else { return nil }
    if let scalar = Unicode.Scalar(first) { return Array(String(scalar).utf8) }
    if (0xDC80...0xDCFF).contains(first) { return [UInt8(truncatingIfNeeded: first)] }
    guard take("\\"), take("u"), let second = fourDigits(), (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { return nil }
    return Array(String(scalar).utf8)
  }

  private mutating func fourDigits() -> UInt32? {
    guard bytes.count - index >= 4 else { return nil }
    let digits = bytes[index..<index + 4]
    guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit && $0 < 0x80 }) else {
      return nil
    }
    index += 4
    return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  /// Skips blanks, line ends and comments: `// …` to the end of the line, and `/* … */`.
  private mutating func skipBlanks() throws(ProjectError) {
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\n"): endLine()
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): index += 1
      case UInt8(ascii: "/"): try skipComment()
      default: return
      }
    }
  }

  private mutating func endLine() {
    index += 1
    line += 1
    lineStart = index
  }

  private mutating func skipComment() throws(ProjectError) {
    let start = place
    switch index + 1 < bytes.count ? bytes[index + 1] : 0 {
    case UInt8(ascii: "/"):
      while let byte = next, byte != UInt8(ascii: "\n") { index += 1 }
    case UInt8(ascii: "*"):
      index += 2
      while let byte = next {
        if byte == UInt8(ascii: "*"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "/")
        {
          index += 2
          return
        }
        if byte == UInt8(ascii: "\n") { endLine() } else { index += 1 }
      }
      throw ProjectError("this comment has no end", at: start)
    default: throw expected("a value or a comment")
    }
  }
}
