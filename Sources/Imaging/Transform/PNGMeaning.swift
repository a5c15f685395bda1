internal import Formats
internal import Lcms

extension PNGColours {
  /// Whether the colours are sRGB's, or so near that readers show them alike.
  var isSRGBLike: Bool {
    if let codePoints {
      return ColouredPicture.isSRGB(primaries: codePoints.primaries, transfer: codePoints.transfer)
    }
    return isSRGB || (hasCommonGamma && hasCommonChromaticities)
  }

  /// Whether the power is that which stands for sRGB's curve; libpng too takes 5 % for nothing.
  fileprivate var hasCommonGamma: Bool {
    gamma.map { abs($0 * 2.2 - 1) < 0.05 } ?? true
  }

  fileprivate var hasCommonChromaticities: Bool {
    guard let chromaticities else { return true }
    let common = [0.3127, 0.3290, 0.64, 0.33, 0.30, 0.60, 0.15, 0.06]
    return zip(chromaticities, common).allSatisfy { abs($0 - $1) < 0.005 }
  }
}

extension ColourMeaning {
  /// What the samples of a picture mean that isn't HEIF.
  ///
  /// Of what a PNG says the code points go before a profile, that before sRGB, and the numbers come
  /// last (PNG, third edition, 4.3).
  init(profile: [UInt8]?, _ facts: HeaderFacts) {
    let colours = facts.pngColours
    if let points = colours?.codePoints {
      self = .codePoints(primaries: points.primaries, transfer: points.transfer)
    } else if let profile {
      self = .profile(profile)
    } else if let colours, !colours.isSRGBLike,
      let made = ColorProfile(
        chromaticities: colours.hasCommonChromaticities ? nil : colours.chromaticities,
        exponent: colours.hasCommonGamma ? nil : colours.gamma.map { 1 / $0 },
        isGray: facts.colorModel == .gray)
    {
      self = .profile(made.bytes)
    } else {
      self = .untagged
    }
  }
}
