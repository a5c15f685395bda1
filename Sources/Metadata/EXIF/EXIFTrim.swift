import Formats

/// Makes an EXIF block fit a container with a limit, at the cost of its largest parts.
package enum EXIFTrim {
  /// The block in at most `limit` bytes.
  ///
  /// What goes, in this order and no more than needed: what follows everything that is referred to;
  /// the thumbnail; the maker note; the longest values. Only in the last two steps the rest moves.
  ///
  /// - Parameters:
  ///   - block: A TIFF block from its `II` or `MM` on.
  ///   - limit: The most bytes.
  /// - Returns: The block, with a warning if anything but zeros went; nil where IFD0 can't be read.
  package static func fit(_ block: [UInt8], limit: Int) -> Warned<[UInt8]?> {
    if block.count <= limit { return Warned(block) }
    guard let layout = EXIFLayout(block) else { return Warned(nil, [.exifTooLarge, .exifDamaged]) }
    let end = max(layout.pictureBytes.end, layout.thumbnailBytes.end)
    if end <= limit {
      let isPadding = block[end...].allSatisfy { $0 == 0 }
      return Warned(Array(block[..<end]), isPadding ? [] : [.exifTooLarge])
    }
    var shorter = block
    EXIFPatch.dropThumbnail(layout, &shorter)
    shorter = Array(shorter.prefix(layout.pictureBytes.end))
    if shorter.count <= limit { return Warned(shorter, [.exifTooLarge]) }
    return Warned(laidOutAnew(layout, limit: limit), [.exifTooLarge])
  }

  private static func laidOutAnew(_ layout: EXIFLayout, limit: Int) -> [UInt8]? {
    guard var tree = EXIFTree(layout, keeping: { $1.tag != EXIFTag.makerNote }) else { return nil }
    tree.shorten(to: limit)
    return tree.bytes.flatMap { $0.count > limit ? nil : $0 }
  }
}
