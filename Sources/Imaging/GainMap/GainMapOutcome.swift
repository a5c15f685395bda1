internal import Formats
internal import Metadata

/// What becomes of a gain map that is to go along.
enum GainMapOutcome {
  /// It does.
  case map(EncodedGainMap)
  /// It doesn't, which is a loss unless there is no warning.
  case left(PictureWarning?)
  /// It was announced, and can't be found: whether anything is lost shows in what follows the picture.
  case missing

  /// The map; nil where it stays behind.
  var map: EncodedGainMap? { if case .map(let map) = self { map } else { nil } }
  /// Whether there is nothing more to tell of it.
  var isSettled: Bool { if case .missing = self { false } else { true } }
  /// What is to be told.
  var warning: PictureWarning? { if case .left(let warning) = self { warning } else { nil } }
}

extension GainMapReader {
  /// What becomes of the map in an output.
  ///
  /// - Parameters:
  ///   - place: The output.
  ///   - largest: The size of the largest output.
  ///   - effort: How small it is made.
  /// - Returns: The map, or why there is none.
  /// - Throws: `ImagingError` where the work is no longer wanted.
  func outcome(
    for place: GainMapPlace, largest: PixelSize, _ effort: GainMapEffort = .standard
  ) throws(ImagingError) -> GainMapOutcome {
    do throws(GainMapFailure) {
      return .map(try encoded(for: place, largest: largest, effort))
    } catch {
      if case .cancelled = error { throw ImagingError(.decode, .cancelled, "cancelled") }
      if case .flaw(.pictureMissing) = error { return .missing }
      return .left(error.warning)
    }
  }
}
