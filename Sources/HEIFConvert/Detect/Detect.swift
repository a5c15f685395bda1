package import CommandLineOptions
package import ImgtoolKit
package import Posix

/// `imgtool detect`: what files really are, from their bytes.
package struct Detect: Subcommand {
  /// The word that calls it.
  package let name = "detect"
  /// What it does.
  package let abstract = "Say what files really are, from their bytes."
  /// What else there is to know.
  package let discussion = """
    A line for each file: its kind, then what else its headers tell. Brands and names are not \
    believed: the structure is opened, and 'truncated' or 'damaged' is said where it is.
    The exit status is 0 when every file is HEIF of some kind (heic, heics, avif, avis, heif), 1 when \
    some is not, and 2 when some could not be read.
    """
  /// Command lines worth copying.
  package let examples = [
    (line: "imgtool detect *", meaning: "what the files here are, images or not"),
    (
      line: "imgtool detect --quiet photo.heic && echo yes",
      meaning: "whether a file is HEIF, for a script"
    ),
  ]

  /// The command.
  package init() {}

  /// Looks at every input.
  package func run(
    _ options: InspectionOptions, inputs: [FilePath], in environment: Environment
  ) throws(UsageError) -> ExitStatus {
    let results = try Inspection(options, in: environment, look: Detection.init(of:)).run(inputs)
    return environment.status(or: Self.status(results))
  }

  /// What the results come to.
  static func status(_ results: [Inspection<Detection>.Result]) -> ExitStatus {
    var status = ExitStatus.success
    for result in results {
      switch result {
      case .success(let detection): if !detection.isHEIF { status = .failure }
      // 2 here, as in grep: there is no answer.
      case .failure: return .wrongUsage
      }
    }
    return status
  }
}
