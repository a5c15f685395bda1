/// Why a gain map that a file announces can't be used; the raw value is a stable name.
package enum GainMapFlaw: String, Error, Sendable, Codable, CaseIterable {
  /// Its picture is not there.
  case pictureMissing = "picture-missing"
  /// Nothing says what its samples mean.
  case metadataMissing = "metadata-missing"
  /// What its samples mean is said in a broken way, or by numbers that no picture has.
  case metadataDamaged = "metadata-damaged"
  /// It brightens nothing: both renditions are made for the same displays.
  case noEffect = "no-effect"

  /// What it means, as a part of a sentence.
  package var message: String {
    switch self {
    case .pictureMissing: "the gain map is announced and not there"
    case .metadataMissing: "nothing says what the gain map means"
    case .metadataDamaged: "what is said about the gain map is damaged"
    case .noEffect: "the gain map changes nothing"
    }
  }
}
