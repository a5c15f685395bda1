extension GainMapMetadata {
  /// The most that a binary logarithm of a gain or a headroom is believed to be, either way.
  private static let mostStops = 64.0
  /// The largest exponent that samples are believed to be coded with; the smallest is its inverse.
  private static let mostGamma = 1000.0

  /// The metadata, once it is sure that one can calculate with it.
  ///
  /// - Throws: `metadataDamaged` for numbers that are not finite or beyond those of pictures, for a minimum
  ///   above the maximum, and for other than one or three channels; `noEffect` where both renditions have the
  ///   same headroom, or the gain is 1 everywhere.
  func checked() throws(GainMapFlaw) -> GainMapMetadata {
    let headrooms = [baseHeadroom, alternateHeadroom]
    guard channels.count == 1 || channels.count == 3,
      headrooms.allSatisfy({ (0...Self.mostStops).contains($0) }),
      channels.allSatisfy(Self.isSound)
    else { throw .metadataDamaged }
    // By the digits that are written, so that what passes here does so again when it is read.
    func isSame(_ one: Double, _ other: Double) -> Bool {
      GainMapNumber(one).numerator == GainMapNumber(other).numerator
    }
    let isFlat = channels.allSatisfy { channel in
      isSame(channel.minimum, 0) && isSame(channel.maximum, 0)
        && isSame(channel.baseOffset, channel.alternateOffset)
    }
    if isFlat || isSame(baseHeadroom, alternateHeadroom) { throw .noEffect }
    return self
  }

  /// Comparisons with NaN are false, so that it never passes.
  private static func isSound(_ channel: Channel) -> Bool {
    let gains = -mostStops...mostStops
    return gains.contains(channel.minimum) && gains.contains(channel.maximum)
      && channel.minimum <= channel.maximum
      && (1 / mostGamma...mostGamma).contains(channel.gamma)
      && gains.contains(channel.baseOffset) && gains.contains(channel.alternateOffset)
  }

  /// The metadata with a single channel where three are the same.
  var merged: GainMapMetadata {
    var merged = self
    if let first = channels.first, channels.allSatisfy({ $0 == first }) {
      merged.channels = [first]
    }
    return merged
  }
}
