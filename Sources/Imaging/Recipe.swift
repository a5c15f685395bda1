package import Metadata

/// What is to be made of a picture: every choice that can change a byte of the output, and nothing else.
///
/// Subcommands only turn their options into one of these; the canonical encoding of the value, with
/// its defaults spelled out, is part of the cache key, so that no option can be forgotten there.
package struct Recipe: Codable, Sendable, Equatable {
  /// Which of the input's pictures is made, counted from 0, where each is made on its own; nil for the
  /// primary one, which then stands for the file.
  package var picture: Int?
  /// The largest size that the output may have.
  package var size: SizeLimit
  /// The format of the output.
  package var format: FormatChoice
  /// Encoder quality, 1 to 100; nil stands for the format's default.
  package var quality: Int?
  /// How long the encoder may look for a smaller file, 0 (fast) to 9 (small); nil stands for the
  /// format's default, and formats without such a choice take no notice.
  package var effort: Int?
  /// Whether a HEIC gets a thumbnail beside its picture.
  package var addsThumbnail: Bool
  /// Whether a JPEG of a higher quality is encoded anew where nothing else has to be done to it.
  package var limitsQuality: Bool
  /// What is kept of the metadata.
  package var metadata: MetadataPolicy
  /// Whether colours are turned to sRGB instead of keeping the picture's own profile.
  package var convertsToSRGB: Bool
  /// What shows through transparent places in formats that hold no transparency.
  package var background: RGBColor
  /// The most bytes that the output may have; nil for as many as it takes.
  package var budget: ByteBudget?
  /// What becomes of a gain map.
  package var hdr: HDRPolicy
  /// Whether high dynamic range of any kind is rendered as a standard picture.
  package var toneMaps: Bool
  /// Whether the output is compared with its source; nil where nobody asks.
  package var scoring: Scoring?

  /// A recipe that changes nothing but what its arguments say.
  package init(
    picture: Int? = nil, size: SizeLimit = .unlimited, format: FormatChoice = .auto,
    quality: Int? = nil, effort: Int? = nil, addsThumbnail: Bool = false,
    limitsQuality: Bool = false, metadata: MetadataPolicy = .all, convertsToSRGB: Bool = false,
    background: RGBColor = .white, budget: ByteBudget? = nil, hdr: HDRPolicy = .keep,
    toneMaps: Bool = false, scoring: Scoring? = nil
  ) {
    self.picture = picture
    self.size = size
    self.format = format
    self.quality = quality
    self.effort = effort
    self.addsThumbnail = addsThumbnail
    self.limitsQuality = limitsQuality
    self.metadata = metadata
    self.convertsToSRGB = convertsToSRGB
    self.background = background
    self.budget = budget
    self.hdr = hdr
    self.toneMaps = toneMaps
    self.scoring = scoring
  }

  /// The values of `effort`.
  package static let efforts = HEVCEffort.all
  /// The effort that a HEIC gets where none is asked for.
  package static let standardEffort = HEVCEffort.standard

  /// Whether high dynamic range stays one where the output can hold it; where it doesn't, that is no loss
  /// but what was asked for.
  package var keepsHDR: Bool { hdr == .keep && !toneMaps }

  /// Whether the output's colours are sRGB whatever the input's are: asked for, or because no
  /// profile will be there to say otherwise.
  var endsInSRGB: Bool { convertsToSRGB || metadata == .none }
}

/// A colour of 8-bit sRGB samples.
package struct RGBColor: Codable, Sendable, Equatable {
  /// Red, 0 to 255.
  package let red: UInt8
  /// Green, 0 to 255.
  package let green: UInt8
  /// Blue, 0 to 255.
  package let blue: UInt8

  /// The colour of these samples.
  package init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// White.
  package static let white = RGBColor(red: 255, green: 255, blue: 255)
}
