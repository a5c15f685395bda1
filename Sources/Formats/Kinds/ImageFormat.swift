/// The picture formats that are told apart by their bytes.
package enum ImageFormat: String, Codable, Sendable, CaseIterable {
  /// JPEG (ISO/IEC 10918-1).
  case jpeg
  /// PNG, animated or not.
  case png
  /// WebP, animated or not.
  case webp
  /// GIF, animated or not.
  case gif
  /// TIFF, BigTIFF included.
  case tiff
  /// JPEG XL, bare or in its container.
  case jxl
  /// JPEG 2000, bare or in its container.
  case jp2
  /// Windows bitmap.
  case bmp
  /// Scalable Vector Graphics, not compressed.
  case svg
  /// Portable Document Format.
  case pdf
  /// HEIF whose primary picture is coded as HEVC.
  case heic
  /// HEIF image sequence coded as HEVC.
  case heics
  /// HEIF whose primary picture is coded as AV1.
  case avif
  /// HEIF image sequence coded as AV1.
  case avis
  /// HEIF with another codec, or one that can't be told.
  case heif
}

extension ImageFormat {
  /// Whether the container is HEIF (ISO/IEC 23008-12), whatever the codec.
  package var isHEIF: Bool {
    switch self {
    case .heic, .heics, .avif, .avis, .heif: true
    case .jpeg, .png, .webp, .gif, .tiff, .jxl, .jp2, .bmp, .svg, .pdf: false
    }
  }

  /// Whether a file holds a drawing, which a library that can run code or open other files has to make pixels of.
  package var isDrawing: Bool { self == .svg || self == .pdf }

  /// Whether pictures are written in this format.
  package var canBeWritten: Bool {
    switch self {
    case .jpeg, .png, .webp, .heic, .avif, .tiff, .jxl: true
    case .gif, .jp2, .bmp, .svg, .pdf, .heics, .avis, .heif: false
    }
  }

  /// Whether the format can hold transparency.
  package var holdsAlpha: Bool {
    switch self {
    case .jpeg, .bmp: false
    case .png, .webp, .gif, .tiff, .jxl, .jp2, .svg, .pdf, .heic, .heics, .avif, .avis, .heif: true
    }
  }
}
