internal import Batch
internal import CommandLineOptions
internal import Imaging
internal import ImgtoolKit
internal import Posix
internal import ResultCache

/// One build: outputs, then the manifest, then what is left over from earlier ones.
struct BuildRun {
  private let project: Project
  private let options: BuildOptions
  private let environment: Environment
  private let running: CommonOptions
  private let paths: ProjectPaths
  private let results: ResultCache?
  /// The share that is built; nil for everything.
  private let shard: Shard?

  /// A build of a project, or a share of it, with what the command line says over it.
  init(
    _ project: Project, share shard: Shard? = nil, _ options: BuildOptions,
    _ environment: Environment
  ) {
    self.shard = shard
    self.project = project
    self.options = options
    self.environment = environment
    var running = project.running
    BuildOptions.Running.table.set(options.given, in: &running)
    self.running = running.common
    paths = ProjectPaths(of: options.file)
    results = running.common.cache.cache(in: environment)
  }

  /// Builds.
  ///
  /// - Throws: `ProjectError` before anything was written.
  func run() throws(ProjectError) -> ExitStatus {
    let inputs = try found()
    for glob in inputs.unmet {
      reporter.warn(nil, "no picture is there for the pattern '\(glob.text)'")
    }
    let last = LastManifest(of: project, shard, paths)
    let place = ManifestPlace(project, shard, paths, last)
    try place.check(against: inputs, file: options.file)
    if let error = place.error(overwriting: running.outputs.overwrites) {
      environment.console.writeLine("\(Program.name): \(error.message)", to: .error)
      return .failure
    }
    let (outcomes, status) = outcomes(of: inputs, settings, environment.console, last)
    // Of what was stopped or refused as a whole, nothing can be said.
    guard environment.cancellation.reason == nil, !options.reporting.isDryRun,
      !outcomes.isEmpty || inputs.inputs.isEmpty
    else { return status }
    return finish(outcomes, last, status)
  }

  /// What the last build made: outputs and the manifest, as the program opens them.
  var ownFiles: Set<FilePath> {
    let last = LastManifest(of: project, shard, paths)
    let outputs = last.manifest?.outputs.keys.map(paths.whole) ?? []
    return Set(outputs + [project.manifest(of: shard).map(paths.whole)].compactMap { $0 })
  }

  /// Says what is missing, stale or altered, and changes nothing.
  ///
  /// - Throws: `ProjectError` where the project names nothing.
  func check() throws(ProjectError) -> ExitStatus {
    let start = MonotonicClock.seconds
    let inputs = try found()
    let last = LastManifest(of: project, shard, paths)
    var settings = settings
    settings.isDryRun = true
    settings.refusesConflicts = false
    // Whose outputs they are makes no difference to a check.
    settings.existing.overwrites = true
    let (outcomes, _) = outcomes(of: inputs, settings, SilentConsole(), last)
    let files = BuildCheck(project, options, paths, last, FileContents(results: results))
      .files(outcomes)
    let sink = options.report.sink(for: options.reporting, in: environment)
    for file in files { sink.report(file) }
    let report = FindingsReport(
      "\(Program.name) build", rules: BuildCheck.rules, files: files,
      seconds: MonotonicClock.seconds - start, paths: sink.paths)
    return options.report.finish(report, sink, in: environment)
  }

  /// What a run over the inputs comes to, in the order of reports.
  private func outcomes(
    of inputs: BuildInputs, _ settings: BatchSettings, _ console: any Console, _ last: LastManifest
  ) -> ([Outcome], ExitStatus) {
    let outcomes = Locked<[Outcome]>([])
    let runner = BatchRunner(
      settings, console: console, cancellation: environment.cancellation, writer: writer(last))
    let status = runner.run(inputs.inputs) { outcome in outcomes.withLock { $0.append(outcome) } }
    return (outcomes.withLock { $0 }, status)
  }

  private func found() throws(ProjectError) -> BuildInputs {
    do throws(UsageError) {
      return try BuildInputs(
        of: project, shard, paths, cache: results, takesDrawings: running.run.allowsUntrustedFormats
      )
    } catch {
      throw ProjectError(error.message, at: nil)
    }
  }

  /// Writes the manifest, and removes what only the last one names, where that is wanted.
  private func finish(
    _ outcomes: [Outcome], _ last: LastManifest, _ status: ExitStatus
  ) -> ExitStatus {
    let maker = ManifestMaker(
      paths: paths, contents: FileContents(results: results),
      placeholders: KeptPlaceholders(results, maximumPixels: running.run.maxPixels))
    let manifest = maker.manifest(of: outcomes)
    if options.prunes {
      let failed = Set(outcomes.filter { $0.status == .failed }.map { paths.own($0.input) })
      Pruning(project, paths, last.manifest).prune(keeping: manifest, failed: failed, reporter)
    }
    do throws(FileError) {
      try write(manifest)
    } catch {
      environment.console.writeLine("\(Program.name): \(error.message)", to: .error)
      return .failure
    }
    return status
  }

  private func write(_ manifest: Manifest) throws(FileError) {
    guard let own = project.manifest(of: shard) else { return }
    let path = paths.whole(own)
    let bytes = manifest.bytes(at: own, prefix: project.prefix)
    // A file that says it already keeps its time.
    if let file = try? FileDescriptor(opening: path, [.read, .nonBlocking]),
      (try? file.readAll(limit: bytes.count + 1)) == bytes
    {
      return
    }
    do throws(SystemError) {
      _ = try OutputWriter(journal: nil).write(bytes, to: path, .record)
    } catch {
      throw FileError(writing: path, error)
    }
  }

  // MARK: Settings

  private var reporter: Reporter {
    Reporter(options.reporting.reportStyle, console: environment.console)
  }

  private var settings: BatchSettings {
    var settings = BatchSettings(running, cache: results)
    settings.refusesConflicts = true
    settings.existing.remedies = .projectFile
    if let manifest = project.manifest { settings.existing.taken = [paths.whole(manifest)] }
    settings.isDryRun = options.reporting.isDryRun
    settings.style = options.reporting.reportStyle
    return settings
  }

  /// A writer that takes for ours what the last manifest names, where it is as it was: marks don't travel with
  /// a repository.
  private func writer(_ last: LastManifest) -> OutputWriter {
    let contents = FileContents(results: results)
    return OutputWriter(
      cache: results,
      isOursToo: { path, status in
        guard status.kind == .file, let named = last.digest(of: path) else { return false }
        return contents.look(at: path)?.digest == named
      })
  }
}
