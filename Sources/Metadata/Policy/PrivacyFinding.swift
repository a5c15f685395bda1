/// Something in a picture's metadata that tells a place, a single device or its owner.
package struct PrivacyFinding: Sendable, Hashable, CustomStringConvertible {
  /// What it tells.
  package enum Kind: String, Sendable, Codable {
    /// Where the picture was taken, or what place it shows.
    case place
    /// Which single device took it.
    case serial
    /// Whose device it is.
    case owner
    /// A picture inside the metadata, which may show what was cut off.
    case thumbnail
    /// Something that only its writer can read, and that mostly holds a serial number.
    case opaque
    /// Something that is damaged, so that nobody knows what it tells.
    case unreadable
  }

  /// What it tells.
  package var kind: Kind
  /// What it is, such as `EXIF GPS`.
  package var description: String

  /// A finding.
  init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}

extension PictureMetadata {
  /// What the metadata tells of places, single devices and owners; empty after the policy `safe`.
  package var privacyFindings: [PrivacyFinding] {
    var findings: [PrivacyFinding] = []
    findings += exif.map(EXIFPrivacy.findings) ?? []
    findings += xmp.map(XMPPrivacy.findings) ?? []
    findings += iptc.map(IPTCPrivacy.findings) ?? []
    findings += photoshop.compactMap(\.finding)
    findings += texts.compactMap(\.finding)
    findings += comments.compactMap { PrivateWords.first(in: $0) }.map {
      PrivacyFinding($0.kind, "comment that speaks of \($0.word)")
    }
    findings += otherSegments.map { segment in
      PrivacyFinding(.opaque, "JPEG segment APP\(segment.marker & 15)")
    }
    return findings
  }
}

extension PhotoshopResource {
  /// What a resource tells that is itself metadata.
  fileprivate var finding: PrivacyFinding? {
    switch identifier {
    case Identifier.thumbnail, Identifier.oldThumbnail:
      PrivacyFinding(.thumbnail, "Photoshop thumbnail")
    case Identifier.exif: PrivacyFinding(.opaque, "Photoshop EXIF")
    case Identifier.xmp: PrivacyFinding(.opaque, "Photoshop XMP")
    default: nil
    }
  }
}

extension PNGText {
  /// What a text tells by its keyword, the keyword's translation, or itself.
  ///
  /// Keywords that the specification doesn't define (PNG, 11.3.3.1) have been seen to be names of EXIF
  /// fields, such as `exif:GPSLatitude`.
  var finding: PrivacyFinding? {
    if let word = PrivateWords.first(in: heading + [UInt8(ascii: " ")] + text) {
      return PrivacyFinding(word.kind, "PNG text \(keyword) that speaks of \(word.word)")
    }
    return Self.defined.contains(keyword) ? nil : PrivacyFinding(.opaque, "PNG text \(keyword)")
  }

  private static let defined: Set<String> = [
    "Title", "Author", "Description", "Copyright", "Creation Time", "Software", "Disclaimer",
    "Warning", "Source", "Collection",
  ]
}
