internal import Formats

/// What becomes of high dynamic range: of a gain map, or of samples in PQ or HLG.
package enum HDRPolicy: String, Codable, Sendable, CaseIterable {
  /// It goes along where the output can hold it, as what it was or as a gain map.
  case keep
  /// It is left out.
  case drop
}

extension ImageFormat {
  /// Whether a gain map goes into files of the format.
  var holdsGainMap: Bool { [.jpeg, .heic, .avif].contains(self) }
}
