internal import Batch
internal import Posix
internal import ResultCache

/// Reports outcomes as they come in order, and adds them up.
final class Tally: Sendable {
  private let summary = Locked(Summary())
  private let reporter: Reporter
  private let progress: ProgressBar?
  private let style: ReportStyle

  init(_ style: ReportStyle, total: Int, console: any Console) {
    self.style = style
    reporter = Reporter(style, console: console)
    progress = style.isQuiet ? nil : ProgressBar(total: total, console: console)
  }

  /// Prints an outcome and counts it.
  func report(_ outcome: Outcome) {
    summary.withLock { $0.add(outcome) }
    progress?.advance(failed: outcome.status == .failed)
    // Whoever stops a run knows that the rest was not done; only a program wants it spelled out.
    guard style.isJSON || outcome.error?.code != .cancelled else { return }
    reporter.report(outcome)
  }

  /// Says what concerns the whole run.
  func warn(_ warning: Message) {
    reporter.warn(nil, warning)
  }

  /// Prints the last line, with what the cache was good for, where one was used.
  func finish(seconds: Double, cache: ResultCache.Usage?) {
    progress?.finish()
    reporter.report(
      summary.withLock { summary in
        summary.cache = cache
        return summary
      }, seconds: seconds)
  }

  /// What the run's outcomes come to.
  var exitStatus: ExitStatus { summary.withLock { $0.exitStatus } }
}
