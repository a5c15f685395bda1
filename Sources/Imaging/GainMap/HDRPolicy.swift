/// What becomes of the gain map of a picture, which makes one of high dynamic range of it.
package enum HDRPolicy: String, Codable, Sendable, CaseIterable {
  /// It goes along where the output can hold it.
  case keep
  /// It is left out.
  case drop
}
