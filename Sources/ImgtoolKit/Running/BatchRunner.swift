package import Batch
internal import Formats
internal import Imaging
internal import Posix
internal import ResultCache

/// Makes what is wanted of many pictures: plan, queue, report in order, sum up.
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

  /// Makes what is wanted of every input and says how the run went.
  ///
  /// - Parameters:
  ///   - inputs: The inputs, in the order in which they are reported.
  ///   - standardInput: The bytes of the picture that came through standard input, if one did.
  ///   - observe: Gets each outcome, in the order of reports.
  /// - Returns: The exit status that the outcomes come to.
  package func run(
    _ inputs: [WantedInput], standardInput: [UInt8]? = nil,
    observe: @escaping @Sendable (Outcome) -> Void = { _ in }
  ) -> ExitStatus {
    let start = MonotonicClock.seconds
    defer { settings.isolation?.close() }
    cancellation.onCancel { [isolation = settings.isolation] _ in isolation?.close() }
    let plan = BatchPlan(
      settings.total?.planning(inputs) ?? inputs, settings, standardInput: standardInput,
      wasWrittenByUs: { writer.isOurs($0, $1) })
    let tally = Tally(settings.style, total: plan.steps.count, console: console)
    let conflicts = settings.refusesConflicts ? plan.conflicts : []
    if !conflicts.isEmpty {
      for conflict in conflicts { tally.report(conflict) }
      tally.finish(seconds: MonotonicClock.seconds - start, cache: nil)
      return .failure
    }
    var shares = TotalShares(plan.steps, settings, cancellation)
    execute(shares?.shared() ?? plan.steps, tally, observe)
    if let results = settings.results, !settings.isDryRun {
      // Whoever stops a run wants it to end.
      results.finish(trims: cancellation.reason == nil)
      if let warning = results.warning { tally.warn(warning) }
    }
    tally.finish(
      seconds: MonotonicClock.seconds - start, cache: settings.results?.usage)
    return Environment(console: console, cancellation: cancellation).status(or: tally.exitStatus)
  }

  private func execute(
    _ steps: [BatchPlan.Step], _ tally: Tally, _ observe: @escaping @Sendable (Outcome) -> Void
  ) {
    let reporter = OrderedReporter<Outcome> { _, outcome in
      tally.report(outcome)
      observe(outcome)
    }
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
