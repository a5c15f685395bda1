/// A cursor over bytes that never reads outside them: every read past the end gives nil.
package struct ByteReader: Sendable {
  /// The order of the bytes of a number.
  package enum Order: Sendable {
    case big, little
  }

  /// What is read.
  package let bytes: ArraySlice<UInt8>
  /// How numbers are stored.
  package var order: Order
  /// The next byte to read, counted from the start of `bytes`.
  package private(set) var offset = 0

  /// A reader at the start of `bytes`.
  package init(_ bytes: ArraySlice<UInt8>, order: Order = .big) {
    self.bytes = bytes
    self.order = order
  }

  /// A reader at the start of `bytes`.
  package init(_ bytes: [UInt8], order: Order = .big) {
    self.init(bytes[...], order: order)
  }

  /// How many bytes there are in all.
  package var count: Int { bytes.count }
  /// How many bytes are left.
  package var remaining: Int { bytes.count - offset }

  /// Goes to an offset from the start; false, and no move, where it lies outside.
  package mutating func seek(_ offset: Int) -> Bool {
    guard offset >= 0, offset <= bytes.count else { return false }
    self.offset = offset
    return true
  }

  /// Goes `count` bytes on; false, and no move, where that lies outside.
  package mutating func skip(_ count: Int) -> Bool {
    guard count >= 0, count <= remaining else { return false }
    offset += count
    return true
  }

  /// The next `count` bytes.
  package mutating func read(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= remaining else { return nil }
    let start = bytes.startIndex + offset
    offset += count
    return bytes[start..<start + count]
  }

  /// The next unsigned number of its type's width, such as `read(UInt16.self)`.
  package mutating func read<Number: FixedWidthInteger & UnsignedInteger>(_: Number.Type) -> Number?
  {
    guard let raw = read(Number.bitWidth / 8) else { return nil }
    var value: Number = 0
    switch order {
    case .big: for byte in raw { value = value << 8 | Number(byte) }
    case .little: for byte in raw.reversed() { value = value << 8 | Number(byte) }
    }
    return value
  }

  /// The number at an offset from the start; the cursor stays.
  package func peek<Number: FixedWidthInteger & UnsignedInteger>(_: Number.Type, at offset: Int)
    -> Number?
  {
    var copy = self
    return copy.seek(offset) ? copy.read(Number.self) : nil
  }
}
