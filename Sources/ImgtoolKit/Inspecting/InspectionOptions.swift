package import CommandLineOptions
package import Posix

/// The options of commands that only look at files.
package struct InspectionOptions: CommandOptions {
  /// Which files are looked at.
  package var inputs = InputOptions()
  /// How the run goes; of these, only what `table` offers is set.
  package var run = RunOptions()

  /// The images of the current folder, results as lines.
  package init() {}

  /// The options in the order of help.
  package static let table: [Option<InspectionOptions>] =
    InputOptions.table.lifted(into: \.inputs)
    + RunOptions.table.without(
      "memory", "timeout", "max-pixels", "isolate", "allow-untrusted-formats", "fail-fast",
      "dry-run"
    )
    .lifted(into: \.run)

  /// Checks what only several options together can get wrong.
  package func validate(inputs named: [FilePath]) throws(UsageError) {
    try inputs.validate(inputs: named)
    try run.validate()
  }
}
