/// Why no picture could be made: a stage that failed, what is wrong in words for people, and the
/// library's own text for those who ask.
package struct ImagingError: Error, Codable, Sendable, Equatable {
  /// The steps of the pipeline.
  package enum Stage: String, Codable, Sendable {
    case read, detect, decode, transform, encode, metadata
  }

  /// The kinds of failure that callers tell apart.
  package enum Reason: String, Codable, Sendable {
    case notAnImage, unsupported, damaged, tooLarge, overBudget, cancelled, timeout, `internal`
  }

  /// The step that failed.
  package let stage: Stage
  /// The kind of failure.
  package let reason: Reason
  /// What is wrong and, where that is known, what to do about it.
  package let message: String
  /// A library's own words; they may speak of another file, so they are for diagnosis only.
  package let detail: String?

  /// The failure of `stage`.
  package init(_ stage: Stage, _ reason: Reason, _ message: String, detail: String? = nil) {
    self.stage = stage
    self.reason = reason
    self.message = message
    self.detail = detail
  }
}
