import Formats

/// EXIF and profile of a TIFF whose directories lie anywhere in the file, read one at a time.
enum TIFFExcerpt {
  /// The most bytes that a value of EXIF may have; texts and numbers that matter are far shorter.
  private static let valueLimit = 65_536
  /// The most entries of a directory that are read.
  private static let entryLimit = 2000

  /// EXIF, as a block of its own without maker note, and the profile; nothing of a BigTIFF.
  static func metadata(of source: some ByteSource) throws -> PictureMetadata {
    var found = PictureMetadata()
    guard let header = TIFFHeader(try source.read(at: 0, count: 16)[...]), !header.isBig,
      let primary = try directory(at: header.firstDirectory, header, source)
    else { return found }
    if let entry = primary.entry(TIFFTag.iccProfile), let data = try value(of: entry, source) {
      found.icc = ICCProfile.checked(data).value
    }
    var tree = EXIFTree(order: header.order)
    tree.set(try fields(of: primary, source, EXIFTag.descriptive.contains), in: .primary)
    let places: [(UInt16, TIFFDirectoryKind)] = [
      (TIFFTag.exifDirectory, .exif), (TIFFTag.gpsDirectory, .gps),
    ]
    for (tag, kind) in places {
      guard let entry = primary.entry(tag), let data = try value(of: entry, source),
        let offset = ByteReader(data, order: header.order).peek(UInt32.self, at: 0),
        let directory = try directory(at: Int(offset), header, source)
      else { continue }
      tree.set(
        try fields(of: directory, source) { kind == .gps || EXIFTag.exposure.contains($0) },
        in: kind)
    }
    found.exif = tree.bytes
    return found
  }

  private static func directory(
    at offset: Int, _ header: TIFFHeader, _ source: some ByteSource
  ) throws -> TIFFDirectory? {
    guard offset >= 8 else { return nil }
    let bytes = try source.read(at: offset, count: 2 + 12 * entryLimit + 4)
    return TIFFDirectory(bytes[...], at: offset, order: header.order)
  }

  private static func fields(
    of directory: TIFFDirectory, _ source: some ByteSource, _ isWanted: (UInt16) -> Bool
  ) throws -> [EXIFTree.Field] {
    try directory.entries.compactMap { entry in
      guard isWanted(entry.tag), let type = entry.type, let count = entry.byteCount,
        count <= valueLimit, let data = try value(of: entry, source)
      else { return nil }
      return EXIFTree.Field(tag: entry.tag, type: type, count: entry.count, data: data[...])
    }
  }

  /// The bytes of a value; nil where it ends past the file.
  private static func value(of entry: TIFFEntry, _ source: some ByteSource) throws -> [UInt8]? {
    guard let count = entry.byteCount, count <= 16 << 20 else { return nil }
    let data = try source.read(at: entry.valueOffset, count: count)
    return data.count == count ? data : nil
  }
}
