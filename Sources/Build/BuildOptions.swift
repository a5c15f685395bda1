package import CommandLineOptions
package import ImgtoolKit
package import Posix

/// The options of `build`.
package struct BuildOptions: CommandOptions {
  /// The project file.
  package var file: FilePath = "imgtool.json"
  /// Whether the schema of project files is printed, and nothing else done.
  package var printsSchema = false
  /// Whether it is only said what is missing, stale or altered.
  package var checks = false
  /// Whether outputs of the last build go that this one doesn't make.
  package var prunes = false
  /// Whether it builds again as inputs change.
  package var watches = false
  /// Which of the project's inputs are taken: all, or a share.
  package var inputs = InputOptions()
  /// What was given of the options that may stand in the project file as well, over which it goes.
  package var given: [GivenOption] = []
  /// How much is said, and whether anything is written.
  package var reporting = RunOptions()
  /// The form of what a check found.
  package var report = ReportOptions()

  /// Options that may stand in a project file as well.
  package struct Running: Sendable {
    /// The shared options that have a use here.
    package var common = CommonOptions()

    /// As all commands run.
    package init() {}

    /// The options in the order of help.
    package static let table: [Option<Running>] =
      CommonOptions.table.filter { Self.names.contains($0.info.long) }.lifted(into: \.common)

    private static let names: Swift.Set<String> = [
      "overwrite", "keep-times", "durable", "fail-on-loss", "jobs", "memory", "timeout",
      "max-pixels",
      "isolate", "allow-untrusted-formats", "fail-fast", "no-cache", "cache-dir", "cache-size",
      "cache-age", "paranoid",
    ]
  }

  /// What is done unless an option says otherwise.
  package init() {}

  /// The options in the order of help.
  package static let table: [Option<BuildOptions>] =
    [
      Option(
        "file", short: "f", .file(), .command, default: "imgtool.json", help: "The project file.",
        to: \.file),
      Option(
        "schema", .command, help: "Print the JSON Schema of project files.", sets: \.printsSchema),
      Option(
        "check", .command,
        help: "Change nothing; fail where an output or the manifest is missing, stale or altered.",
        sets: \.checks),
      Option(
        "prune", .command,
        help: """
          Remove outputs that the last manifest names and this one doesn't, where they are as they were \
          made.
          """, sets: \.prunes),
      Option("watch", .command, help: "Build again as inputs change.", sets: \.watches),
    ] + InputOptions.table.filter { $0.info.long == "shard" }.lifted(into: \.inputs)
    + ReportOptions.table.lifted(into: \.report)
    + Running.table.map { $0.noted(in: \.given, tryingOn: Running()) }
    + RunOptions.table.filter { reportingNames.contains($0.info.long) }.lifted(into: \.reporting)

  private static let reportingNames: Set<String> = ["dry-run", "json", "quiet", "verbose"]

  /// Checks what only several options together can get wrong.
  package func validate(inputs: [FilePath]) throws(UsageError) {
    if let first = inputs.first {
      throw UsageError(
        "'build' takes its inputs from the project file, not '\(first)'; -f names the file")
    }
    try reporting.validate()
    if !checks, report.format != nil || report.file != nil {
      throw UsageError("'--report' and '--report-file' need '--check'")
    }
    try report.validate(isJSON: reporting.isJSON)
    for (one, other) in [
      (("--check", checks), ("--prune", prunes)), (("--check", checks), ("--watch", watches)),
      (("--schema", printsSchema), ("--check", checks)),
      (("--schema", printsSchema), ("--watch", watches)),
      (("--dry-run", reporting.isDryRun), ("--watch", watches)),
      (("--shard", self.inputs.shard != nil), ("--prune", prunes)),
      (("--shard", self.inputs.shard != nil), ("--watch", watches)),
    ] where one.1 && other.1 {
      throw UsageError("'\(one.0)' cannot be combined with '\(other.0)'")
    }
  }
}
