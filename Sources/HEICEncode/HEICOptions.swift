package import CommandLineOptions
internal import Formats
internal import Imaging
package import ImgtoolKit
package import Posix

/// The options of `heic`.
package struct HEICOptions: CommandOptions {
  /// The options that picture commands share.
  package var common = CommonOptions()
  /// How long the encoder may look for a smaller file, 0 to 9.
  package var effort = Recipe.standardEffort

  /// HEIC of quality 80 unless an option says otherwise.
  package init() {
    common.outputs.format = .fixed(.heic)
    common.pixels.quality = Self.standardQuality
  }

  /// Encoder quality, 1 to 100, where none is asked for.
  static let standardQuality = 80

  /// The options in the order of help.
  package static let table: [Option<HEICOptions>] =
    [
      Option(
        "effort", .integer("n", in: Recipe.efforts), .pixels, default: "\(Recipe.standardEffort)",
        help: "How long to look for a smaller file, from 0 (fastest) to 9 (smallest).",
        to: \.effort)
    ]
    + CommonOptions.table.without("format").lifted(into: \.common)
    .with(default: "\(standardQuality)", for: "quality")

  /// Checks what only several options together can get wrong.
  package func validate(inputs: [FilePath]) throws(UsageError) {
    try common.validate(inputs: inputs)
  }
}
