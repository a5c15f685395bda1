import Formats

extension [UInt8] {
  /// Adds a number, its bytes in an order.
  mutating func append(
    _ number: some FixedWidthInteger & UnsignedInteger, _ order: ByteReader.Order
  ) {
    append(contentsOf: Self(number, order))
  }

  /// The bytes of a number in an order.
  init<Number: FixedWidthInteger & UnsignedInteger>(_ number: Number, _ order: ByteReader.Order) {
    let little = (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    self = order == .little ? little : little.reversed()
  }

  /// Writes a number over the bytes from an offset on; nothing where it doesn't fit.
  mutating func store(
    _ number: some FixedWidthInteger & UnsignedInteger, at offset: Int, _ order: ByteReader.Order
  ) {
    store([UInt8](number, order), at: offset)
  }

  /// Writes bytes over those from an offset on; nothing where they don't fit.
  mutating func store(_ new: [UInt8], at offset: Int) {
    guard offset >= 0, offset <= count, new.count <= count - offset else { return }
    replaceSubrange(offset..<offset + new.count, with: new)
  }

  /// Sets the bytes of a range to zero, as far as they are there.
  mutating func zero(_ range: Range<Int>) {
    let inside = range.clamped(to: 0..<count)
    replaceSubrange(inside, with: repeatElement(0, count: inside.count))
  }

  /// The array with ranges replaced; of two edits that overlap the later one is left out.
  func applying(_ edits: [ByteEdit]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(count)
    var position = 0
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where edit.range.lowerBound >= position && edit.range.upperBound <= count {
      result += self[position..<edit.range.lowerBound]
      result += edit.replacement
      position = edit.range.upperBound
    }
    return result + self[position...]
  }
}

/// A range of bytes and what is to stand in its place.
struct ByteEdit: Sendable, Equatable {
  /// What is replaced; an empty range inserts.
  var range: Range<Int>
  /// What stands there afterwards; empty to remove.
  var replacement: [UInt8] = []
}

extension RangeReplaceableCollection<UInt8> {
  /// The bytes of a text.
  init(text: String) {
    self.init(text.utf8)
  }
}
