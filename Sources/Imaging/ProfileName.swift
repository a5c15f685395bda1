package import Formats
internal import Lcms

/// What the colours of a picture are called.
package enum ProfileName {
  /// The name for people to read.
  ///
  /// - Parameters:
  ///   - icc: The ICC profile, which goes before code points.
  ///   - facts: What the headers say; HEIF and PNG may state colours by code points.
  /// - Returns: The name; nil where nothing is said of the colours, or nothing that has one.
  package static func name(icc: [UInt8]?, _ facts: HeaderFacts) -> String? {
    if let icc { return ColorProfile.description(of: icc) }
    if let points = facts.pngColours?.codePoints {
      return ColorProfile(primaries: points.primaries, transfer: points.transfer)?.description
    }
    guard !facts.hasICC, let color = facts.heif?.nclx else { return nil }
    return ColorProfile(primaries: Int(color.primaries), transfer: Int(color.transfer))?.description
  }
}
