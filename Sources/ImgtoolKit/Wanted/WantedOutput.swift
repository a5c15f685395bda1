package import Imaging
internal import ResultCache

/// One output that is wanted of an input: what is made, and where it goes.
// A class, as plans of many pictures are passed on often.
package final class WantedOutput: Sendable {
  /// What is made.
  package let recipe: Recipe
  /// Where it goes, and what it is called.
  package let naming: OutputNaming
  /// Results of earlier runs by this recipe; nil where none are used or kept.
  package let cache: PictureCache?
  /// How large this one and those that are made with it of one decode may be; nil for one that is made alone.
  package let sharing: SharedSizes?

  /// An output of this recipe.
  package init(
    _ recipe: Recipe, _ naming: OutputNaming, cache: PictureCache? = nil,
    sharing: SharedSizes? = nil
  ) {
    self.recipe = recipe
    self.naming = naming
    self.cache = cache
    self.sharing = sharing
  }

  /// The same output by another recipe, of which the cache knows nothing.
  func with(_ recipe: Recipe) -> WantedOutput {
    WantedOutput(recipe, naming, sharing: sharing)
  }
}

/// An input, and all that is wanted of it.
package struct WantedInput: Sendable {
  /// What a path led to.
  package var found: FoundInput
  /// The outputs, in the order in which they are reported.
  package var outputs: [WantedOutput]

  /// These outputs of an input.
  package init(_ found: FoundInput, _ outputs: [WantedOutput]) {
    self.found = found
    self.outputs = outputs
  }
}
