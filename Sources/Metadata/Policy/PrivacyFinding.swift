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
  /// What a text tells by its keyword.
  fileprivate var finding: PrivacyFinding? {
    let keyword = keyword.lowercased()
    let parts: [(String, PrivacyFinding.Kind)] = [
      ("gps", .place), ("location", .place), ("latitude", .place), ("longitude", .place),
      ("serialnumber", .serial), ("ownername", .owner),
    ]
    return parts.first { keyword.contains($0.0) }.map {
      PrivacyFinding($0.1, "PNG text \(self.keyword)")
    }
  }
}
