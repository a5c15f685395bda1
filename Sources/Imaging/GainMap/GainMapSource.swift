internal import Formats
internal import Lcms
internal import Metadata

/// The gain map of an input, found but not decoded.
struct GainMapSource: Sendable {
  /// Where its samples are.
  enum Origin: Sendable {
    /// A picture of the HEIF, by its number.
    case heif(item: UInt32)
    /// A JPEG behind that of the picture.
    case jpeg([UInt8])
  }

  /// Where its samples are.
  let origin: Origin
  /// What they mean.
  let stored: StoredGainMap
  /// The profile whose primaries gains are meant for where these aren't the picture's.
  let profile: [UInt8]?

  /// Looks for the gain map of a file's primary picture.
  ///
  /// - Parameters:
  ///   - source: The file.
  ///   - metadata: What is said about its picture.
  /// - Returns: Nil where there is none.
  /// - Throws: `GainMapFlaw` where one is announced that can't be used.
  static func find(
    in source: Source, _ metadata: PictureMetadata
  ) throws(GainMapFlaw) -> GainMapSource? {
    guard source.facts.hasGainMap, source.facts.picture == 0 else { return nil }
    switch source.format {
    case .jpeg:
      return try JPEGGainMap.find(in: source.bytes).map {
        GainMapSource(origin: .jpeg(Array($0.bytes)), stored: $0.stored, profile: $0.profile)
      }
    case .heic, .heics, .avif, .avis, .heif:
      guard let heif = source.facts.heif else { return nil }
      return try HEIFGainMap.find(in: MemorySource(source.bytes), heif, exif: metadata.exif).map {
        GainMapSource(
          origin: .heif(item: $0.item), stored: $0.stored,
          profile: $0.profile ?? $0.colours.flatMap(Self.profile))
      }
    default: return nil
    }
  }

  /// A profile of the primaries that code points name, whose transfer function nobody asks for; nil where these
  /// are unknown.
  private static func profile(of colours: HEIFColor) -> [UInt8]? {
    ColorProfile(primaries: Int(colours.primaries), transfer: 13)?.bytes
  }
}
