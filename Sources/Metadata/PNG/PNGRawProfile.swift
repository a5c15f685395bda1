/// Metadata that older programs write into a PNG as a text of hexadecimal digits.
///
/// The keyword is `Raw profile type` and a name; the text is a line feed, the name, the number of
/// bytes and the digits, 36 bytes a line.
enum PNGRawProfile {
  /// What stands before the name in the keyword.
  static let prefix = "Raw profile type "

  /// What a text holds by the name in its keyword.
  enum Kind: CaseIterable, Hashable {
    /// A TIFF block.
    case exif
    /// The payload of a JPEG's APP1: EXIF or XMP.
    case app1
    case xmp, icc
    /// IPTC data sets, or Photoshop's resources with them inside.
    case iptc

    /// The kind that a keyword names; nil where it names none.
    init?(keyword: String) {
      guard keyword.hasPrefix(prefix) else { return nil }
      switch keyword.dropFirst(prefix.count).lowercased() {
      case "exif": self = .exif
      case "app1": self = .app1
      case "xmp": self = .xmp
      case "icc", "icm": self = .icc
      case "iptc", "8bim": self = .iptc
      default: return nil
      }
    }
  }

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
    bytes.reserveCapacity(digits.count / 2)
    var high: UInt8?
    for byte in digits where !XMPScanner.isSpace(byte) {
      guard let digit = digit(byte) else {
        return bytes.count >= count && !bytes.isEmpty ? bytes : nil
      }
      if let first = high {
        bytes.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    return high == nil && !bytes.isEmpty ? bytes : nil
  }

  /// What a hexadecimal digit of either case counts.
  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
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
