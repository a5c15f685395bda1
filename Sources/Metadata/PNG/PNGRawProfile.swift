/// Metadata that older programs write into a PNG as a text of hexadecimal digits.
///
/// The keyword is `Raw profile type` and a name; the text is a line feed, the name, the number of
/// bytes and the digits, 36 bytes a line.
enum PNGRawProfile {
  /// What stands before the name in the keyword.
  static let prefix = "Raw profile type "

  /// The bytes that a text spells; nil where it is broken.
  ///
  /// The number of bytes says when there are enough, as some writers leave rubbish behind them; more
  /// are taken where they follow, since others don't count `Exif\0\0`.
  static func decode(_ text: [UInt8]) -> [UInt8]? {
    let lines = text.drop(while: XMPScanner.isSpace)
    // The name takes the first line, the number the second.
    guard let nameEnd = lines.firstIndex(of: 0x0A) else { return nil }
    let number = lines[nameEnd...].drop(while: XMPScanner.isSpace)
    let digits = number.drop { !XMPScanner.isSpace($0) }
    let count = Int(String(decoding: number[..<digits.startIndex], as: UTF8.self)) ?? Int.max
    var bytes: [UInt8] = []
    var high: UInt8?
    for byte in digits where !XMPScanner.isSpace(byte) {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        return bytes.count >= count && !bytes.isEmpty ? bytes : nil
      }
      if let first = high {
        bytes.append(first << 4 | UInt8(digit))
        high = nil
      } else {
        high = UInt8(digit)
      }
    }
    return high == nil && !bytes.isEmpty ? bytes : nil
  }

  /// The text that spells bytes under a name.
  static func encode(_ bytes: [UInt8], name: String) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    let count = String(bytes.count)
    let padding = String(repeating: " ", count: max(0, 8 - count.utf8.count))
    var text = Array("\n\(name)\n\(padding)\(count)".utf8)
    for (index, byte) in bytes.enumerated() {
      if index.isMultiple(of: 36) { text.append(0x0A) }
      text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return text + [0x0A]
  }
}
