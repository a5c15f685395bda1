internal import Formats

/// What becomes of a gain map that is to go along.
enum GainMapOutcome {
  /// It does.
  case map(EncodedGainMap)
  /// It doesn't, which is a loss unless there is no warning.
  case left(PictureWarning?)

  /// The map; nil where it stays behind.
  var map: EncodedGainMap? { if case .map(let map) = self { map } else { nil } }
  /// What is to be told.
  var warning: PictureWarning? { if case .left(let warning) = self { warning } else { nil } }
}

extension GainMapReader {
  /// What becomes of the map in an output of `target` pixels.
  ///
  /// - Parameters:
  ///   - target: The output's size in pixels, upright.
  ///   - largest: The size of the largest output.
  ///   - effort: How small it is made.
  /// - Returns: The map, or why there is none.
  /// - Throws: `ImagingError` where the work is no longer wanted.
  func outcome(
    for target: PixelSize, largest: PixelSize, _ effort: GainMapEffort = .standard
  ) throws(ImagingError) -> GainMapOutcome {
    do throws(GainMapFailure) {
      return .map(try encoded(for: target, largest: largest, effort))
    } catch {
      if case .cancelled = error { throw ImagingError(.decode, .cancelled, "cancelled") }
      return .left(error.warning)
    }
  }
}
