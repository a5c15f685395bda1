/// What of a picture's metadata goes into an output.
package enum MetadataPolicy: String, Sendable, Codable, CaseIterable {
  /// Everything.
  case all
  /// Everything less location, serial numbers, owners' names, maker notes and thumbnails.
  case safe
  /// The ICC profile alone.
  case color
  /// Nothing.
  case none
}

extension PictureMetadata {
  /// What a policy lets through.
  ///
  /// Under `safe` a part that can't be read in whole is left out rather than trusted.
  package func applying(_ policy: MetadataPolicy) -> Warned<PictureMetadata> {
    switch policy {
    case .all: return Warned(self)
    case .safe: return withoutPrivateParts()
    case .color:
      var kept = PictureMetadata()
      kept.icc = icc
      kept.colourChunks = colourChunks
      return Warned(kept)
    case .none: return Warned(PictureMetadata())
    }
  }

  private func withoutPrivateParts() -> Warned<PictureMetadata> {
    var result = Warned(self)
    result.value.exif = exif.flatMap { result.take(EXIFPrivacy.withoutPrivateFields($0)) }
    result.value.xmp = xmp.flatMap { packet in
      // Further pictures and videos of the file, which may tell a place as well, are not carried.
      result.take(XMPPrivacy.withoutPrivateProperties(packet)).map {
        result.take(XMPClaims.all.removed(from: $0))
      }
    }
    result.value.iptc = iptc.flatMap { result.take(IPTCPrivacy.withoutPrivateDataSets($0)) }
    result.value.comments = comments.filter { PrivateWords.first(in: $0) == nil }
    result.value.photoshop = photoshop.filter(\.namesNobody)
    result.value.texts = texts.filter { $0.finding == nil }
    result.value.otherSegments = []
    return result
  }
}

extension PhotoshopResource {
  /// Whether the resource says nothing of a place, a device or a person but by way of copyright.
  fileprivate var namesNobody: Bool {
    [Identifier.resolution, Identifier.copyrightFlag, Identifier.copyrightURL].contains(identifier)
  }
}
