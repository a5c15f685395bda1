internal import Formats
internal import Lcms
internal import Vips

/// What the samples of a decoded picture mean.
enum ColourMeaning: Sendable, Equatable {
  /// The colours of an ICC profile.
  case profile([UInt8])
  /// Code points of ISO/IEC 23091-2 without a profile.
  case codePoints(primaries: Int, transfer: Int)
  /// Nothing is said: sRGB, or plain gray.
  case untagged
}

/// A picture in memory with what its samples mean.
struct ColouredPicture {
  /// The samples.
  var image: VipsImage
  /// What they mean.
  var meaning: ColourMeaning

  /// The ICC profile to write beside the samples.
  var profile: [UInt8]? {
    guard case .profile(let bytes) = meaning else { return nil }
    return bytes
  }
}
