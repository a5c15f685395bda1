package import Formats

/// What a whole file says besides its pixels, their colours, and how they lie.
package enum MetadataContents {
  /// The kinds of metadata in a file, in the words of people; empty after the policy `color`.
  ///
  /// EXIF that holds no more than an orientation and how densely pixels are shown is none, as it is needed
  /// to show the picture.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - facts: What its header says.
  /// - Returns: Names such as `EXIF`, `GPS` and `XMP`, each once.
  package static func kinds(in bytes: [UInt8], _ facts: HeaderFacts) -> [String] {
    var found: [String] = []
    let claim = facts.jpeg == nil || !facts.hasGainMap ? nil : UltraHDR.plain(bytes)?.claim
    for part in PictureMetadata.parts(of: bytes, facts) {
      var said = part.value
      // XMP that says nothing but that there is a gain map.
      if said.xmp == claim { said.xmp = nil }
      found += kinds(in: said)
      found += part.warnings.compactMap(unread)
    }
    found += PrivateContents.container(bytes, facts).map(\.description).filter { what in
      // A gain map is a part of what is shown.
      !(facts.hasGainMap && partsOfGainMap.contains(what))
    }
    var seen: Set<String> = []
    return found.filter { seen.insert($0).inserted }
  }

  private static let partsOfGainMap = ["bytes behind the JPEG", "JPEG segment APP2"]

  private static func kinds(in metadata: PictureMetadata) -> [String] {
    var found: [String] = []
    if let exif = metadata.exif, !isForDisplay(exif) {
      found.append("EXIF")
      if EXIFLayout(exif)?[.gps]?.entries.isEmpty == false { found.append("GPS") }
    }
    if metadata.xmp != nil { found.append("XMP") }
    if metadata.iptc != nil { found.append("IPTC") }
    if !metadata.photoshop.isEmpty { found.append("Photoshop resources") }
    if !metadata.comments.isEmpty { found.append("comments") }
    found += metadata.texts.map { "text \($0.keyword)" }
    found += metadata.otherSegments.map { "JPEG segment APP\($0.marker & 15)" }
    return found
  }

  /// Whether a block holds nothing but how the pixels are stored, lie and are to be shown.
  private static func isForDisplay(_ exif: [UInt8]) -> Bool {
    guard let layout = EXIFLayout(exif), layout.directories.count == 1 else { return false }
    // Orientation, and density across and down with its unit.
    let shown: Set<UInt16> = [TIFFTag.orientation, 0x011A, 0x011B, 0x0128]
    return layout.directories[0].directory.entries.allSatisfy { entry in
      shown.contains(entry.tag) || EXIFTag.structural.contains(entry.tag)
    }
  }

  /// What of metadata is there although it can't be read; nil for what is no metadata.
  private static func unread(_ warning: MetadataWarning) -> String? {
    switch warning {
    case .exifDamaged: "EXIF"
    case .xmpDamaged, .xmpEncoding, .xmpIncomplete: "XMP"
    case .iptcDamaged: "IPTC"
    case .photoshopDamaged: "Photoshop resources"
    case .textDamaged: "texts that can't be read"
    case .duplicate, .unread: "metadata that can't be read"
    default: nil
    }
  }
}
