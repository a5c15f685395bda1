import Formats

/// Which bytes of an EXIF block belong to what.
///
/// The directories never overlap: of two that would, the later one is left out.
struct EXIFLayout: Sendable {
  /// The block.
  let reader: TIFFReader
  /// The directories, IFD0 first.
  let directories: [TIFFPlacedDirectory]
  /// Whether a directory or a value lies outside the block or over another directory.
  let isDamaged: Bool

  /// How many entries a directory may have; real ones have some tens.
  private static let entryLimit = 2000

  /// The layout of a block; nil where its IFD0 can't be read or is empty.
  init?(_ block: [UInt8]) {
    guard let reader = TIFFReader(block) else { return nil }
    let all = reader.exifDirectories()
    guard all.first?.kind == .primary, all.first?.directory.entries.isEmpty == false else {
      return nil
    }
    self.reader = reader
    var taken = RangeSet([0..<8])
    directories = all.filter { placed in
      let table = RangeSet([placed.directory.table])
      guard taken.isDisjoint(table), placed.directory.entries.count <= Self.entryLimit else {
        return false
      }
      taken.formUnion(table)
      return true
    }
    guard directories.first?.kind == .primary else { return nil }
    // A pointer from IFD0 to IFD1 that leads nowhere is common, and harmless.
    let isComplete = directories.allSatisfy { placed in
      placed.directory.isComplete
        && placed.directory.entries.allSatisfy { entry in
          entry.isInline || entry.type == nil || reader.data(of: entry) != nil
        }
    }
    isDamaged =
      !isComplete || directories.count < all.count
      || Self.hasLostPointer(reader, directories)
  }

  /// The directory of a kind.
  subscript(_ kind: TIFFDirectoryKind) -> TIFFDirectory? {
    directories.first { $0.kind == kind }?.directory
  }

  /// Whether a directory is pointed to that was not found.
  private static func hasLostPointer(_ reader: TIFFReader, _ found: [TIFFPlacedDirectory]) -> Bool {
    pointers.contains { pointer in
      let holder = found.first { $0.kind == pointer.holder }?.directory
      return holder?.entry(pointer.tag) != nil && !found.contains { $0.kind == pointer.kind }
    }
  }

  /// The fields that hold the place of a directory.
  static let pointers: [(tag: UInt16, holder: TIFFDirectoryKind, kind: TIFFDirectoryKind)] = [
    (TIFFTag.exifDirectory, .primary, .exif),
    (TIFFTag.gpsDirectory, .primary, .gps),
    (TIFFTag.interoperabilityDirectory, .exif, .interoperability),
  ]

  // MARK: - Bytes

  /// Where the values of a directory lie, those that are not inside its entries.
  func values(of directory: TIFFDirectory) -> [Range<Int>] {
    directory.entries.compactMap { entry in
      guard !entry.isInline, let count = reader.data(of: entry)?.count else { return nil }
      return entry.valueOffset..<entry.valueOffset + count
    }
  }

  /// The bytes of the header and of all directories but the thumbnail's, their values included.
  var pictureBytes: RangeSet<Int> {
    let ranges = directories.filter { $0.kind != .thumbnail }.flatMap {
      [$0.directory.table] + values(of: $0.directory)
    }
    return RangeSet(sorting: [0..<8] + ranges)
  }

  /// The bytes that belong to the thumbnail alone: its directory, its values, its picture.
  var thumbnailBytes: RangeSet<Int> {
    guard let directory = self[.thumbnail] else { return RangeSet() }
    var ranges = [directory.table] + values(of: directory)
    if let thumbnail { ranges.append(thumbnail) }
    ranges += thumbnailStrips(of: directory)
    return RangeSet(sorting: ranges).subtracting(pictureBytes)
  }

  /// Where the thumbnail's JPEG lies.
  var thumbnail: Range<Int>? {
    guard let directory = self[.thumbnail],
      let start = reader.integer(TIFFTag.thumbnailOffset, in: directory),
      let count = reader.integer(TIFFTag.thumbnailLength, in: directory), count > 0,
      reader.data(at: start, count: count) != nil
    else { return nil }
    return start..<start + count
  }

  /// Where the strips of a thumbnail that is no JPEG lie.
  private func thumbnailStrips(of directory: TIFFDirectory) -> [Range<Int>] {
    guard let starts = directory.entry(EXIFTag.stripOffsets).flatMap({ reader.integers(of: $0) }),
      let counts = directory.entry(EXIFTag.stripByteCounts).flatMap({ reader.integers(of: $0) })
    else { return [] }
    return zip(starts, counts).compactMap { start, count in
      reader.data(at: start, count: count) == nil ? nil : start..<start + count
    }
  }
}

extension TIFFDirectory {
  /// Where the directory lies: its count, its entries, the pointer to the next one.
  var table: Range<Int> {
    offset..<(nextPointerOffset.map { $0 + 4 } ?? offset + 2 + 12 * entries.count)
  }
}

extension RangeSet<Int> {
  /// The set of ranges in any order; in order each is added in constant time.
  init(sorting ranges: [Range<Int>]) {
    self.init(ranges.sorted { $0.lowerBound < $1.lowerBound })
  }

  /// Where the last range ends; 0 for none.
  var end: Int { ranges.last?.upperBound ?? 0 }
}
