import Formats

extension PictureMetadata {
  /// What a whole file says, wherever that stands: of a HEIF each item on its own, of others all at once.
  static func parts(of bytes: [UInt8], _ facts: HeaderFacts) -> [Warned<PictureMetadata>] {
    switch facts.kind.imageFormat {
    case .jpeg: [JPEGMetadata.read(bytes)]
    case .png: [PNGMetadata.read(bytes)]
    case .webp: [WebPMetadata.read(bytes)]
    case .tiff: [TIFFMetadata.read(bytes)]
    case .jxl: [JXLMetadata.read(bytes)]
    case .heic, .heics, .avif, .avis, .heif: heif(bytes, facts.heif)
    case .gif: [GIFMetadata.read(bytes)]
    case .jp2: [JP2Metadata.read(bytes)]
    case .bmp, .svg, .pdf, nil: []
    }
  }

  private static func heif(
    _ bytes: [UInt8], _ heif: HEIFStructure?
  ) -> [Warned<PictureMetadata>] {
    (heif?.metadataItems ?? []).compactMap { item in
      let data = (item.ranges ?? []).flatMap { bytes[$0.clamped(to: 0..<bytes.count)] }
      if item.isEXIF { return HEIFMetadata.metadata(exif: data, xmp: nil, icc: nil) }
      return item.isXMP ? HEIFMetadata.metadata(exif: nil, xmp: data, icc: nil) : nil
    }
  }
}

extension HEIFMetadataItem {
  /// Whether it is a block of EXIF.
  var isEXIF: Bool { type == "Exif" }
  /// Whether it is a packet of XMP.
  var isXMP: Bool { type == "mime" && contentType == "application/rdf+xml" }
}
