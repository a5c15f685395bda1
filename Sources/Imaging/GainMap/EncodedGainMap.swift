internal import Heif
internal import Metadata
internal import Pixels

/// A gain map as it goes with a picture.
struct EncodedGainMap: Sendable {
  /// Its samples.
  enum Picture: Sendable {
    /// A JPEG, to be put behind that of the picture, which says nothing of what it means.
    case jpeg([UInt8])
    /// What the encoder of a HEIF writes beside the picture.
    case heif(HeifEncoder.GainMap)
  }

  /// Its samples.
  let picture: Picture
  /// What its samples mean.
  let metadata: GainMapMetadata
  /// The profile whose primaries gains are meant for where these aren't the picture's.
  let profile: [UInt8]?

  /// About how many bytes it adds to the file of its picture, at most as a rule.
  var byteCount: Int {
    switch picture {
    case .jpeg(let bytes): bytes.count + UltraHDR.cost(metadata, profile: profile)
    // About a quarter of a bit a sample, and boxes: where a search begins depends on it, no more.
    case .heif(let map): map.pixels.buffer.count / 32 + 500
    }
  }

  /// What the encoder of a HEIF writes beside the picture; nil for a JPEG.
  var heif: HeifEncoder.GainMap? { if case .heif(let map) = picture { map } else { nil } }

  /// The map behind the JPEG of its picture.
  ///
  /// - Throws: `ImagingError` where they can't be put together.
  func behind(_ picture: [UInt8]) throws(ImagingError) -> [UInt8] {
    guard case .jpeg(let jpeg) = self.picture else { return picture }
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
