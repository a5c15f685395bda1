package import CommandLineOptions
internal import Imaging
package import ImgtoolKit
package import Posix

/// `imgtool upload-prep`: pictures brought under a number of bytes.
package struct UploadPrep: Subcommand {
  /// The word that calls it.
  package let name = "upload-prep"
  /// What it does.
  package let abstract = "Bring pictures under a number of bytes, at the best quality that fits."
  /// What else there is to know.
  package let discussion = """
    No output has more bytes than --under says, metadata included. Of the qualities from 90 down to \
    --min-quality the first that fits is taken; where none does, the picture is scaled down until it \
    fits. A file that fits already, is upright and has nothing to leave out is passed on byte for \
    byte.

    --total-under is a promise for the sum of all outputs, also of those passed on byte for byte and \
    of those that --skip-existing leaves. All are made at one step of quality, some of them one step \
    better where bytes are left; below --min-quality all are scaled down alike. Where that is not \
    enough, nothing is written at all.

    With --format auto a PNG or TIFF that is over the budget becomes a JPEG. One with transparency \
    becomes a PNG, of 256 colours where it has to, and fails where that doesn't fit either: \
    --format webp makes it smaller. Without inputs, the images of the current folder are taken.
    """
  /// Command lines worth copying.
  package let examples = [
    (line: "imgtool upload-prep", meaning: "every picture here, each under 1,000,000 bytes"),
    (
      line: "imgtool upload-prep --under 300kB --max 2048 -o upload *.heic",
      meaning: "JPEGs of at most 300,000 bytes and 2048 pixels"
    ),
    (
      line: "imgtool upload-prep --under 100k --step 1 --keep-size scan.png",
      meaning: "the finest fit at full size, or a failure"
    ),
    (
      line: "imgtool upload-prep --total-under 20MB -o mail holiday",
      meaning: "all pictures of a folder in one mail, at an even quality"
    ),
  ]

  /// The command.
  package init() {}

  /// Brings every input under the budget.
  package func run(
    _ options: UploadPrepOptions, inputs: [FilePath], in environment: Environment
  ) throws(UsageError) -> ExitStatus {
    let budget = options.budget.budget(
      of: options.limitOfEach ?? options.total?.bytes ?? UploadPrepOptions.standardLimit)
    var command = BatchCommand(
      options.common, command: name, template: "{stem}-upload.{ext}",
      recipe: Recipe(size: options.maximum, budget: budget), maximum: options.maximum.label)
    command.total = options.total.map {
      TotalBudget(bytes: $0.bytes, each: options.limitOfEach)
    }
    return try command.run(inputs, in: environment)
  }
}
