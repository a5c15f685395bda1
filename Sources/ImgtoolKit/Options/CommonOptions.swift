package import CommandLineOptions
package import Posix

/// What the commands that make pictures share.
///
/// A command lifts the table into its own options and leaves out what makes no sense for it:
/// `CommonOptions.table.without("format").lifted(into: \.common)`.
package struct CommonOptions: Sendable {
  /// Which pictures are read.
  package var inputs = InputOptions()
  /// Where outputs go.
  package var outputs = OutputOptions()
  /// What becomes of pixels and metadata.
  package var pixels = PixelOptions()
  /// How the run goes.
  package var run = RunOptions()
  /// Whether results of earlier runs are used.
  package var cache = CacheOptions()

  /// What is done unless an option says otherwise.
  package init() {}

  /// All shared options in the order of help.
  package static let table: [Option<CommonOptions>] =
    InputOptions.table.lifted(into: \.inputs) + OutputOptions.table.lifted(into: \.outputs)
    + PixelOptions.table.lifted(into: \.pixels) + RunOptions.table.lifted(into: \.run)
    + CacheOptions.table.lifted(into: \.cache)

  /// Checks what only several options together can get wrong; touches no file.
  package func validate(inputs named: [FilePath]) throws(UsageError) {
    try inputs.validate(inputs: named)
    try outputs.validate(inputs: named)
    try run.validate()
    let writesImage = outputs.output == "-" || outputs.output == nil && named == ["-"]
    if run.isJSON, writesImage, !outputs.isInPlace {
      throw UsageError(
        "'--json' and the image cannot both go to standard output; '--output' names a file")
    }
  }
}
