/// Something about a picture's metadata that a user should know; the raw value is a stable name.
package enum MetadataWarning: String, Sendable, Codable, CaseIterable {
  /// The EXIF block can't be read in whole; what could be read was kept.
  case exifDamaged = "exif-damaged"
  /// The EXIF block doesn't fit the container; the largest parts were left out.
  case exifTooLarge = "exif-too-large"
  /// A field of EXIF that ought to change has a form that is not understood; it was left alone.
  case exifLeftAlone = "exif-left-alone"
  /// The XMP packet is not well formed.
  case xmpDamaged = "xmp-damaged"
  /// The XMP packet is not in an encoding that extends ASCII; it was left alone.
  case xmpEncoding = "xmp-encoding"
  /// The XMP packet is not in an encoding that extends ASCII, so that nobody could judge it, and was
  /// left out.
  case xmpLeftOut = "xmp-left-out"
  /// The extended part of the XMP packet is missing or broken; the main part was kept.
  case xmpIncomplete = "xmp-incomplete"
  /// The XMP packet doesn't fit the container.
  case xmpTooLarge = "xmp-too-large"
  /// The ICC profile is broken and was left out.
  case iccDamaged = "icc-damaged"
  /// Photoshop's image resources are broken; what could be read was kept.
  case photoshopDamaged = "photoshop-damaged"
  /// The IPTC data sets are broken.
  case iptcDamaged = "iptc-damaged"
  /// A text of the file is broken, or too much with the others, and was left out.
  case textDamaged = "text-damaged"
  /// The same kind of metadata is there twice; the first was kept.
  case duplicate = "metadata-duplicate"
  /// The container is broken before its end; what stands before that was read.
  case containerDamaged = "container-damaged"
  /// There is metadata in a form that is not read here.
  case unread = "metadata-unread"

  /// What it means, as a part of a sentence.
  package var message: String {
    switch self {
    case .exifDamaged: "the EXIF block is damaged"
    case .exifTooLarge: "the EXIF block is too large for the file format, parts were left out"
    case .exifLeftAlone: "an EXIF field has an unknown form and was left as it was"
    case .xmpDamaged: "the XMP packet is damaged"
    case .xmpEncoding: "the XMP packet is not in UTF-8 and was left as it was"
    case .xmpLeftOut: "the XMP packet is not in UTF-8 and was left out"
    case .xmpIncomplete: "the extended XMP is missing or damaged"
    case .xmpTooLarge: "the XMP packet is too large for the file format and was left out"
    case .iccDamaged: "the ICC profile is damaged and was left out"
    case .photoshopDamaged: "the Photoshop image resources are damaged"
    case .iptcDamaged: "the IPTC block is damaged"
    case .textDamaged: "a text chunk is damaged or too large and was left out"
    case .duplicate: "metadata of one kind is there twice, the first was kept"
    case .unread: "metadata in an unusual form was left out"
    case .containerDamaged: "the file is damaged, its metadata may be incomplete"
    }
  }
}

/// Why metadata can't be put into a file.
package enum MetadataError: Error, Equatable, Sendable {
  /// The bytes are not of the format that was asked for, or end before its picture starts.
  case notOfFormat(String)
  /// The result would be larger than the format allows.
  case tooLarge(String)
}
