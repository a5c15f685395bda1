import Formats

extension EXIFLayout {
  /// How far into a TIFF its EXIF may reach to be taken as it lies, in bytes.
  private static let longestBlock = 1 << 20

  /// The EXIF of a TIFF as it lies at the file's start, with a directory behind it that has the fields
  /// that describe the picture; nil where there is no maker note to keep in its place, or where pixels
  /// lie in between.
  var blockInPlace: [UInt8]? {
    guard let primary = self[.primary], let exif = self[.exif],
      let note = exif.entry(EXIFTag.makerNote), !note.isInline, !isDamaged
    else { return nil }
    let entries = primary.entries.filter { entry in
      EXIFTag.descriptive.contains(entry.tag)
        || Self.pointers.contains { $0.holder == .primary && $0.tag == entry.tag }
    }
    let ranges =
      entries.compactMap { entry in
        reader.data(of: entry).map { entry.valueOffset..<entry.valueOffset + $0.count }
      }.filter { !primary.table.contains($0.lowerBound) }
      + directories.filter { [.exif, .gps, .interoperability].contains($0.kind) }
      .flatMap { [$0.directory.table] + values(of: $0.directory) }
    let end = ranges.map(\.upperBound).max() ?? 0
    guard end <= Self.longestBlock, !hasPixels(before: end, in: primary) else { return nil }
    var block = Array(reader.bytes.prefix(end))
    if !end.isMultiple(of: 2) { block.append(0) }
    block.store(UInt32(clamping: block.count), at: 4, reader.order)
    let kept = Dictionary(entries.map { ($0.tag, $0) }) { first, _ in first }
    block.append(UInt16(clamping: kept.count), reader.order)
    for entry in kept.values.sorted(by: { $0.tag < $1.tag }) {
      block += reader.data(at: entry.entryOffset, count: 12) ?? []
    }
    block.append(UInt32(0), reader.order)
    return block
  }

  /// Whether a strip or tile starts before an offset.
  private func hasPixels(before end: Int, in directory: TIFFDirectory) -> Bool {
    [EXIFTag.stripOffsets, 0x0144].contains { tag in
      directory.entry(tag).flatMap { reader.integers(of: $0, limit: 1 << 20) }?
        .contains { $0 < end } ?? false
    }
  }
}
