package import CommandLineOptions
package import Imaging
package import ImgtoolKit
internal import Metadata
package import Posix

/// The options of `upload-prep`.
package struct UploadPrepOptions: CommandOptions {
  /// The options that picture commands share.
  package var common = CommonOptions()
  /// The most bytes of an output; nil where nothing is said about it.
  package var limit: ByteSize?
  /// The most bytes of all outputs together; nil for as many as they take.
  package var total: ByteSize?
  /// How far apart the qualities are that are tried.
  package var step = 10
  /// The lowest quality that is tried.
  package var minimumQuality = 10
  /// The largest size of an output.
  package var maximum = SizeLimit.unlimited
  /// Whether nothing is scaled down to fit.
  package var keepsSize = false

  /// What is done unless an option says otherwise.
  package init() {
    common.pixels.metadata = .safe
  }

  /// The options in the order of help.
  package static let table: [Option<UploadPrepOptions>] =
    [
      Option(
        "under", short: "u", .byteSize, .command, default: "1MB",
        help: "The most bytes of an output; 1MB is 1,000,000, 1MiB is 1,048,576.", to: \.limit),
      Option(
        "total-under", .byteSize, .command,
        help: """
          The most bytes of all outputs together, spread so that the quality is even; each has a \
          limit of its own then only with --under.
          """, to: \.total),
      Option(
        "step", .integer("n", in: 1...ByteBudget.bestQuality), .command, default: "10",
        help: "Steps from quality 90 downwards; 1 gives the finest fit.", to: \.step),
      Option(
        "min-quality", .integer("n", in: 1...ByteBudget.bestQuality), .command, default: "10",
        help: "The lowest quality that is tried; below it the picture is scaled down.",
        to: \.minimumQuality),
      Option(
        "keep-size", .command, help: "Fail an input rather than scale it down.", sets: \.keepsSize),
      Option(
        "max", short: "m", .sizeLimit, .pixels,
        help: "The most pixels along the longer edge, or WxH for a box to fit into.",
        to: \.maximum),
    ]
    + CommonOptions.table.without("quality").lifted(into: \.common)
    .with(default: "safe", for: "metadata")

  /// The most bytes of an output; nil where they are limited together alone.
  package var limitOfEach: Int? {
    limit?.bytes ?? (total == nil ? Self.standardLimit : nil)
  }

  /// A megabyte.
  static let standardLimit = 1_000_000

  /// Checks what only several options together can get wrong.
  package func validate(inputs: [FilePath]) throws(UsageError) {
    try common.validate(inputs: inputs)
  }
}
