import Formats

/// One data set of IPTC: a field of a record and its value (IIM 4.2, 1.5).
struct IPTCDataSet: Sendable, Equatable {
  /// The record; 2 is the one about the picture.
  var record: UInt8
  /// The number of the field in its record, such as 90 for City.
  var number: UInt8
  /// The data set's bytes, header and value.
  var bytes: ArraySlice<UInt8>
  /// The value's bytes.
  var value: ArraySlice<UInt8>

  /// What stands at the start of every data set.
  static let marker: UInt8 = 0x1C

  /// The data sets in a block, up to the first that is broken, which is warned of.
  static func parse(_ block: [UInt8]) -> Warned<[IPTCDataSet]> {
    var found = Warned<[IPTCDataSet]>([])
    var reader = ByteReader(block)
    while reader.remaining > 0 {
      guard let dataSet = next(&reader) else {
        // In TIFF the block is padded to whole numbers of 4 bytes.
        let left = reader.read(reader.remaining) ?? []
        if left.contains(where: { $0 != 0 }) { found.warn(.iptcDamaged) }
        break
      }
      found.value.append(dataSet)
    }
    return found
  }

  private static func next(_ reader: inout ByteReader) -> IPTCDataSet? {
    let start = reader
    guard reader.read(UInt8.self) == marker, let record = reader.read(UInt8.self),
      let number = reader.read(UInt8.self), let length = length(&reader),
      let value = reader.read(length)
    else {
      reader = start
      return nil
    }
    let bytes = reader.bytes[reader.bytes.startIndex + start.offset..<value.endIndex]
    return IPTCDataSet(record: record, number: number, bytes: bytes, value: value)
  }

  /// The length of a value: 15 bits, or, with the top bit set, the number of bytes that state it.
  private static func length(_ reader: inout ByteReader) -> Int? {
    guard let short = reader.read(UInt16.self) else { return nil }
    guard short & 0x8000 != 0 else { return Int(short) }
    let size = Int(short & 0x7FFF)
    guard (1...4).contains(size), let raw = reader.read(size) else { return nil }
    return raw.reduce(0) { $0 << 8 | Int($1) }
  }
}

extension IPTCDataSet {
  /// The block without the zeros behind its data sets.
  static func withoutPadding(_ block: [UInt8]) -> [UInt8] {
    let parsed = parse(block)
    guard parsed.warnings.isEmpty, let last = parsed.value.last else { return block }
    return Array(block[..<last.bytes.endIndex])
  }
}
