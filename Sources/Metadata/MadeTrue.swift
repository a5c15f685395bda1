extension PictureMetadata {
  /// The metadata made true of new pixels: upright, of a new size, with thumbnails that show them.
  ///
  /// - Parameters:
  ///   - width: The width in pixels.
  ///   - height: The height in pixels.
  ///   - thumbnails: What becomes of the thumbnails in EXIF, XMP and Photoshop's resources.
  ///   - kept: What XMP may still claim of further pictures and videos; a depth map inside the packet is
  ///     true of every picture that is not turned.
  ///   - becameSRGB: Whether the pixels were in other colours before, and are in sRGB now.
  /// - Returns: The metadata; a part that can't be changed is left alone or left out, with a warning.
  package func madeTrue(
    width: Int, height: Int, thumbnails: ThumbnailChange = .dropped,
    keeping kept: XMPClaims = .depthMap, becameSRGB: Bool = false
  ) -> Warned<PictureMetadata> {
    var result = Warned(self)
    result.value.exif = exif.flatMap {
      result.take(
        EXIFPatch.makeTrue(
          $0, width: width, height: height, thumbnails: thumbnails, becameSRGB: becameSRGB))
    }
    result.value.xmp = xmp.map {
      let patched = result.take(
        XMPPatch.makeTrue(
          $0, width: width, height: height, keepsThumbnails: thumbnails == .kept))
      return result.take(XMPClaims.all.subtracting(kept).removed(from: patched))
    }
    result.value.photoshop = photoshop.compactMap { $0.changed(thumbnails) }
    return result
  }
}
