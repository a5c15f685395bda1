package import CommandLineOptions
internal import Formats
internal import Imaging
package import ImgtoolKit
package import Posix

/// `imgtool convert`: pictures in another format.
package struct Convert: Subcommand {
  /// The word that calls it.
  package let name = "convert"
  /// What it does.
  package let abstract = "Change the format of pictures, at full size, with everything they say."
  /// What else there is to know.
  package let discussion = """
    Pixels come out upright and in their own colours; EXIF with maker notes, XMP, IPTC and the colour \
    profile travel along. Samples of more than 8 bits stay deep in PNG, TIFF and JPEG XL, and have 10 \
    bits in HEIC and AVIF. Of several pictures or frames the primary one is taken, with a warning, \
    unless --all-images takes each. A picture that has the format already is passed on byte for byte. \
    Without inputs, the images of the current folder are taken.
    """
  /// Command lines worth copying.
  package let examples = [
    (line: "imgtool convert *.heic", meaning: "JPEGs of full size beside the originals"),
    (
      line: "imgtool convert --to tiff -r -o masters scans",
      meaning: "TIFFs without loss, the same tree in another folder"
    ),
    (
      line: "imgtool convert --to png --all-images burst.heic",
      meaning: "burst.png, burst-2.png and so on, one for each picture in it"
    ),
  ]

  /// The command.
  package init() {}

  /// Converts every input.
  package func run(
    _ options: ConvertOptions, inputs: [FilePath], in environment: Environment
  ) throws(UsageError) -> ExitStatus {
    var common = options.common
    common.outputs.format = .fixed(options.format ?? .jpeg)
    common.outputs.formatOption = options.format == nil ? nil : "to"
    common.pixels.quality = common.pixels.quality ?? ConvertOptions.quality
    var command = BatchCommand(
      common, command: name, template: "{stem}.{ext}", recipe: Recipe())
    command.makesAllPictures = options.makesAllPictures
    return try command.run(inputs, in: environment)
  }
}
