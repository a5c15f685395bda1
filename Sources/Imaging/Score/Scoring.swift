/// Whether an output is compared with its source, and how alike they have to be.
///
/// It is part of the recipe: a minimum decides whether there is an output at all.
package struct Scoring: Codable, Sendable, Equatable {
  /// The lowest score, 0 to 100, of an output that is handed out; nil where the score is only told.
  package var minimum: Double?

  /// Scores that are told, and refused below a minimum where there is one.
  package init(minimum: Double? = nil) {
    self.minimum = minimum
  }
}
