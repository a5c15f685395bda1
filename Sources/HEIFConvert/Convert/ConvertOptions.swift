package import CommandLineOptions
package import Formats
package import ImgtoolKit
package import Posix

/// The options of `convert`.
package struct ConvertOptions: CommandOptions {
  /// The options that picture commands share.
  package var common = CommonOptions()
  /// The format that is asked for; nil for JPEG, or what the extension of `-o` says.
  package var format: ImageFormat?
  /// Whether each picture of an input is written.
  package var makesAllPictures = false

  /// What is done unless an option says otherwise.
  package init() {}

  /// The quality where none is asked for: as good as the picture to the eye.
  static let quality = 90

  /// The options in the order of help.
  package static let table: [Option<ConvertOptions>] =
    [
      Option(
        "to", .writableFormat, .outputs, default: "jpeg",
        help: "The output's format: jpeg, png, webp, heic, avif, tiff or jxl.", to: \.format),
      Option(
        "all-images", .outputs,
        help: """
          Write each picture of a HEIF, page of a TIFF and frame of a GIF or WebP: the primary one \
          as STEM.EXT, the others as STEM-2.EXT and so on.
          """, sets: \.makesAllPictures),
    ]
    + CommonOptions.table.without("format").lifted(into: \.common)
    .with(default: "\(quality)", for: "quality")

  /// Checks what only several options together can get wrong.
  package func validate(inputs: [FilePath]) throws(UsageError) {
    try common.validate(inputs: inputs)
    if makesAllPictures, common.outputs.isInPlace {
      throw UsageError("'--all-images' cannot be combined with '--in-place'")
    }
  }
}
