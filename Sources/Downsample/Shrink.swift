package import CommandLineOptions
internal import Imaging
package import ImgtoolKit
package import Posix

/// `imgtool shrink`: pictures brought down to a size.
package struct Shrink: Subcommand {
  /// The word that calls it.
  package let name = "shrink"
  /// What it does.
  package let abstract = "Bring pictures down to a size, upright and in their own colours."
  /// What else there is to know.
  package let discussion = """
    Pictures are never enlarged; one that is small enough, upright and of the wanted format is \
    passed on byte for byte. Metadata travels with the picture. Without inputs, the images of the \
    current folder are taken.
    """
  /// Command lines worth copying.
  package let examples = [
    (line: "imgtool shrink *.heic", meaning: "JPEGs of at most 1920 pixels beside the originals"),
    (
      line: "imgtool shrink --max 800 -r -o small holiday",
      meaning: "the same tree in another folder, at most 800 pixels"
    ),
    (
      line: "imgtool shrink --max 1920x1080 --format webp photo.jpg",
      meaning: "a WebP that fits a screen"
    ),
  ]

  /// The command.
  package init() {}

  /// Shrinks every input.
  package func run(
    _ options: ShrinkOptions, inputs: [FilePath], in environment: Environment
  ) throws(UsageError) -> ExitStatus {
    var command = BatchCommand(
      options.common, command: name, template: "{stem}-{max}.{ext}",
      recipe: Recipe(size: options.maximum))
    command.maximum = options.maximum.label
    return try command.run(inputs, in: environment)
  }
}
