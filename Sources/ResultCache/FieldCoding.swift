/// Puts numbers and texts one behind the other, the lowest byte of a number first.
package struct FieldWriter {
  /// What was put in so far.
  package private(set) var bytes: [UInt8] = []

  /// Nothing yet.
  package init() {}

  /// Adds a number in as many bytes as its type has.
  package mutating func add(_ number: some FixedWidthInteger) {
    var rest = UInt64(truncatingIfNeeded: number)
    for _ in 0..<number.bitWidth / 8 {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  /// Adds bytes of which the reader knows how many there are.
  package mutating func add(_ more: [UInt8]) {
    bytes += more
  }

  /// Adds bytes behind their number, which says where they end.
  package mutating func addCounted(_ more: [UInt8]) {
    add(UInt32(clamping: more.count))
    bytes += more
  }
}

/// Takes apart what a `FieldWriter` put together; nil where the bytes end too early.
package struct FieldReader {
  private let bytes: ArraySlice<UInt8>
  private var place: Int
  private var end: Int { bytes.endIndex }

  /// A reader of these bytes.
  package init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    place = bytes.startIndex
  }

  /// A reader of all the bytes of an array.
  package init(_ bytes: [UInt8]) {
    self.init(bytes[...])
  }

  /// Whether everything was read.
  package var isAtEnd: Bool { place == end }

  /// The next number.
  package mutating func number<Number: FixedWidthInteger>(
    _ type: Number.Type = Number.self
  ) -> Number? {
    let size = Number.bitWidth / 8
    guard end - place >= size else { return nil }
    var value: UInt64 = 0
    for index in stride(from: place + size - 1, through: place, by: -1) {
      value = value << 8 | UInt64(bytes[index])
    }
    place += size
    return Number(truncatingIfNeeded: value)
  }

  /// The next `count` bytes.
  package mutating func bytes(_ count: Int) -> [UInt8]? {
    guard count >= 0, end - place >= count else { return nil }
    defer { place += count }
    return Array(bytes[place..<place + count])
  }

  /// Whether these bytes come next, which are passed then.
  package mutating func skip(_ expected: [UInt8]) -> Bool {
    guard bytes[place...].starts(with: expected) else { return false }
    place += expected.count
    return true
  }

  /// The next bytes that stand behind their number, unless that is above a limit.
  package mutating func counted(atMost limit: Int) -> [UInt8]? {
    guard let count = number(UInt32.self), count <= limit else { return nil }
    return bytes(Int(count))
  }
}
