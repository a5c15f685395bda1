/// Metadata of WebP files.
package enum WebPMetadata {
  /// The metadata in the chunks.
  ///
  /// - Returns: What is there; empty, with a warning, where the bytes are no WebP.
  package static func read(_ bytes: [UInt8]) -> Warned<PictureMetadata> {
    guard let file = WebPChunks(bytes) else {
      return Warned(PictureMetadata(), [.containerDamaged])
    }
    var result = Warned(PictureMetadata())
    if !file.isWhole { result.warn(.containerDamaged) }
    func first(_ name: String) -> ArraySlice<UInt8>? {
      let chunks = file.chunks.filter { $0.isNamed(name) }
      if chunks.count > 1 { result.warn(.duplicate) }
      return chunks.first?.data
    }
    if let exif = first("EXIF") {
      result.value.exif = EXIFBlock.normalised(exif)
      if result.value.exif == nil { result.warn(.exifDamaged) }
    }
    result.value.xmp = first("XMP ").map { Array($0) }
    if let icc = first("ICCP") { result.value.icc = result.take(ICCProfile.checked(icc)) }
    return result
  }

  /// A WebP that says exactly what `metadata` says, its pixels untouched.
  ///
  /// What it said before is gone. WebP has no place for IPTC, Photoshop's resources, density and
  /// comments; those are left out.
  ///
  /// - Parameters:
  ///   - metadata: What is to be said.
  ///   - bytes: A WebP.
  /// - Returns: The WebP.
  /// - Throws: `MetadataError.notOfFormat` where the bytes are no WebP or have no picture,
  ///   `MetadataError.tooLarge` where the result would pass 4 GiB.
  package static func write(_ metadata: PictureMetadata, into bytes: [UInt8])
    throws(MetadataError) -> Warned<[UInt8]>
  {
    guard var file = WebPChunks(bytes), var header = WebPHeader(file) else {
      throw .notOfFormat("WebP")
    }
    let isExtended = file.first("VP8X") != nil
    file.chunks.removeAll { chunk in
      ["VP8X", "ICCP", "EXIF", "XMP "].contains { chunk.isNamed($0) } || !chunk.isUnderstood
    }
    file.chunks = file.chunks.map(\.withoutUnknownParts)
    header.features.subtract([.icc, .exif, .xmp])
    if let icc = metadata.icc {
      header.features.insert(.icc)
      // Before everything that has pixels.
      file.chunks.insert(WebPChunk("ICCP", icc), at: 0)
    }
    if let exif = metadata.exif {
      header.features.insert(.exif)
      file.chunks.append(WebPChunk("EXIF", exif))
    }
    if let xmp = metadata.xmp {
      header.features.insert(.xmp)
      file.chunks.append(WebPChunk("XMP ", xmp))
    }
    // The simple form, of one chunk, has no room for anything else.
    if isExtended || file.chunks.count > 1 { file.chunks.insert(header.chunk, at: 0) }
    guard let result = file.bytes else { throw .tooLarge("WebP") }
    return Warned(result)
  }
}
