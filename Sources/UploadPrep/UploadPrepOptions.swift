package import CommandLineOptions
package import Imaging
package import ImgtoolKit
internal import Metadata
package import Posix

/// The options of `upload-prep`.
package struct UploadPrepOptions: CommandOptions {
  /// The options that picture commands share.
  package var common = CommonOptions()
  /// The most bytes of an output, and what is tried to get there.
  package var budget = BudgetOptions()
  /// The most bytes of all outputs together; nil for as many as they take.
  package var total: ByteSize?
  /// The largest size of an output.
  package var maximum = SizeLimit.unlimited
  /// What is done unless an option says otherwise.
  package init() {
    common.pixels.metadata = .safe
  }

  /// The options in the order of help.
  package static let table: [Option<UploadPrepOptions>] =
    BudgetOptions.limitTable.lifted(into: \.budget)
    + [
      Option(
        "total-under", .byteSize, .command,
        help: """
          The most bytes of all outputs together, spread so that the quality is even; each has a \
          limit of its own then only with --under.
          """, to: \.total)
    ] + BudgetOptions.ladderTable.lifted(into: \.budget)
    + [
      Option(
        "max", short: "m", .sizeLimit, .pixels,
        help: "The most pixels along the longer edge, or WxH for a box to fit into.",
        to: \.maximum)
    ]
    + CommonOptions.table.without("quality").lifted(into: \.common)
    .with(default: "safe", for: "metadata")

  /// The most bytes of an output; nil where they are limited together alone.
  package var limitOfEach: Int? {
    budget.limit?.bytes ?? (total == nil ? Self.standardLimit : nil)
  }

  /// A megabyte.
  static let standardLimit = 1_000_000

  /// Checks what only several options together can get wrong.
  package func validate(inputs: [FilePath]) throws(UsageError) {
    try common.validate(inputs: inputs)
    if total != nil, common.inputs.shard != nil {
      throw UsageError(
        "'--total-under' cannot be combined with '--shard': what a picture may take hangs on all")
    }
  }
}
