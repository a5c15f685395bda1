package import CommandLineOptions
internal import Formats
internal import Imaging
package import ImgtoolKit
package import Posix

/// The options of `jpeg`.
package struct JPEGOptions: CommandOptions {
  /// The options that picture commands share.
  package var common = CommonOptions()

  /// JPEG of quality 90 unless an option says otherwise.
  package init() {
    common.outputs.format = .fixed(.jpeg)
    common.pixels.quality = Self.standardQuality
  }

  /// Encoder quality, 1 to 100, where none is asked for.
  static let standardQuality = 90

  /// The options in the order of help.
  package static let table: [Option<JPEGOptions>] =
    CommonOptions.table.without("format").lifted(into: \.common)
    .with(default: "\(standardQuality)", for: "quality")

  /// Checks what only several options together can get wrong.
  package func validate(inputs: [FilePath]) throws(UsageError) {
    try common.validate(inputs: inputs)
  }
}
