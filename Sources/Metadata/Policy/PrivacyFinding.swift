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
    findings += comments.compactMap(PrivateWords.first).map {
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
  /// What a text tells by its keyword.
  fileprivate var finding: PrivacyFinding? {
    PrivateWords.first(in: Array(keyword.utf8)).map {
      PrivacyFinding($0.kind, "PNG text \(keyword)")
    }
  }
}

/// Words by which plain text gives away that it tells a place, a device or an owner.
enum PrivateWords {
  private static let all: [(word: String, kind: PrivacyFinding.Kind)] = [
    ("gps", .place), ("location", .place), ("latitude", .place), ("longitude", .place),
    ("serial", .serial), ("owner", .owner),
  ]

  /// The first of them in a text, capital letters or small.
  static func first(in text: [UInt8]) -> (word: String, kind: PrivacyFinding.Kind)? {
    let small = text.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    return all.first { small.firstRange(of: Array($0.word.utf8)) != nil }
  }
}
