/// Makes an XMP packet true of new pixels by changing the bytes of single values.
package enum XMPPatch {
  /// The packet with orientation 1, the new size, and without thumbnails unless they are kept.
  ///
  /// Only values that are stated are changed: `tiff:Orientation`, `tiff:ImageWidth`,
  /// `tiff:ImageLength`, `exif:PixelXDimension`, `exif:PixelYDimension`. Every other byte stays.
  ///
  /// - Parameters:
  ///   - packet: The packet; one that can't be read comes back as it is, with a warning.
  ///   - width: The width in pixels.
  ///   - height: The height in pixels.
  ///   - keepsThumbnails: Whether thumbnails still show the picture.
  /// - Returns: The packet.
  package static func makeTrue(
    _ packet: [UInt8], width: Int, height: Int, keepsThumbnails: Bool = false
  ) -> Warned<[UInt8]> {
    let values = [
      XMPName(XMPNamespace.tiff, "Orientation"): "1",
      XMPName(XMPNamespace.tiff, "ImageWidth"): String(width),
      XMPName(XMPNamespace.tiff, "ImageLength"): String(height),
      XMPName(XMPNamespace.exif, "PixelXDimension"): String(width),
      XMPName(XMPNamespace.exif, "PixelYDimension"): String(height),
    ]
    let thumbnails = XMPName(XMPNamespace.xmp, "Thumbnails")
    return edited(packet) { document in
      document.properties.compactMap { property in
        if property.name == thumbnails {
          return keepsThumbnails ? nil : ByteEdit(range: property.extent)
        }
        guard let value = values[property.name], let range = property.value, !range.isEmpty else {
          return nil
        }
        return ByteEdit(range: range, replacement: Array(value.utf8))
      }
    }
  }

  /// The packet with edits that depend on what stands in it.
  static func edited(_ packet: [UInt8], _ edits: (XMPDocument) -> [ByteEdit]) -> Warned<[UInt8]> {
    do throws(XMPDocument.Failure) {
      return Warned(packet.applying(edits(try XMPDocument(packet))))
    } catch {
      return Warned(packet, [error.warning])
    }
  }
}
