import Formats

/// Metadata of TIFF files.
package enum TIFFMetadata {
  /// The metadata in the directory of a picture, the first one's unless told, its EXIF as a block of its own.
  ///
  /// The block has the fields that describe the picture, the Exif IFD and the GPS IFD, but none that
  /// say how the pixels are stored. Where EXIF stands before the pixels, as in the files that are
  /// written here, it stays where it is, and with it what offsets of a maker note lead to; elsewhere a
  /// maker note is copied, and offsets in it that count from the start of the file don't fit any more.
  ///
  /// - Parameters:
  ///   - bytes: A TIFF.
  ///   - directory: Where the directory of another page starts that is read in the first one's place.
  /// - Returns: What is there; empty, with a warning, where the bytes are no TIFF, or BigTIFF.
  package static func read(_ bytes: [UInt8], directory: Int? = nil) -> Warned<PictureMetadata> {
    guard let header = TIFFHeader(bytes[...]), !header.isBig else {
      return Warned(
        PictureMetadata(), [TIFFHeader(bytes[...]) == nil ? .containerDamaged : .unread])
    }
    var bytes = bytes
    if let directory, directory != header.firstDirectory {
      bytes.store(UInt32(clamping: directory), at: 4, header.order)
    }
    guard let layout = EXIFLayout(bytes), let primary = layout[.primary] else {
      return Warned(PictureMetadata(), [.containerDamaged])
    }
    var result = Warned(PictureMetadata())
    func value(_ tag: UInt16) -> ArraySlice<UInt8>? {
      primary.entry(tag).flatMap { layout.reader.data(of: $0) }
    }
    let tree = EXIFTree(layout) { kind, entry in
      kind != .primary || EXIFTag.descriptive.contains(entry.tag)
    }
    result.value.exif = layout.blockInPlace ?? tree?.bytes
    if layout.isDamaged || tree == nil { result.warn(.exifDamaged) }
    result.value.xmp = value(EXIFTag.xmp).flatMap(XMPPacket.normalised)
    if let icc = value(TIFFTag.iccProfile) {
      result.value.icc = result.take(ICCProfile.checked(icc))
    }
    if let block = value(EXIFTag.photoshop) { result.warn(result.value.addPhotoshopBlock(block)) }
    if let iptc = value(EXIFTag.iptc) {
      // The same as among Photoshop's resources, padded.
      result.value.iptc = IPTCDataSet.withoutPadding(Array(iptc))
    }
    return result
  }
}
