/// A TIFF whose directories lie anywhere in a file, read one at a time.
struct TIFFFile {
  let order: ByteReader.Order

  /// The directory at an offset; nil where the file ends before its count of entries.
  func directory(at offset: Int, in source: inout BufferedSource) throws -> TIFFDirectory? {
    guard offset >= 8,
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
    guard let entry = directory.entry(tag), let type = entry.type, entry.count > 0 else {
      return nil
    }
    let count = min(entry.count, limit)
    guard let data = try source.whole(at: entry.valueOffset, count: count * type.size) else {
      return nil
    }
    return TIFFReader.integers(data, type: type, order: order, limit: count)
  }

  /// The first whole number under a tag.
  func integer(
    _ tag: UInt16, in directory: TIFFDirectory, of source: inout BufferedSource
  ) throws -> Int? {
    try integers(tag, in: directory, limit: 1, of: &source)?.first
  }
}
