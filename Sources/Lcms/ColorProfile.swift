internal import CLcms

/// An ICC profile.
package struct ColorProfile: Sendable, Equatable {
  /// What the numbers of a pixel are.
  package enum Space: Sendable, Equatable {
    /// One number: brightness.
    case gray
    /// Red, green, blue.
    case rgb
    /// Four inks.
    case cmyk
    /// CIE L*a*b*.
    case lab
    /// Anything else.
    case other
  }

  /// The profile as a file has it.
  package let bytes: [UInt8]
  /// What the profile calls itself, for people to read; empty where it says nothing.
  package let description: String
  /// What numbers it is for.
  package let space: Space
  /// Whether colours can be converted with it.
  package let isUsable: Bool

  /// Reads a profile.
  ///
  /// Gives nil where it can't even be opened.
  ///
  /// - Parameter bytes: A profile, or anything that claims to be one.
  package init?(_ bytes: [UInt8]) {
    guard let session = LcmsSession(), let profile = LcmsProfile(bytes, in: session) else {
      return nil
    }
    self.bytes = bytes
    description = profile.description
    space = profile.space
    isUsable = Self.isWhole(bytes) && profile.converts(in: session)
  }
}

extension ColorProfile {
  /// What a profile calls itself, for people to read; nil where it can't be opened or says nothing.
  ///
  /// Cheaper than reading all of it: whether colours can be converted is not tried.
  package static func description(of bytes: [UInt8]) -> String? {
    guard let session = LcmsSession(), let profile = LcmsProfile(bytes, in: session) else {
      return nil
    }
    let text = profile.description
    return text.isEmpty ? nil : text
  }

  /// Whether all the bytes are there that the header counts (ICC.1:2010, 7.2.2); the library reads
  /// what it finds.
  private static func isWhole(_ bytes: [UInt8]) -> Bool {
    bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) } <= bytes.count
  }
}

extension LcmsProfile {
  var space: ColorProfile.Space {
    switch cmsGetColorSpace(handle) {
    case cmsSigGrayData: .gray
    case cmsSigRgbData: .rgb
    case cmsSigCmykData: .cmyk
    case cmsSigLabData: .lab
    default: .other
    }
  }

  var description: String {
    let size = cmsGetProfileInfo(handle, cmsInfoDescription, "en", "US", nil, 0)
    // A hostile one can be as long as the file.
    let unit = UInt32(MemoryLayout<wchar_t>.stride)
    let count = min(size / unit, 256)
    guard count > 0 else { return "" }
    var text = [wchar_t](repeating: 0, count: Int(count))
    guard cmsGetProfileInfo(handle, cmsInfoDescription, "en", "US", &text, count * unit) > 0
    else { return "" }
    // The library keeps UTF-16, one unit to a character.
    let units = text.prefix { $0 != 0 }.map { UInt16(truncatingIfNeeded: $0) }
    let scalars = String(decoding: units, as: UTF16.self).unicodeScalars
    return String(String.UnicodeScalarView(scalars.filter { !$0.properties.isControl }))
  }

  /// Whether the library can convert from this profile to sRGB.
  func converts(in session: borrowing LcmsSession) -> Bool {
    guard let target = LcmsProfile(cmsCreate_sRGBProfileTHR(session.context)) else { return false }
    let from = cmsFormatterForColorspaceOfProfile(handle, 1, 0)
    let to = cmsFormatterForColorspaceOfProfile(target.handle, 1, 0)
    // Nothing is converted, so nothing is worth optimising.
    guard
      let transform = cmsCreateTransformTHR(
        session.context, handle, from, target.handle, to, UInt32(INTENT_PERCEPTUAL),
        UInt32(cmsFLAGS_NOOPTIMIZE | cmsFLAGS_NOCACHE))
    else { return false }
    cmsDeleteTransform(transform)
    return true
  }
}

extension Unicode.Scalar.Properties {
  fileprivate var isControl: Bool { generalCategory == .control }
}
