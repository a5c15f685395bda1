/// Metadata of HEIF and AVIF files, from the items that their reader gives.
package enum HEIFMetadata {
  /// The metadata of the items of the primary picture.
  ///
  /// - Parameters:
  ///   - exif: The Exif item, with or without the offset and `Exif\0\0` before its TIFF header.
  ///   - xmp: The item of type `application/rdf+xml`.
  ///   - icc: The profile of the colour property.
  /// - Returns: The metadata; a broken part is left out, with a warning.
  package static func metadata(exif: [UInt8]?, xmp: [UInt8]?, icc: [UInt8]?)
    -> Warned<PictureMetadata>
  {
    var result = Warned(PictureMetadata())
    if let exif, !exif.isEmpty {
      result.value.exif = EXIFBlock.normalised(exif[...])
      if result.value.exif == nil { result.warn(.exifDamaged) }
    }
    result.value.xmp = xmp.flatMap { XMPPacket.normalised($0[...]) }
    if let icc { result.value.icc = result.take(ICCProfile.checked(icc)) }
    return result
  }
}
