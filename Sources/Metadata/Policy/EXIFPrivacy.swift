import Formats

/// What of EXIF tells a place, a single device or its owner.
enum EXIFPrivacy {
  /// The block with public fields alone, laid out anew so that no byte of another one is left.
  ///
  /// The GPS IFD, IFD1 and the maker note go; of IFD0 and the Exif IFD the fields stay that
  /// `EXIFTag` lists, the host computer's name not among them.
  ///
  /// - Returns: The block; nil where nothing is left, or, with a warning, where it can't be read.
  static func withoutPrivateFields(_ block: [UInt8]) -> Warned<[UInt8]?> {
    guard let layout = EXIFLayout(block),
      let tree = EXIFTree(
        layout, keeping: { isPublic($1.tag, in: $0) && word(in: $1, layout.reader) == nil })
    else { return Warned(nil, [.exifDamaged]) }
    return Warned(tree.bytes, layout.isDamaged ? [.exifDamaged] : [])
  }

  private static func isPublic(_ tag: UInt16, in kind: TIFFDirectoryKind) -> Bool {
    switch kind {
    case .primary:
      tag != EXIFTag.hostComputer
        && [EXIFTag.descriptive, EXIFTag.structural, EXIFTag.exposure].contains { $0.contains(tag) }
    case .exif: EXIFTag.exposure.contains(tag)
    // The index, its version, and the size (DCF 2.0).
    case .interoperability: [0x0001, 0x0002, 0x1000, 0x1001, 0x1002].contains(tag)
    case .gps, .thumbnail: false
    }
  }

  /// What private fields a block has.
  static func findings(in block: [UInt8]) -> [PrivacyFinding] {
    guard let layout = EXIFLayout(block) else {
      return [PrivacyFinding(.unreadable, "EXIF that can't be read")]
    }
    var findings: [PrivacyFinding] = []
    if layout[.gps]?.entries.isEmpty == false {
      findings.append(PrivacyFinding(.place, "EXIF GPS"))
    }
    for placed in layout.directories where placed.kind != .gps {
      for entry in placed.directory.entries {
        if let (kind, name) = names[entry.tag], isFilled(entry, layout.reader) {
          findings.append(PrivacyFinding(kind, "EXIF \(name)"))
        } else if let word = word(in: entry, layout.reader) {
          let name = texts[entry.tag] ?? "text"
          findings.append(PrivacyFinding(word.kind, "EXIF \(name) that speaks of \(word.word)"))
        }
      }
    }
    if layout[.thumbnail] != nil { findings.append(PrivacyFinding(.thumbnail, "EXIF thumbnail")) }
    return findings
  }

  private static let names: [UInt16: (PrivacyFinding.Kind, String)] = [
    EXIFTag.hostComputer: (.owner, "HostComputer"),
    EXIFTag.makerNote: (.opaque, "MakerNote"),
    EXIFTag.imageUniqueID: (.serial, "ImageUniqueID"),
    EXIFTag.cameraOwnerName: (.owner, "CameraOwnerName"),
    EXIFTag.bodySerialNumber: (.serial, "BodySerialNumber"),
    EXIFTag.lensSerialNumber: (.serial, "LensSerialNumber"),
    EXIFTag.cameraSerialNumber: (.serial, "CameraSerialNumber"),
    EXIFTag.rawOwnerName: (.owner, "OwnerName"),
    EXIFTag.rawSerialNumber: (.serial, "SerialNumber"),
  ]

  /// Texts that anybody may write anything into; the copyright is none of them, and stays.
  private static let texts: [UInt16: String] = [
    0x010D: "DocumentName", 0x010E: "ImageDescription", 0x011D: "PageName",
    0x9286: "UserComment", 0x9C9B: "XPTitle", 0x9C9C: "XPComment", 0x9C9E: "XPKeywords",
    0x9C9F: "XPSubject", 0xA436: "ImageTitle",
  ]

  /// The first private word of a field that holds a free text.
  private static func word(in entry: TIFFEntry, _ reader: TIFFReader) -> PrivateWords.Word? {
    guard texts[entry.tag] != nil, let data = reader.data(of: entry) else { return nil }
    return PrivateWords.first(in: data)
  }

  /// Whether a value is anything but blanks and zeros.
  private static func isFilled(_ entry: TIFFEntry, _ reader: TIFFReader) -> Bool {
    reader.data(of: entry)?.contains { $0 != 0 && $0 != UInt8(ascii: " ") } ?? true
  }
}
