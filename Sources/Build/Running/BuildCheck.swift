internal import Checksum
internal import Imaging
internal import ImgtoolKit
internal import Posix

/// Holds what is there against what a build would make and what the last one says it made.
struct BuildCheck {
  private let project: Project
  private let options: BuildOptions
  private let paths: ProjectPaths
  private let last: LastManifest
  private let contents: FileContents
  private let named: [FilePath: Manifest.Output]
  private let digests: [FilePath: ContentDigest]

  /// The check of a project.
  init(
    _ project: Project, _ options: BuildOptions, _ paths: ProjectPaths, _ last: LastManifest,
    _ contents: FileContents
  ) {
    self.project = project
    self.options = options
    self.paths = paths
    self.last = last
    self.contents = contents
    named = last.manifest?.outputs ?? [:]
    digests = Dictionary((last.manifest?.inputs ?? []).map { ($0.path, $0.digest) }) { one, _ in one
    }
  }

  /// What can be wrong.
  static let rules = [
    ReportRule(
      "missing", summary: "Everything that the project asks for is there.",
      help: "A build makes what is missing."),
    ReportRule(
      "stale", summary: "Outputs are made of the inputs as they are, by the settings as they are.",
      help:
        "A build makes anew what is stale; with --prune it removes what nothing asks for any more."),
    ReportRule(
      "altered", summary: "Outputs are what the manifest says they are.",
      help: "A build with --overwrite makes anew what somebody changed."),
  ]

  /// Each output, and the manifest, with what is wrong with it.
  ///
  /// - Parameter outcomes: What a build would come to, had it been done.
  /// - Returns: The files in the order of the outcomes, what only the manifest names, and the manifest.
  func files(_ outcomes: [Outcome]) -> [ReportedFile] {
    var files: [ReportedFile] = []
    let stale = Dictionary(
      Set(outcomes.map(\.input)).compactMap { input in
        staleness(of: input).map { (input, $0) }
      }
    ) { one, _ in one }
    var expected: Set<FilePath> = []
    for outcome in outcomes {
      guard let output = outcome.output, outcome.status != .failed else {
        files.append(failed(outcome))
        continue
      }
      expected.insert(paths.own(output))
      files.append(file(output, finding(output, outcome, stale[outcome.input])))
    }
    for output in named.keys.sorted() where !expected.contains(output) {
      files.append(
        file(
          paths.whole(output),
          ReportedFinding(
            "stale", "the manifest names it, but nothing asks for it any more",
            command: command("--prune"))))
    }
    return files + manifestFile
  }

  private func failed(_ outcome: Outcome) -> ReportedFile {
    var file = ReportedFile(outcome.input)
    file.failure = outcome.error
    return file
  }

  private func file(_ path: FilePath, _ finding: ReportedFinding?) -> ReportedFile {
    var file = ReportedFile(path)
    if let finding { file.findings.append(finding) }
    return file
  }

  /// Why what was made of an input is not what would be made now; nil where it is.
  private func staleness(of input: FilePath) -> Message? {
    guard last.manifest != nil else { return nil }
    guard let digest = digests[paths.own(input)] else {
      return "the manifest doesn't name its input \(input)"
    }
    return contents.look(at: input)?.digest == digest
      ? nil : "its input \(input) has changed since"
  }

  private func finding(
    _ output: FilePath, _ outcome: Outcome, _ reason: Message?
  ) -> ReportedFinding? {
    guard let there = contents.look(at: output) else {
      return ReportedFinding("missing", "it is not there", command: command())
    }
    if project.manifest == nil {
      // Without a manifest only the cache knows.
      return outcome.status == .unchanged
        ? nil
        : ReportedFinding("stale", "it is not known to be what a build makes", command: command())
    }
    guard last.manifest != nil else { return nil }
    if let reason { return ReportedFinding("stale", reason, command: command()) }
    guard let named = named[paths.own(output)] else {
      return ReportedFinding("stale", "the manifest doesn't name it", command: command())
    }
    if named.recipe != outcome.recipe?.fingerprint {
      return ReportedFinding("stale", "it was made by other settings", command: command())
    }
    guard there.digest == named.digest else {
      return ReportedFinding(
        "altered", "its bytes are not those that the manifest names",
        command: command("--overwrite"))
    }
    return nil
  }

  private var manifestFile: [ReportedFile] {
    guard let own = project.manifest else { return [] }
    let path = paths.whole(own)
    guard let bytes = last.bytes else {
      return [file(path, ReportedFinding("missing", "it is not there", command: command()))]
    }
    let isAsWritten = last.manifest?.bytes(at: own, prefix: project.prefix) == bytes
    let finding = ReportedFinding(
      "altered", "it is not as a build writes it", command: command())
    return [file(path, isAsWritten ? nil : finding)]
  }

  /// The line of shell that builds.
  private func command(_ option: String? = nil) -> Message {
    var command: Message = "\(Program.name) build"
    if options.file != BuildOptions().file { command += " -f \(options.file.shellOperand)" }
    if let option { command += Message(" \(option)") }
    return command
  }
}
