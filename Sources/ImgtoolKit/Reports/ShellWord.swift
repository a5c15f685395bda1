package import Posix

extension FilePath {
  /// The path as a word of a POSIX shell's command line, in characters that can be shown and copied.
  ///
  /// A name with control characters, or bytes that are no UTF-8, is spelled by `printf` with octal numbers
  /// (POSIX.1, XCU printf, "\ddd"); a newline at its very end stands as it is, as a shell drops such from
  /// what a command prints.
  package var shellWord: Message {
    var isPlain = !bytes.isEmpty
    var isText = true
    forEachPiece(of: bytes) { piece in
      switch piece {
      case .byte: isText = false
      case .scalar(let scalar):
        if scalar.breaksLines { isText = false }
        if !Self.isSafe(scalar) { isPlain = false }
      }
    }
    if isText, isPlain { return "\(self)" }
    return isText || bytes.last == UInt8(ascii: "\n") ? quoted : Message(spelled)
  }

  /// The path as an argument that no program takes for an option.
  package var shellOperand: Message {
    bytes.first == UInt8(ascii: "-") ? FilePath("./").appending(self).shellWord : shellWord
  }

  private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".", "/", ",", "+", "@", "%", ":": true
    default: false
    }
  }

  private var quoted: Message {
    var word: [UInt8] = []
    for byte in bytes {
      word += byte == UInt8(ascii: "'") ? Array(#"'\''"#.utf8) : [byte]
    }
    return "'\(FilePath(bytes: word))'"
  }

  private var spelled: String {
    var format = ""
    forEachPiece(of: bytes) { piece in
      switch piece {
      case .byte(let byte): format += Self.octal(byte)
      case .scalar("%"): format += "%%"
      case .scalar(let scalar) where scalar.breaksLines || scalar == "'" || scalar == "\\":
        for byte in UTF8.encode(scalar) ?? .init() { format += Self.octal(byte) }
      case .scalar(let scalar): format.unicodeScalars.append(scalar)
      }
    }
    return "\"$(printf '\(format)')\""
  }

  private static func octal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 8)
    return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
  }
}
