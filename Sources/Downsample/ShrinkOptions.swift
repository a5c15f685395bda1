package import CommandLineOptions
package import Imaging
package import ImgtoolKit
package import Posix

/// The options of `shrink`.
package struct ShrinkOptions: CommandOptions {
  /// The options that picture commands share.
  package var common = CommonOptions()
  /// The largest size of an output.
  package var maximum = SizeLimit.longEdge(1920)

  /// What is done unless an option says otherwise.
  package init() {}

  /// The options in the order of help.
  package static let table: [Option<ShrinkOptions>] =
    [
      Option(
        "max", short: "m", .sizeLimit, .pixels, default: "1920",
        help: "The most pixels along the longer edge, or WxH for a box to fit into.",
        to: \.maximum)
    ] + CommonOptions.table.lifted(into: \.common).with(default: "80", for: "quality")

  /// Checks what only several options together can get wrong.
  package func validate(inputs: [FilePath]) throws(UsageError) {
    try common.validate(inputs: inputs)
  }
}
