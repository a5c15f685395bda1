internal import Formats
internal import TurboJPEG

/// The quality that each format gets where nobody asked for one.
enum DefaultQuality {
  /// That of every lossy format.
  static let lossy = 80

  /// Quality 1 to 100 of `format`'s own scale, or nil where the format is lossless.
  static func of(_ format: ImageFormat) -> Int? {
    switch format {
    case .jpeg, .webp, .heic, .avif, .jxl: lossy
    default: nil
    }
  }
}

extension ImageFormat {
  /// The most pixels that a side of a picture of this format may have; nil where no format or
  /// encoder in use sets a limit that pictures come near.
  var longestSide: Int? {
    switch self {
    case .jpeg: TurboJPEG.maximumSide
    // RFC 6386, 9.1: sizes are stored in 14 bits.
    case .webp: 16_383
    default: nil
    }
  }

  /// Refuses a picture whose sides the format can't hold.
  ///
  /// - Throws: `ImagingError` of reason `tooLarge`.
  func check(_ size: PixelSize) throws(ImagingError) {
    guard let most = longestSide, max(size.width, size.height) > most else { return }
    throw ImagingError(
      .encode, .tooLarge,
      "\(size.width)×\(size.height) is too large for \(rawValue), which holds \(most) pixels each way"
    )
  }
}
