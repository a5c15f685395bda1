/// A piece of a name or message: a character, or a byte that belongs to none.
enum NamePiece {
  case scalar(Unicode.Scalar)
  case byte(UInt8)
}

/// Calls `body` for each character of `bytes` in UTF-8 and for each byte that is no part of one.
func forEachPiece(of bytes: [UInt8], _ body: (NamePiece) -> Void) {
  var parser = Unicode.UTF8.ForwardParser()
  var iterator = bytes.makeIterator()
  var place = 0
  while true {
    switch parser.parseScalar(from: &iterator) {
    case .valid(let encoded):
      place += encoded.count
      body(.scalar(Unicode.UTF8.decode(encoded)))
    case .error(let length):
      for byte in bytes[place..<min(place + length, bytes.count)] { body(.byte(byte)) }
      place += length
    case .emptyInput:
      return
    }
  }
}

extension Unicode.Scalar {
  /// Whether it would break or steer a line of text: a control character or a line separator.
  var breaksLines: Bool {
    // The controls of Unicode are these two ranges and no others (category Cc), told without its slow tables.
    value < 0x20 || 0x7f...0x9f ~= value || value == 0x2028 || value == 0x2029
  }

  /// The number in `count` hexadecimal digits.
  func hexadecimal(_ count: Int) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}

/// Names and messages as a line of text: control characters escaped, everything else byte for byte.
///
/// A newline becomes `\n`, an escape `\x1b`, a line separator `\u2028`. A byte that is no part of UTF-8 is
/// escaped where terminals of eight bits take it for a control character: `\x9b`.
package func printable(_ bytes: [UInt8]) -> [UInt8] {
  guard mayBreakLines(bytes) else { return bytes }
  var line: [UInt8] = []
  line.reserveCapacity(bytes.count)
  forEachPiece(of: bytes) { piece in
    switch piece {
    case .byte(let byte) where 0x80...0x9f ~= byte: line += "\\x\(String(byte, radix: 16))".utf8
    case .byte(let byte): line.append(byte)
    case .scalar("\n"): line += "\\n".utf8
    case .scalar("\r"): line += "\\r".utf8
    case .scalar("\t"): line += "\\t".utf8
    case .scalar(let scalar) where scalar.breaksLines:
      line +=
        (scalar.value < 0x80 ? "\\x" + scalar.hexadecimal(2) : "\\u" + scalar.hexadecimal(4))
        .utf8
    case .scalar(let scalar): line += UTF8.encode(scalar) ?? .init()
    }
  }
  return line
}

/// Names and messages as text that any reader takes: as `printable`, and a byte that belongs to no character
/// becomes `\x80`.
func readable(_ bytes: [UInt8]) -> String {
  var text = ""
  forEachPiece(of: bytes) { piece in
    switch piece {
    case .byte(let byte): text += "\\x" + String(byte, radix: 16)
    case .scalar(let scalar) where scalar.breaksLines:
      text += String(decoding: printable(Array(UTF8.encode(scalar) ?? .init())), as: UTF8.self)
    case .scalar(let scalar): text.unicodeScalars.append(scalar)
    }
  }
  return text
}

/// Whether some of `bytes` could spell a character that breaks lines; told without looking at characters, as it
/// is asked of every line and nearly always to be denied.
private func mayBreakLines(_ bytes: [UInt8]) -> Bool {
  // The second bytes of U+0080 to U+009F, of U+2028 and U+2029 are among these.
  bytes.contains { $0 < 0x20 || 0x7f...0x9f ~= $0 }
}
