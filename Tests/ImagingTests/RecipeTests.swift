import Formats
import Foundation
import Metadata
import Testing

@testable import Imaging

@Suite("Recipe")
struct RecipeTests {
  @Test("a recipe changes nothing but what it is told")
  func defaults() {
    let recipe = Recipe()
    #expect(recipe.picture == nil && recipe.size == .unlimited)
    #expect(recipe.format == .auto)
    #expect(recipe.quality == nil)
    #expect(recipe.effort == nil && !recipe.addsThumbnail)
    #expect(!recipe.limitsQuality)
    #expect(recipe.metadata == .all)
    #expect(!recipe.convertsToSRGB)
    #expect(recipe.background == .white)
    #expect(recipe.budget == nil && recipe.scoring == nil)
  }

  @Test("colours end in sRGB where that is asked for, and where no profile will tell otherwise")
  func endsInSRGB() {
    #expect(!Recipe().endsInSRGB)
    #expect(!Recipe(metadata: .safe).endsInSRGB)
    #expect(!Recipe(metadata: .color).endsInSRGB)
    #expect(Recipe(metadata: .none).endsInSRGB)
    #expect(Recipe(convertsToSRGB: true).endsInSRGB)
  }

  static let others: [Recipe] = [
    Recipe(picture: 0), Recipe(picture: 1),
    Recipe(size: .longEdge(1)), Recipe(size: .box(width: 1, height: 2)),
    Recipe(size: .box(width: 2, height: 1)), Recipe(format: .keep), Recipe(format: .fixed(.jpeg)),
    Recipe(quality: 80), Recipe(effort: 0), Recipe(effort: 9), Recipe(addsThumbnail: true),
    Recipe(limitsQuality: true),
    Recipe(metadata: .safe), Recipe(convertsToSRGB: true), Recipe(hdr: .drop),
    Recipe(toneMaps: true),
    Recipe(background: RGBColor(red: 0, green: 0, blue: 1)), Recipe(budget: ByteBudget(bytes: 1)),
    Recipe(budget: ByteBudget(bytes: 1, step: 1)),
    Recipe(budget: ByteBudget(bytes: 1, minimumQuality: 1)),
    Recipe(budget: ByteBudget(bytes: 1, keepsSize: true)), Recipe(scoring: Scoring()),
    Recipe(scoring: Scoring(minimum: 0)), Recipe(scoring: Scoring(minimum: 1.5)),
  ]

  @Test("each choice shows in the encoding, which gives the same recipe back")
  func encoding() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let recipes = Self.others + [Recipe()]
    let encoded = try recipes.map { try encoder.encode($0) }
    #expect(Set(encoded).count == recipes.count)
    #expect(try encoded.map { try JSONDecoder().decode(Recipe.self, from: $0) } == recipes)
  }
}
