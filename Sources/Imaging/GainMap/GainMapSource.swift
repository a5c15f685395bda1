internal import Formats
internal import Heif
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
      guard let file = try? HeifFile(source.bytes, maximumPixels: 1 << 30, threads: 0),
        let item = (try? file.primary())?.gainMapItem
      else { return nil }
      return GainMapSource(
        origin: .heif(item: item), stored: try HEIFGainMap.apple(exif: metadata.exif), profile: nil)
    default: return nil
    }
  }
}
