internal import Formats

/// The quality that each format gets where nobody asked for one.
enum DefaultQuality {
  /// Quality 1 to 100 of `format`'s own scale, or nil where the format is lossless.
  static func of(_ format: ImageFormat) -> Int? {
    switch format {
    case .jpeg, .webp, .heic, .avif: 80
    default: nil
    }
  }
}
