/// A TIFF or BigTIFF whose directories lie anywhere in a file, read one at a time.
struct TIFFFile {
  /// The order of all numbers.
  let order: ByteReader.Order
  /// Whether offsets and counts have 64 bits.
  let isBig: Bool

  /// The file that starts with a header.
  init(_ header: TIFFHeader) {
    order = header.order
    isBig = header.isBig
  }

  /// The directory at an offset; nil where the file ends before its count of entries.
  func directory(at offset: Int, in source: inout BufferedSource) throws -> TIFFDirectory? {
    guard offset >= 8 else { return nil }
    if isBig { return try bigDirectory(at: offset, in: &source) }
    guard
      let count = try source.reader(at: offset, count: 2, order: order).peek(UInt16.self, at: 0)
    else { return nil }
    return TIFFDirectory(
      try source.bytes(at: offset, count: TIFFDirectory.size(entries: Int(count))), at: offset,
      order: order)
  }

  /// The whole numbers under a tag, at most `limit`; nil where there are none.
  func integers(
    _ tag: UInt16, in directory: TIFFDirectory, limit: Int, of source: inout BufferedSource
  ) throws -> [Int]? {
    guard let entry = directory.entry(tag), entry.count > 0 else { return nil }
    let count = min(entry.count, limit)
    if isBig, Self.isWide(entry.rawType) {
      return try wideIntegers(at: entry.valueOffset, count: count, of: &source)
    }
    guard let type = entry.type,
      let data = try source.whole(at: entry.valueOffset, count: count * type.size)
    else { return nil }
    return TIFFReader.integers(data, type: type, order: order, limit: count)
  }

  /// The first whole number under a tag.
  func integer(
    _ tag: UInt16, in directory: TIFFDirectory, of source: inout BufferedSource
  ) throws -> Int? {
    try integers(tag, in: directory, limit: 1, of: &source)?.first
  }
}

// BigTIFF: counts of entries, counts of values and offsets have 8 bytes, entries 20.
extension TIFFFile {
  private func bigDirectory(
    at offset: Int, in source: inout BufferedSource
  ) throws -> TIFFDirectory? {
    guard
      let announced = try source.reader(at: offset, count: 8, order: order)
        .peek(UInt64.self, at: 0)
    else { return nil }
    var directory = TIFFDirectory(offset: offset)
    // As many as TIFF itself can have.
    let count = min(Int(clamping: announced), Int(UInt16.max))
    let start = offset + 8
    var reader = try source.reader(at: start, count: count * 20 + 8, order: order)
    for index in 0..<count {
      guard let entry = Self.bigEntry(&reader, at: start + index * 20) else { return directory }
      directory.entries.append(entry)
    }
    guard count == announced, let next = reader.read(UInt64.self) else { return directory }
    directory.nextPointerOffset = start + count * 20
    directory.next = Int(clamping: next)
    return directory
  }

  private static func bigEntry(_ reader: inout ByteReader, at offset: Int) -> TIFFEntry? {
    guard let tag = reader.read(UInt16.self), let type = reader.read(UInt16.self),
      let count = reader.read(UInt64.self), let value = reader.read(UInt64.self)
    else { return nil }
    let size = isWide(type) ? 8 : TIFFType(rawValue: type)?.size ?? 1
    let fits = count <= 8 / UInt64(size)
    return TIFFEntry(
      tag: tag, rawType: type, count: Int(clamping: count),
      valueOffset: fits ? offset + 12 : Int(clamping: value), entryOffset: offset)
  }

  /// LONG8, SLONG8 and IFD8.
  private static func isWide(_ rawType: UInt16) -> Bool { (16...18).contains(rawType) }

  private func wideIntegers(
    at offset: Int, count: Int, of source: inout BufferedSource
  ) throws -> [Int]? {
    guard let data = try source.whole(at: offset, count: count * 8) else { return nil }
    var reader = ByteReader(data, order: order)
    var values: [Int] = []
    while let value = reader.read(UInt64.self) { values.append(Int(clamping: value)) }
    return values
  }
}
