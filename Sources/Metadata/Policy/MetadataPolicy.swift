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
      return Warned(kept)
    case .none: return Warned(PictureMetadata())
    }
  }

  private func withoutPrivateParts() -> Warned<PictureMetadata> {
    var result = Warned(self)
    result.value.exif = exif.flatMap { result.take(EXIFPrivacy.withoutPrivateFields($0)) }
    result.value.xmp = xmp.flatMap { result.take(XMPPrivacy.withoutPrivateProperties($0)) }
    result.value.iptc = iptc.flatMap { result.take(IPTCPrivacy.withoutPlaces($0)) }
    result.value.photoshop = photoshop.filter(\.namesNobody)
    result.value.texts = texts.filter(\.namesNobody)
    result.value.otherSegments = []
    return result
  }

  /// The metadata made true of new pixels: upright, of a new size, without the old thumbnails.
  ///
  /// - Parameters:
  ///   - width: The width in pixels.
  ///   - height: The height in pixels.
  ///   - thumbnail: A JPEG in place of EXIF's embedded thumbnail, where it fits its room.
  /// - Returns: The metadata; a part that can't be changed is left alone or left out, with a warning.
  package func madeTrue(width: Int, height: Int, thumbnail: [UInt8]? = nil)
    -> Warned<PictureMetadata>
  {
    var result = Warned(self)
    result.value.exif = exif.flatMap {
      result.take(EXIFPatch.makeTrue($0, width: width, height: height, thumbnail: thumbnail))
    }
    result.value.xmp = xmp.map { result.take(XMPPatch.makeTrue($0, width: width, height: height)) }
    let thumbnails = [
      PhotoshopResource.Identifier.thumbnail, PhotoshopResource.Identifier.oldThumbnail,
    ]
    result.value.photoshop.removeAll { thumbnails.contains($0.identifier) }
    return result
  }
}

extension PhotoshopResource {
  /// Whether the resource says nothing of a place, a device or a person but by way of copyright.
  fileprivate var namesNobody: Bool {
    [Identifier.resolution, Identifier.copyrightFlag, Identifier.copyrightURL].contains(identifier)
  }
}

extension PNGText {
  /// Whether the text is one of those that the specification defines (PNG, 11.3.3.1).
  ///
  /// Others have been seen to hold EXIF fields under names such as `exif:GPSLatitude`.
  fileprivate var namesNobody: Bool {
    [
      "Title", "Author", "Description", "Copyright", "Creation Time", "Software", "Disclaimer",
      "Warning", "Source", "Collection",
    ].contains(keyword)
  }
}
