package import CommandLineOptions
internal import Formats
internal import Imaging
package import ImgtoolKit
package import Posix

/// `imgtool jpeg`: pictures as JPEG, everything said about them along.
package struct JPEG: Subcommand {
  /// The word that calls it.
  package let name = "jpeg"
  /// What it does.
  package let abstract = "Encode pictures as JPEG, with every byte of their metadata."
  /// What else there is to know.
  package let discussion = """
    A JPEG that is upright and of the wanted quality or less keeps its coded pixels; one that only \
    has to be turned is turned without loss where its size allows; no JPEG gets a higher quality \
    than it has. A .jpg beside itself needs -o or --in-place. Without inputs, the images of the \
    current folder are taken.
    """
  /// Command lines worth copying.
  package let examples = [
    (line: "imgtool jpeg *.heic", meaning: "JPEGs beside the originals, maker notes and all"),
    (
      line: "imgtool jpeg --in-place -r holiday",
      meaning: "everything JPEG and upright, below a folder too"
    ),
    (line: "imgtool jpeg -q 95 -o out.jpg scan.tif", meaning: "one picture, at a higher quality"),
  ]

  /// The command.
  package init() {}

  /// Makes a JPEG of every input.
  package func run(
    _ options: JPEGOptions, inputs: [FilePath], in environment: Environment
  ) throws(UsageError) -> ExitStatus {
    try options.common.outputs.check(writes: .jpeg, by: name)
    let command = BatchCommand(
      options.common, command: name, template: "{stem}.{ext}",
      recipe: Recipe(limitsQuality: true))
    return try command.run(inputs, in: environment)
  }
}
