internal import CommandLineOptions
internal import Formats
internal import Imaging
internal import ImgtoolKit
internal import Posix

/// What a project wants of each picture of a set: every size in every format.
struct MakeOptions: Sendable {
  /// The largest sizes; none for the picture's own.
  var maxima: [SizeLimit] = []
  var formats = [FormatChoice.auto]
  /// A template of names; nil for the usual one.
  var name: FilePath?
  var budget = BudgetOptions()
  var pixels = PixelOptions()

  /// The options in the order of the schema.
  static let table: [Option<MakeOptions>] =
    [
      Option(
        "max", .sizeLimits, .pixels,
        help:
          "The most pixels along the longer edge, or WxH for a box to fit into; several make several sizes.",
        to: \.maxima),
      Option(
        "format", .formatChoices, .outputs, default: "auto",
        help: OutputOptions.formatHelp + " Several make each size in each.", to: \.formats),
      Option(
        "name", .text("template"), .outputs,
        default: "{path}/{stem}-{width}.{ext}, without max {path}/{stem}.{ext}",
        help: "Names outputs so; fields are {path} {stem} {ext} {max} {width} {height}.",
        to: \.name),
    ] + BudgetOptions.limitTable.lifted(into: \.budget).map { $0.with(default: nil) }
    + BudgetOptions.ladderTable.lifted(into: \.budget)
    + PixelOptions.table.without("fail-on-loss").lifted(into: \.pixels)

  /// What these options make, in the order of reports.
  ///
  /// - Parameter folder: Where outputs go.
  /// - Returns: A recipe with its naming for each size and format.
  /// - Throws: What is wrong with the template.
  func recipes(in folder: FilePath) throws(UsageError) -> [NamedRecipe] {
    let sizes = maxima.isEmpty ? [SizeLimit.unlimited] : maxima
    var fields = NameTemplate.Field.ofCommands.union([.path]).subtracting([.command])
    if maxima.isEmpty { fields.remove(.max) }
    let usual = maxima.isEmpty ? "{path}/{stem}.{ext}" : "{path}/{stem}-{width}.{ext}"
    let template = try NameTemplate(parsing: name ?? FilePath(usual), fields: fields)
    return sizes.flatMap { size in
      formats.map { format in
        var recipe = Recipe(size: size)
        recipe.budget = budget.limit.map { budget.budget(of: $0.bytes) }
        // A quality is taken where it fits, and otherwise where the search for one that does begins.
        recipe.budget?.firstQuality = pixels.quality
        recipe.format = template.format.map { .fixed($0) } ?? format
        recipe.quality = budget.limit == nil ? pixels.quality : nil
        recipe.metadata = pixels.metadata
        recipe.convertsToSRGB = pixels.convertsToSRGB
        recipe.background = pixels.background
        recipe.hdr = pixels.hdr
        recipe.toneMaps = pixels.toneMaps
        recipe.scoring = pixels.scoring
        return NamedRecipe(
          recipe,
          OutputNaming(
            .folder(folder), template: template, command: "build", max: size.label,
            keepsFolders: false))
      }
    }
  }
}
