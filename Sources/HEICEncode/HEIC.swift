package import CommandLineOptions
internal import Formats
internal import Imaging
package import ImgtoolKit
package import Posix

/// `imgtool heic`: pictures as HEIC, upright, with their colours and metadata.
package struct HEIC: Subcommand {
  /// The word that calls it.
  package let name = "heic"
  /// What it does.
  package let abstract = "Encode pictures as HEIC, with their colours and metadata."
  /// What else there is to know.
  package let discussion = """
    Pictures of more than 8 bits a sample keep 10; transparency, profile, EXIF and XMP come along, \
    and pictures of 1280 pixels or more get a thumbnail. A HEIC that is upright is passed on byte \
    for byte. Where the HEIC is larger than the file it is made of, a warning says so, and \
    --in-place leaves that file alone. Without inputs, the images of the current folder are taken.
    """
  /// Command lines worth copying.
  package let examples = [
    (line: "imgtool heic *.jpg", meaning: "HEICs beside the originals"),
    (
      line: "imgtool heic -q 60 --effort 9 -r -o small holiday",
      meaning: "the same tree in another folder, as small as can be"
    ),
    (line: "imgtool heic --effort 0 -o out.heic scan.tif", meaning: "one picture, at once"),
  ]

  /// The command.
  package init() {}

  /// Makes a HEIC of every input.
  package func run(
    _ options: HEICOptions, inputs: [FilePath], in environment: Environment
  ) throws(UsageError) -> ExitStatus {
    try options.common.outputs.check(writes: .heic, by: name)
    let command = BatchCommand(
      options.common, command: name, template: "{stem}.{ext}",
      recipe: Recipe(effort: options.effort, addsThumbnail: true))
    return try command.run(inputs, in: environment)
  }
}
