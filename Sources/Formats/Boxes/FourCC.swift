/// Four characters that name a box, a brand, an item type or a handler.
package struct FourCC: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
  /// The four bytes, the first one highest.
  package var rawValue: UInt32

  /// The code of a number, the first character in its highest byte.
  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The code of the first four bytes of a text, spaces where it is shorter.
  package init(stringLiteral text: String) {
    var bytes = Array(text.utf8.prefix(4))
    while bytes.count < 4 { bytes.append(0x20) }
    rawValue = bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The four bytes.
  package var bytes: [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> $0) }
  }
}

extension FourCC: CustomStringConvertible {
  /// The four characters, without spaces at the end; a question mark for one that isn't ASCII text.
  package var description: String {
    let text = bytes.map { (0x20...0x7E).contains($0) ? Character(UnicodeScalar($0)) : "?" }
    return String(String(text).reversed().drop { $0 == " " }.reversed())
  }
}

extension ByteReader {
  /// The next four bytes as a code.
  mutating func readFourCC() -> FourCC? {
    var copy = self
    copy.order = .big
    guard let value = copy.read(UInt32.self), skip(4) else { return nil }
    return FourCC(rawValue: value)
  }
}
