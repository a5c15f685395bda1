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

    --max and --format take lists: each size is made in each format, all of one decode. Sizes that are \
    no smaller than the picture come to its own, which is made once and is called by the smallest of \
    their numbers.
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
    (
      line: "imgtool shrink --max 320,960,1920 --format avif,jpeg -o web photos",
      meaning: "six files of each picture for a web page"
    ),
  ]

  /// The command.
  package init() {}

  /// Shrinks every input.
  package func run(
    _ options: ShrinkOptions, inputs: [FilePath], in environment: Environment
  ) throws(UsageError) -> ExitStatus {
    let making = options.maxima.flatMap { maximum in
      options.formats.map { format in
        BatchCommand.Making(Recipe(size: maximum), as: format, maximum: maximum.label)
      }
    }
    let command = BatchCommand(
      options.common, command: name, template: "{stem}-{max}.{ext}", making: making)
    return try command.run(inputs, in: environment)
  }
}
