internal import Batch
internal import Posix
internal import ResultCache

/// Reports outcomes as they come in order, and adds them up.
final class Tally: Sendable {
  private let summary = Locked(Summary())
  private let reporter: Reporter
  private let progress: ProgressBar?
  private let style: ReportStyle
  /// What was said of the input whose output was reported last.
  private let said = Locked(Said())

  private struct Said {
    var input: FilePath?
    var warnings: Set<Message> = []
  }

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
    reporter.report(outcome, saying: news(outcome))
  }

  /// The warnings that were not given for another output of the same input.
  private func news(_ outcome: Outcome) -> [Message] {
    said.withLock { said in
      if said.input != outcome.input { said = Said(input: outcome.input) }
      return outcome.warnings.filter { said.warnings.insert($0).inserted }
    }
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
