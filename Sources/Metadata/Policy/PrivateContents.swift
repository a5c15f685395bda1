package import Formats

/// What a whole file tells of places, single devices and owners, wherever in it that stands.
package enum PrivateContents {
  /// What is found in a file; empty for one that was made with the policy `safe`.
  ///
  /// Nothing of the policy's own work is relied on: what has no known and harmless meaning counts.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - facts: What its header says.
  /// - Returns: What tells something, and what nobody can read.
  package static func findings(in bytes: [UInt8], _ facts: HeaderFacts) -> [PrivacyFinding] {
    let parts = PictureMetadata.parts(of: bytes, facts)
    let fields = facts.kind == .image(.tiff) ? tiff(bytes) : []
    return parts.flatMap(findings) + fields + container(bytes, facts)
  }

  /// What in a container has no known and harmless meaning.
  static func container(_ bytes: [UInt8], _ facts: HeaderFacts) -> [PrivacyFinding] {
    switch facts.kind.imageFormat {
    case .jpeg: jpeg(bytes)
    case .png: png(bytes)
    case .webp: webp(bytes)
    case .jxl: jxl(bytes)
    case .heic, .heics, .avif, .avis, .heif: heif(facts.heif)
    case .tiff, .gif, .jp2, .bmp, .svg, .pdf, nil: []
    }
  }

  /// What metadata tells; what could not be read in it may tell anything.
  private static func findings(_ read: Warned<PictureMetadata>) -> [PrivacyFinding] {
    let unread = read.warnings.filter { $0 != .iccDamaged }
    return read.value.privacyFindings
      + unread.map { PrivacyFinding(.unreadable, "something of which is said: \($0.message)") }
  }

  private static func opaque(_ what: String) -> PrivacyFinding {
    PrivacyFinding(.opaque, what)
  }

  private static func jpeg(_ bytes: [UInt8]) -> [PrivacyFinding] {
    guard let file = JPEGSegments(bytes) else { return [] }
    // Behind a picture of ours lies a map that says nothing of anybody.
    let hasPlainMap = file.segments.contains(where: \.isIndex) && UltraHDR.plain(bytes) != nil
    let bound = file.segments.filter { segment in
      JPEGSegmentKind(segment) == .boundToPixels
        && !(hasPlainMap && (segment.isIndex || segment.isOfGainMap))
    }
    var found = bound.map { opaque("JPEG segment APP\($0.marker & 15)") }
    found += file.segments.filter(\.hasRemarks).map {
      opaque("bytes at the end of the JPEG segment APP\($0.marker & 15)")
    }
    if !file.remarks.isEmpty { found.append(opaque("JPEG segment between scans")) }
    if !file.trailer.isEmpty, !hasPlainMap { found.append(opaque("bytes behind the JPEG")) }
    return found
  }

  private static func png(_ bytes: [UInt8]) -> [PrivacyFinding] {
    guard let file = PNGChunks(bytes) else { return [] }
    var found = file.chunks.filter { !$0.kind.isUnderstood }
      .map { opaque("PNG chunk \(String(decoding: $0.kind.letters, as: UTF8.self))") }
    if !file.rest.isEmpty { found.append(opaque("bytes behind the PNG")) }
    return found
  }

  private static func webp(_ bytes: [UInt8]) -> [PrivacyFinding] {
    guard let file = WebPChunks(bytes) else { return [] }
    var found = file.chunks.filter { !$0.isUnderstood }
      .map { opaque("WebP chunk \(String(decoding: $0.name, as: UTF8.self))") }
    if file.chunks.contains(where: { $0.withoutUnknownParts != $0 }) {
      found.append(opaque("WebP chunk inside a frame"))
    }
    if file.end < bytes.count { found.append(opaque("bytes behind the WebP")) }
    return found
  }

  /// The fields of all directories; further ones are pages here, and no thumbnails.
  private static func tiff(_ bytes: [UInt8]) -> [PrivacyFinding] {
    TIFFHeader(bytes[...])?.isBig == true
      ? [] : EXIFPrivacy.findings(in: bytes).filter { $0.kind != .thumbnail }
  }

  private static func jxl(_ bytes: [UInt8]) -> [PrivacyFinding] {
    guard bytes.starts(with: [0, 0, 0, 12]) else { return [] }
    let understood: Set<FourCC> = [
      "JXL", "ftyp", "jxll", "jxlc", "jxlp", "jxli", "Exif", "xml",
    ]
    return Box.boxes(in: bytes, 0..<bytes.count).filter { !understood.contains($0.type) }
      .map { opaque("JPEG XL box \($0.type)") }
  }

  private static func heif(_ heif: HEIFStructure?) -> [PrivacyFinding] {
    (heif?.metadataItems ?? []).filter { !$0.isEXIF && !$0.isXMP }
      .map { opaque("HEIF item of type \($0.contentType ?? "\($0.type)")") }
  }
}

extension PNGChunk.Kind {
  /// Whether a chunk of this type says what the specification says and nothing else (PNG, 5.6).
  var isUnderstood: Bool {
    // Critical chunks are the picture itself; an unknown one would be refused by every reader.
    if let first = letters.first, first & 0x20 == 0 { return true }
    return ([.exif, .icc, .density] + Self.texts + Self.colours + Self.aboutPixels).contains(self)
  }

  /// Chunks without which the pixels would look otherwise, or an animation would not move.
  ///
  /// A suggested palette (sPLT) and what samples measure (pCAL, sCAL) are not among them: they have
  /// names and texts, in which anything may stand.
  private static let aboutPixels: [Self] = [
    "tRNS", "sBIT", "bKGD", "hIST", "mDCV", "mDCv", "cLLI", "cLLi", "acTL", "fcTL", "fdAT", "oFFs",
    "sTER",
  ]
}

extension WebPChunk {
  /// Whether a chunk is one of the specification's (RFC 9649, 2.7).
  var isUnderstood: Bool {
    ["VP8X", "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF", "ICCP", "EXIF", "XMP "].contains(
      where: isNamed)
  }
}
