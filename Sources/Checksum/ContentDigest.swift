/// The 32 bytes that stand for some content: its SHA-256 (FIPS 180-4).
package struct ContentDigest: Hashable, Sendable {
  /// The bytes in order, eight to a word, the first one highest.
  package let words: (UInt64, UInt64, UInt64, UInt64)

  /// How many bytes a digest has.
  package static let byteCount = 32

  /// The digest of these bytes; nil unless there are 32 of them.
  package init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.count == Self.byteCount else { return nil }
    func word(_ number: Int) -> UInt64 {
      let start = bytes.startIndex + number * 8
      return bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) }
    }
    words = (word(0), word(1), word(2), word(3))
  }

  /// The digest of these bytes; nil unless there are 32 of them.
  package init?(_ bytes: [UInt8]) {
    self.init(bytes[...])
  }

  /// The digest that 64 hexadecimal digits, small letters, spell; nil for anything else.
  package init?(hexadecimal text: [UInt8]) {
    guard text.count == Self.byteCount * 2 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.byteCount)
    for place in stride(from: 0, to: text.count, by: 2) {
      guard let high = Self.value(ofDigit: text[place]),
        let low = Self.value(ofDigit: text[place + 1])
      else { return nil }
      bytes.append(high << 4 | low)
    }
    self.init(bytes)
  }

  /// The digest of four words, the first byte highest in the first of them.
  package init(_ first: UInt64, _ second: UInt64, _ third: UInt64, _ fourth: UInt64) {
    words = (first, second, third, fourth)
  }

  /// The 32 bytes.
  package var bytes: [UInt8] {
    withUnsafeBytes(
      of: (words.0.bigEndian, words.1.bigEndian, words.2.bigEndian, words.3.bigEndian)
    ) { Array($0) }
  }

  /// The 64 hexadecimal digits, small letters, as ASCII.
  package var hexadecimal: [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(Self.byteCount * 2)
    for byte in bytes {
      text.append(Self.digit(byte >> 4))
      text.append(Self.digit(byte & 15))
    }
    return text
  }

  /// The first eight bytes as a number: enough to tell apart what nobody forges.
  package var prefix: UInt64 { words.0 }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  private static func value(ofDigit digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  /// Whether both stand for the same content.
  package static func == (one: Self, two: Self) -> Bool {
    one.words == two.words
  }

  /// Feeds the first word, which is as good as random.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(words.0)
  }
}

extension ContentDigest: CustomStringConvertible {
  /// The hexadecimal digits.
  package var description: String { String(decoding: hexadecimal, as: UTF8.self) }
}
