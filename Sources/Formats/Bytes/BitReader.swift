/// A cursor over single bits that never reads outside its bytes: a read past the end gives nil.
struct BitReader {
  /// Which bit of a byte comes first, and which bit of a number.
  enum Order {
    /// As in ISO-BMFF.
    case mostSignificantFirst
    /// As in WebP lossless and JPEG XL.
    case leastSignificantFirst
  }

  private let bytes: ArraySlice<UInt8>
  private let order: Order
  private var position = 0

  /// A reader at the first bit.
  init(_ bytes: ArraySlice<UInt8>, order: Order) {
    self.bytes = bytes
    self.order = order
  }

  /// The next `count` bits, at most 32, as a number.
  mutating func read(_ count: Int) -> Int? {
    guard count >= 0, count <= 32, position + count <= bytes.count * 8 else { return nil }
    var value = 0
    for index in 0..<count {
      let byte = Int(bytes[bytes.startIndex + position / 8])
      switch order {
      case .mostSignificantFirst: value = value << 1 | (byte >> (7 - position % 8)) & 1
      case .leastSignificantFirst: value |= ((byte >> (position % 8)) & 1) << index
      }
      position += 1
    }
    return value
  }

  /// The next bit.
  mutating func flag() -> Bool? {
    read(1).map { $0 == 1 }
  }
}
