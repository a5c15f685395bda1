/// The 32 bytes that stand for some content: its SHA-256 (FIPS 180-4).
package struct ContentDigest: Hashable, Sendable {
  /// The bytes in order, eight to a word, the first one highest.
  package let words: (UInt64, UInt64, UInt64, UInt64)

  /// How many bytes a digest has.
  package static let byteCount = 32

  /// The digest of these bytes; nil unless there are 32 of them.
  package init?(_ bytes: some Sequence<UInt8>) {
    var words: [UInt64] = [0, 0, 0, 0]
    var count = 0
    for byte in bytes {
      guard count < Self.byteCount else { return nil }
      words[count / 8] = words[count / 8] << 8 | UInt64(byte)
      count += 1
    }
    guard count == Self.byteCount else { return nil }
    self.words = (words[0], words[1], words[2], words[3])
  }

  /// The digest that 64 hexadecimal digits, small letters, spell; nil for anything else.
  package init?(hexadecimal text: some Sequence<UInt8>) {
    let digits = text.map { Self.value(ofDigit: $0) }
    guard digits.count == Self.byteCount * 2, !digits.contains(nil) else { return nil }
    let values = digits.compactMap { $0 }
    self.init(stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] })
  }

  /// The digest of four words, the first byte highest in the first of them.
  package init(_ first: UInt64, _ second: UInt64, _ third: UInt64, _ fourth: UInt64) {
    words = (first, second, third, fourth)
  }

  /// The 32 bytes.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.byteCount)
    for word in [words.0, words.1, words.2, words.3] {
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
      }
    }
    return bytes
  }

  /// The 64 hexadecimal digits, small letters, as ASCII.
  package var hexadecimal: [UInt8] {
    bytes.flatMap { [Self.digits[Int($0 >> 4)], Self.digits[Int($0 & 15)]] }
  }

  /// The first eight bytes as a number: enough to tell apart what nobody forges.
  package var prefix: UInt64 { words.0 }

  private static let digits = Array("0123456789abcdef".utf8)

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
