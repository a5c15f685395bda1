internal import Formats

/// What becomes of the gain map of a picture, which makes one of high dynamic range of it.
package enum HDRPolicy: String, Codable, Sendable, CaseIterable {
  /// It goes along where the output can hold it.
  case keep
  /// It is left out.
  case drop
}

extension ImageFormat {
  /// Whether a gain map goes into files of the format.
  var holdsGainMap: Bool { [.jpeg, .heic, .avif].contains(self) }
}
