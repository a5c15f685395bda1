package import CommandLineOptions
package import ImgtoolKit
package import Posix

/// `imgtool doctor`: what is installed, what is missing, and what a run may use.
package struct Doctor: Subcommand {
  /// The word that calls it.
  package let name = "doctor"
  /// What it does.
  package let abstract = "Say what is installed, what is missing, and which limits hold."
  /// What stands for the inputs in the usage line.
  package let arguments = ""
  /// What else there is to know.
  package let discussion = """
    Lists versions, who reads and writes each format, the state of the cache, and the limits of a run with \
    the same options. For what is missing it names the package that brings it, and the status is 1.
    """
  /// Command lines worth copying.
  package let examples = [
    (line: "imgtool doctor", meaning: "why a format can't be read or written"),
    (line: "imgtool doctor --json", meaning: "the same for a program"),
  ]

  /// The command.
  package init() {}

  /// Looks around and reports.
  package func run(
    _ options: DoctorOptions, inputs: [FilePath], in environment: Environment
  ) throws(UsageError) -> ExitStatus {
    let examination = Examination(options, in: environment)
    if options.run.isJSON {
      environment.console.writeJSON(examination.json)
    } else {
      for line in examination.lines { environment.console.writeLine(line, to: .output) }
    }
    let status: ExitStatus = examination.missing.isEmpty ? .success : .failure
    return environment.status(or: status)
  }
}

/// The options of `doctor`: those that set limits.
package struct DoctorOptions: CommandOptions {
  /// How a run would go.
  package var run = RunOptions()
  /// Which cache it would use.
  package var cache = CacheOptions()

  /// The limits of a run without options.
  package init() {}

  /// The options in the order of help.
  package static let table: [Option<DoctorOptions>] =
    RunOptions.table.filter { ["jobs", "memory", "max-pixels", "json"].contains($0.info.long) }
    .lifted(into: \.run)
    + CacheOptions.table.without("no-cache", "paranoid").lifted(into: \.cache)

  /// Checks that nothing is named: the machine is looked at, not a file.
  package func validate(inputs: [FilePath]) throws(UsageError) {
    if let first = inputs.first {
      throw UsageError("'doctor' takes no file, such as '\(first)'; 'info' says what a file holds")
    }
  }
}
