import Formats

/// Makes an EXIF block true of new pixels, in place: nothing moves, so maker notes stay readable.
package enum EXIFPatch {
  /// The block with orientation 1, the new size, and a thumbnail that is kept, replaced or dropped.
  ///
  /// Only fields that are there are changed: Orientation; PixelXDimension and PixelYDimension;
  /// ImageWidth and ImageLength of IFD0; RelatedImageWidth and RelatedImageLength; ColorSpace of pixels
  /// that became sRGB. Of a thumbnail that is dropped the bytes become zeros, and go where they are the
  /// block's last.
  ///
  /// - Parameters:
  ///   - block: A TIFF block from its `II` or `MM` on.
  ///   - width: The width in pixels.
  ///   - height: The height in pixels.
  ///   - thumbnails: What becomes of the embedded thumbnail; it goes where its successor doesn't
  ///     fit its room.
  ///   - becameSRGB: Whether the pixels were in other colours before, and are in sRGB now.
  /// - Returns: The block, never longer than it was; nil, with a warning, where IFD0 can't be read.
  package static func makeTrue(
    _ block: [UInt8], width: Int, height: Int, thumbnails: ThumbnailChange = .dropped,
    becameSRGB: Bool = false
  ) -> Warned<[UInt8]?> {
    guard let layout = EXIFLayout(block) else { return Warned(nil, [.exifDamaged]) }
    var patched = Warned(block)
    if layout.isDamaged { patched.warn(.exifDamaged) }
    var values: [(TIFFDirectoryKind, UInt16, Int)] = [
      (.primary, TIFFTag.orientation, 1),
      (.primary, TIFFTag.imageWidth, width), (.primary, TIFFTag.imageLength, height),
      (.exif, EXIFTag.pixelXDimension, width), (.exif, EXIFTag.pixelYDimension, height),
      (.interoperability, EXIFTag.relatedImageWidth, width),
      (.interoperability, EXIFTag.relatedImageLength, height),
    ]
    // Exif 3.0, 4.6.6.2 B: 1 is sRGB.
    if becameSRGB { values.append((.exif, EXIFTag.colorSpace, 1)) }
    for (kind, tag, value) in values {
      store(value, under: tag, of: layout[kind], in: &patched, order: layout.reader.order)
    }
    switch thumbnails {
    case .kept: break
    case .replaced(let thumbnail) where replaceThumbnail(thumbnail, layout, &patched): break
    case .replaced, .dropped: dropThumbnail(layout, &patched.value)
    }
    return Warned(patched.value, patched.warnings)
  }

  /// Where the JPEG of the embedded thumbnail lies in a block: the room for another one.
  package static func thumbnail(in block: [UInt8]) -> Range<Int>? {
    EXIFLayout(block)?.thumbnail
  }

  // MARK: - Fields

  /// Writes a number over those under a tag; warns where one is no single SHORT or LONG.
  private static func store(
    _ value: Int, under tag: UInt16, of directory: TIFFDirectory?, in block: inout Warned<[UInt8]>,
    order: ByteReader.Order
  ) {
    for entry in directory?.entries ?? [] where entry.tag == tag {
      if entry.count == 1, entry.type == .short, let number = UInt16(exactly: value) {
        block.value.store(number, at: entry.valueOffset, order)
      } else if entry.count == 1, entry.type == .long, let number = UInt32(exactly: value) {
        block.value.store(number, at: entry.valueOffset, order)
      } else {
        block.warn(.exifLeftAlone)
      }
    }
  }

  // MARK: - Thumbnail

  /// Cuts IFD1 off and clears its bytes.
  static func dropThumbnail(_ layout: EXIFLayout, _ block: inout [UInt8]) {
    guard let pointer = layout[.primary]?.nextPointerOffset else { return }
    block.store(UInt32(0), at: pointer, layout.reader.order)
    let freed = layout.thumbnailBytes
    for range in freed.ranges { block.zero(range) }
    block.removeLast(block.count - end(of: block, without: freed, picture: layout.pictureBytes))
  }

  /// Where a block ends when the freed bytes at its end go, and the zero that pads them.
  private static func end(
    of block: [UInt8], without freed: RangeSet<Int>, picture: RangeSet<Int>
  ) -> Int {
    var end = block.count
    for range in freed.ranges.reversed() {
      let isPadded = range.upperBound == end - 1 && block[end - 1] == 0 && picture.end < end
      guard range.upperBound >= end || isPadded else { break }
      end = range.lowerBound
    }
    return end
  }

  /// Puts a JPEG where the old thumbnail is; false, and no change, where it doesn't fit.
  private static func replaceThumbnail(
    _ thumbnail: [UInt8], _ layout: EXIFLayout, _ block: inout Warned<[UInt8]>
  ) -> Bool {
    guard let room = layout.thumbnail, let directory = layout[.thumbnail],
      thumbnail.count <= room.count, let size = JPEGSegments(thumbnail)?.size,
      // Room that another field uses as well is none.
      RangeSet([room]).isSubset(of: layout.thumbnailBytes),
      directory.table.clamped(to: room).isEmpty
    else { return false }
    block.value.zero(room)
    block.value.store(thumbnail, at: room.lowerBound)
    let values = [
      (TIFFTag.thumbnailLength, thumbnail.count), (TIFFTag.orientation, 1),
      (TIFFTag.imageWidth, size.width), (TIFFTag.imageLength, size.height),
    ]
    for (tag, value) in values {
      store(value, under: tag, of: directory, in: &block, order: layout.reader.order)
    }
    return true
  }
}
