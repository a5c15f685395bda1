internal import Batch
package import CommandLineOptions
package import ImgtoolKit
package import Posix

/// `imgtool check`: whether pictures are as a project wants them.
package struct Check: Subcommand {
  /// The word that calls it.
  package let name = "check"
  /// What it does.
  package let abstract = "Hold pictures to rules, and write nothing: the gate for pull requests."
  /// What else there is to know.
  package let discussion = """
    Each file that breaks a rule is named with the rule, what is wrong, and a command that mends all of it \
    at once. Without rules, a file must decode as a whole, have an extension of its format, and tell no \
    place. A file that can't be looked at, or is no image, fails like one that breaks a rule. SVG, PDF and \
    BMP are not decoded.
    The exit status is 0 when nothing is wrong, 1 when something is, and 2 for wrong usage. Without \
    inputs, the images of the current folder are taken.
    """
  /// Command lines worth copying.
  package let examples = [
    (line: "imgtool check -r public", meaning: "damage, wrong extensions and places in a tree"),
    (
      line: "imgtool check --under 500kB --max 2560 --no-location -r public",
      meaning: "what a site might ask of its pictures"
    ),
    (
      line: "imgtool check --report-file pictures.sarif -r .",
      meaning: "a report for a service that shows code, beside the lines for people"
    ),
  ]

  /// The command.
  package init() {}

  /// Checks every input.
  package func run(
    _ options: CheckOptions, inputs: [FilePath], in environment: Environment
  ) throws(UsageError) -> ExitStatus {
    let start = MonotonicClock.seconds
    let examination = Examination(options, in: environment)
    let sink = options.report.sink(for: options.inspection.run, in: environment)
    let cancellation = environment.cancellation
    var inspection = Inspection<ReportedFile>(
      options.inspection, in: environment, weigh: examination.weigh
    ) { input, token throws(FileError) in
      let file = try examination.look(at: input, token)
      if options.inspection.run.failsFast, !file.isClean { cancellation.cancel(.failedFast) }
      return file
    }
    inspection.showsProgress = true
    let results = try inspection.run(inputs) { result in
      let file = result.file
      if options.inspection.run.failsFast, !file.isClean { cancellation.cancel(.failedFast) }
      if !file.isStopped { sink.report(file) }
    }
    examination.finish()
    let report = FindingsReport(
      "\(Program.name) \(name)", rules: CheckRule.allCases.map(\.description),
      files: results.map(\.file).filter { !$0.isStopped },
      seconds: MonotonicClock.seconds - start, paths: sink.paths)
    return options.report.finish(report, sink, in: environment)
  }
}

extension Result where Success == ReportedFile, Failure == UnreadInput {
  /// The file with what is wrong with it.
  fileprivate var file: ReportedFile {
    switch self {
    case .success(let file): return file
    case .failure(let unread):
      var file = ReportedFile(unread.input)
      file.failure = unread.failure
      return file
    }
  }
}

extension ReportedFile {
  /// Whether it was not looked at because the run was stopped.
  fileprivate var isStopped: Bool { failure?.code == .cancelled }
}
