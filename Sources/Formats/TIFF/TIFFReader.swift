/// A TIFF block in memory, such as the payload of EXIF, and its directories.
///
/// All offsets count from the TIFF header. BigTIFF is not read: see `TIFFHeader`.
package struct TIFFReader: Sendable {
  /// The block, from the `II` or `MM` on.
  package let bytes: ArraySlice<UInt8>
  /// The order of all numbers of the block.
  package let order: ByteReader.Order
  /// Where the first directory starts.
  package let firstDirectory: Int

  /// The block that starts with these bytes; nil where they are no TIFF of version 42.
  package init?(_ bytes: ArraySlice<UInt8>) {
    guard let header = TIFFHeader(bytes), !header.isBig else { return nil }
    self.bytes = bytes
    order = header.order
    firstDirectory = header.firstDirectory
  }

  /// The block that starts with these bytes; nil where they are no TIFF of version 42.
  package init?(_ bytes: [UInt8]) {
    self.init(bytes[...])
  }

  /// The block of an EXIF payload, with or without `Exif\0\0` before it.
  package init?(exif: ArraySlice<UInt8>) {
    self.init(exif.starts(with: Self.exifPrefix) ? exif.dropFirst(Self.exifPrefix.count) : exif)
  }

  /// What stands before the TIFF header in a JPEG's APP1: `Exif\0\0` (Exif 2.32, 4.7.2).
  package static let exifPrefix: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]

  /// The directory at an offset; nil where not even its count of entries is there.
  package func directory(at offset: Int) -> TIFFDirectory? {
    guard offset >= 8, offset < bytes.count else { return nil }
    return TIFFDirectory(bytes.dropFirst(offset), at: offset, order: order)
  }

  /// The bytes of an entry's value; nil for an unknown type and where it ends past the block.
  package func data(of entry: TIFFEntry) -> ArraySlice<UInt8>? {
    guard let count = entry.byteCount else { return nil }
    return data(at: entry.valueOffset, count: count)
  }

  /// So many bytes from an offset on; nil where that ends past the block.
  package func data(at offset: Int, count: Int) -> ArraySlice<UInt8>? {
    var reader = ByteReader(bytes)
    return reader.seek(offset) ? reader.read(count) : nil
  }
}

// MARK: - Values

extension TIFFReader {
  /// The whole numbers of an entry of type BYTE, SHORT, LONG or IFD, at most `limit` of them.
  package func integers(of entry: TIFFEntry, limit: Int = 4096) -> [Int]? {
    guard let type = entry.type, let data = data(of: entry) else { return nil }
    return Self.integers(data, type: type, order: order, limit: limit)
  }

  /// The first whole number of an entry of type BYTE, SHORT, LONG or IFD.
  package func integer(of entry: TIFFEntry) -> Int? {
    integers(of: entry, limit: 1)?.first
  }

  /// The first whole number under a tag of a directory.
  package func integer(_ tag: UInt16, in directory: TIFFDirectory) -> Int? {
    directory.entry(tag).flatMap(integer(of:))
  }

  /// The text of an ASCII entry up to its first NUL, invalid UTF-8 replaced.
  package func text(of entry: TIFFEntry) -> String? {
    guard entry.type == .ascii, let data = data(of: entry) else { return nil }
    return String(decoding: data.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// The fractions of a RATIONAL entry, at most `limit` of them; a denominator may be 0.
  package func rationals(of entry: TIFFEntry, limit: Int = 4096) -> [TIFFRational]? {
    guard entry.type == .rational, let data = data(of: entry) else { return nil }
    var reader = ByteReader(data, order: order)
    var values: [TIFFRational] = []
    while values.count < limit, let numerator = reader.read(UInt32.self),
      let denominator = reader.read(UInt32.self)
    {
      values.append(TIFFRational(numerator: numerator, denominator: denominator))
    }
    return values
  }

  /// The whole numbers in the bytes of a value; nil for a type that holds none.
  static func integers(
    _ data: ArraySlice<UInt8>, type: TIFFType, order: ByteReader.Order, limit: Int
  ) -> [Int]? {
    var reader = ByteReader(data, order: order)
    var values: [Int] = []
    func collect<Number: FixedWidthInteger & UnsignedInteger>(_: Number.Type) {
      while values.count < limit, let value = reader.read(Number.self) {
        values.append(Int(clamping: value))
      }
    }
    switch type {
    case .byte, .undefined: collect(UInt8.self)
    case .short: collect(UInt16.self)
    case .long, .directory: collect(UInt32.self)
    default: return nil
    }
    return values
  }
}

/// A RATIONAL: a fraction of two unsigned numbers.
package struct TIFFRational: Sendable, Equatable {
  /// What is divided.
  package var numerator: UInt32
  /// What divides it; 0 is stored by many writers for "unknown".
  package var denominator: UInt32

  /// The fraction of two numbers.
  package init(numerator: UInt32, denominator: UInt32) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// The value; nil where the denominator is 0.
  package var value: Double? {
    denominator == 0 ? nil : Double(numerator) / Double(denominator)
  }
}
