/// Metadata of HEIF and AVIF files, from the items that their reader gives.
package enum HEIFMetadata {
  /// The metadata of the items of the primary picture.
  ///
  /// - Parameters:
  ///   - exif: The Exif item, with or without the offset and `Exif\0\0` before its TIFF header.
  ///   - xmp: The item of type `application/rdf+xml`.
  ///   - depth: The same of its depth map. What it says of the camera and of the effects that were
  ///     chosen is true of the picture too, and is joined to `xmp`; how the map is stored is not.
  ///   - icc: The profile of the colour property.
  /// - Returns: The metadata; a broken part is left out, with a warning.
  package static func metadata(
    exif: [UInt8]?, xmp: [UInt8]?, depth: [UInt8]? = nil, icc: [UInt8]?
  ) -> Warned<PictureMetadata> {
    var result = Warned(PictureMetadata())
    if let exif, !exif.isEmpty {
      result.value.exif = EXIFBlock.normalised(exif[...])
      if result.value.exif == nil { result.warn(.exifDamaged) }
    }
    result.value.xmp = joined(
      xmp.flatMap { XMPPacket.normalised($0[...]) }, depth.flatMap { XMPPacket.normalised($0[...]) }
    )
    if let icc { result.value.icc = result.take(ICCProfile.checked(icc)) }
    return result
  }

  private static func joined(_ main: [UInt8]?, _ depth: [UInt8]?) -> [UInt8]? {
    guard let depth else { return main }
    let added = XMPPatch.edited(depth) { document in
      document.properties.filter { $0.name.namespace == XMPNamespace.applePixelData }
        .map { ByteEdit(range: $0.extent) }
    }
    guard added.warnings.isEmpty else { return main }
    return main.map { ExtendedXMP.joined($0, added.value) ?? $0 } ?? added.value
  }
}
