package import Batch
internal import Formats
internal import Imaging
internal import Posix
internal import ResultCache

/// Runs a recipe over many pictures: plan, queue, report in order, sum up.
package struct BatchRunner: Sendable {
  private let settings: BatchSettings
  private let console: any Console
  private let cancellation: Cancellation
  private let writer: OutputWriter

  /// A runner that prints to `console` and stops when `cancellation` says so.
  package init(
    _ settings: BatchSettings, console: any Console, cancellation: Cancellation,
    writer: OutputWriter
  ) {
    self.settings = settings
    self.console = console
    self.cancellation = cancellation
    self.writer = writer
  }

  /// Makes a picture of every input and says how the run went.
  ///
  /// - Parameters:
  ///   - found: The inputs, in the order in which they are reported.
  ///   - place: Where the outputs go.
  ///   - standardInput: The bytes of the picture that came through standard input, if one did.
  /// - Returns: The exit status that the outcomes come to.
  package func run(
    _ found: [FoundInput], to place: OutputPlace, standardInput: [UInt8]? = nil
  ) -> ExitStatus {
    let start = MonotonicClock.seconds
    var settings = settings
    if case .folder(let folder) = place { settings.outputFolder = folder }
    defer { settings.isolation?.close() }
    cancellation.onCancel { [isolation = settings.isolation] _ in isolation?.close() }
    let naming = OutputNaming(
      place, template: settings.template, command: settings.command, max: settings.maximum)
    let plan = BatchPlan(
      found, settings.total?.planning(settings, found) ?? settings, naming,
      standardInput: standardInput, wasWrittenByUs: { writer.isOurs($0, $1) })
    let tally = Tally(settings.style, total: plan.steps.count, console: console)
    var shares = TotalShares(plan.steps, settings, cancellation)
    execute(shares?.shared() ?? plan.steps, settings, tally)
    if let results = settings.cache?.results, !settings.isDryRun {
      // Whoever stops a run wants it to end.
      results.finish(trims: cancellation.reason == nil)
      if let warning = results.warning { tally.warn(warning) }
    }
    tally.finish(
      seconds: MonotonicClock.seconds - start, cache: settings.cache?.results.usage)
    return Environment(console: console, cancellation: cancellation).status(or: tally.exitStatus)
  }

  private func execute(_ steps: [BatchPlan.Step], _ settings: BatchSettings, _ tally: Tally) {
    let reporter = OrderedReporter<Outcome> { _, outcome in tally.report(outcome) }
    let pictures = PictureQueue(
      steps, settings, console: console, cancellation: cancellation, writer: writer
    ) { index, outcome in
      reporter.report(index, outcome)
      if settings.failsFast, outcome.status == .failed { cancellation.cancel(.failedFast) }
    }
    pictures.run()
    reporter.finish()
  }
}
