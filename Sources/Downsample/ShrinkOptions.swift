package import CommandLineOptions
package import Imaging
package import ImgtoolKit
package import Posix

/// The options of `shrink`.
package struct ShrinkOptions: CommandOptions {
  /// The options that picture commands share.
  package var common = CommonOptions()
  /// The largest size of an output, for each output of a picture, all different.
  package var maxima = [SizeLimit.longEdge(1920)]
  /// The formats in which each size is made, all different.
  package var formats = [FormatChoice.auto]

  /// What is done unless an option says otherwise.
  package init() {}

  /// The options in the order of help.
  package static let table: [Option<ShrinkOptions>] =
    [
      Option(
        "max", short: "m", .sizeLimits, .pixels, default: "1920",
        help: """
          The most pixels along the longer edge, or WxH for a box to fit into; or a list such as \
          320,960,1920, each of which is made.
          """, to: \.maxima)
    ]
    + CommonOptions.table.lifted(into: \.common).with(default: "80", for: "quality")
    .replacing(
      "format",
      with: Option(
        "format", .formatChoices, .outputs, default: "auto",
        help: OutputOptions.formatHelp + " A list such as avif,jpeg makes each.", to: \.formats))

  /// Checks what only several options together can get wrong.
  package func validate(inputs: [FilePath]) throws(UsageError) {
    try common.validate(inputs: inputs)
  }
}
