internal import Metadata

/// A gain map as a JPEG, to be put behind that of its picture.
struct EncodedGainMap: Sendable {
  /// The map's own JPEG, which says nothing of what it means.
  let jpeg: [UInt8]
  /// What its samples mean.
  let metadata: GainMapMetadata
  /// The profile whose primaries gains are meant for where these aren't the picture's.
  let profile: [UInt8]?

  /// About how many bytes it adds to the file of its picture, at most as a rule.
  var byteCount: Int { jpeg.count + UltraHDR.cost(metadata, profile: profile) }

  /// The map behind the JPEG of its picture.
  ///
  /// - Throws: `ImagingError` where they can't be put together.
  func behind(_ picture: [UInt8]) throws(ImagingError) -> [UInt8] {
    do {
      return try UltraHDR.assemble(base: picture, map: jpeg, metadata: metadata, profile: profile)
    } catch {
      throw ImagingError(
        .metadata, .internal, "the gain map can't be put behind the picture", detail: "\(error)")
    }
  }
}

/// How small a gain map is made.
struct GainMapEffort: Sendable, Hashable {
  /// Quality 1 to 100 of its JPEG.
  var quality: Int
  /// By how much its sides are shorter than they would be.
  var divisor: Int

  /// What every map gets.
  static let standard = GainMapEffort(quality: 85, divisor: 1)
  /// The lowest quality of a picture, 1 to 100, that is gone down to for the sake of its map.
  static let leastQualityOfPicture = 70
  /// What is tried within a budget, one after the other: gains vary slowly over a picture, so that half of the
  /// size shows less than a lower quality of the picture itself.
  static let ladder = [standard, GainMapEffort(quality: 70, divisor: 2)]
}
