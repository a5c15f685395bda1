package import Imaging
package import ResultCache

/// A recipe, and what its output is called.
package struct NamedRecipe: Sendable {
  /// What is made.
  package var recipe: Recipe
  /// Where it goes, and what it is called.
  package var naming: OutputNaming

  /// A recipe whose output is called so.
  package init(_ recipe: Recipe, _ naming: OutputNaming) {
    self.recipe = recipe
    self.naming = naming
  }
}

extension [WantedOutput] {
  /// The outputs of some recipes; several are made of one decode, each with a cache entry of its own.
  ///
  /// - Parameters:
  ///   - recipes: The recipes, in the order in which their outputs are reported.
  ///   - results: Where results of earlier runs are; nil where none are used or kept.
  package init(_ recipes: [NamedRecipe], cache results: ResultCache?) {
    let sharing = recipes.count > 1 ? SharedSizes(of: recipes.map(\.recipe.size)) : nil
    self = recipes.map { named in
      let cache = results.map { results in
        PictureCache(
          results, recipe: named.recipe, sharing: sharing,
          versions: ProgramVersions.all(results, recipe: named.recipe))
      }
      return WantedOutput(named.recipe, named.naming, cache: cache, sharing: sharing)
    }
  }
}
