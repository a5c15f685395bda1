/// One entry of a TIFF directory: which field it is and where its value lies (TIFF 6.0, section 2).
///
/// All offsets count from the TIFF header, that is from the `II` or `MM`.
package struct TIFFEntry: Sendable, Equatable {
  /// The number of the field, such as 0x0112 for Orientation.
  package var tag: UInt16
  /// The type as stored; `TIFFType(rawValue:)` gives nil for one that the specification lacks.
  package var rawType: UInt16
  /// How many values there are, as stored: hostile until compared with the block.
  package var count: Int
  /// Where the value starts: 8 bytes into the entry where the value fits its 4 bytes.
  package var valueOffset: Int
  /// Where the 12 bytes of the entry itself start.
  package var entryOffset: Int

  /// The type of the values; nil for one that the specification lacks.
  package var type: TIFFType? { TIFFType(rawValue: rawType) }

  /// The size of the whole value in bytes; nil for an unknown type.
  package var byteCount: Int? {
    type.map { $0.size &* count }
  }

  /// Whether the value stands inside the entry, being of 4 bytes or fewer.
  package var isInline: Bool { valueOffset == entryOffset &+ 8 }

  /// The entry with these fields, at an offset from the TIFF header.
  package init(tag: UInt16, rawType: UInt16, count: Int, valueOffset: Int, entryOffset: Int) {
    self.tag = tag
    self.rawType = rawType
    self.count = count
    self.valueOffset = valueOffset
    self.entryOffset = entryOffset
  }

  /// The entry that the reader stands on, `entryOffset` bytes from the TIFF header; reads 12 bytes.
  init?(_ reader: inout ByteReader, entryOffset: Int) {
    guard let tag = reader.read(UInt16.self), let rawType = reader.read(UInt16.self),
      let count = reader.read(UInt32.self), let value = reader.read(UInt32.self)
    else { return nil }
    let size = TIFFType(rawValue: rawType)?.size ?? 1
    let fits = size &* Int(count) <= 4
    self.init(
      tag: tag, rawType: rawType, count: Int(count),
      valueOffset: fits ? entryOffset &+ 8 : Int(value), entryOffset: entryOffset)
  }
}

/// The type of the values of a TIFF field (TIFF 6.0, section 2; IFD from TIFF Tech Note 1).
package enum TIFFType: UInt16, Sendable {
  case byte = 1
  case ascii, short, long, rational
  case signedByte, undefined, signedShort, signedLong, signedRational
  case float, double, directory

  /// The size of one value in bytes.
  package var size: Int {
    switch self {
    case .byte, .ascii, .signedByte, .undefined: 1
    case .short, .signedShort: 2
    case .long, .signedLong, .float, .directory: 4
    case .rational, .signedRational, .double: 8
    }
  }
}
