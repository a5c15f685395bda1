extension PictureMetadata {
  /// The metadata made true of new pixels: upright, of a new size, without the old thumbnails.
  ///
  /// - Parameters:
  ///   - width: The width in pixels.
  ///   - height: The height in pixels.
  ///   - thumbnail: A JPEG in place of EXIF's embedded thumbnail, where it fits its room.
  ///   - kept: What XMP may still claim of further pictures and videos; a depth map inside the packet is
  ///     true of every picture that is not turned.
  /// - Returns: The metadata; a part that can't be changed is left alone or left out, with a warning.
  package func madeTrue(
    width: Int, height: Int, thumbnail: [UInt8]? = nil, keeping kept: XMPClaims = .depthMap
  ) -> Warned<PictureMetadata> {
    var result = Warned(self)
    result.value.exif = exif.flatMap {
      result.take(EXIFPatch.makeTrue($0, width: width, height: height, thumbnail: thumbnail))
    }
    result.value.xmp = xmp.map {
      let patched = result.take(XMPPatch.makeTrue($0, width: width, height: height))
      return result.take(XMPClaims.all.subtracting(kept).removed(from: patched))
    }
    let thumbnails = [
      PhotoshopResource.Identifier.thumbnail, PhotoshopResource.Identifier.oldThumbnail,
    ]
    result.value.photoshop.removeAll { thumbnails.contains($0.identifier) }
    return result
  }
}
