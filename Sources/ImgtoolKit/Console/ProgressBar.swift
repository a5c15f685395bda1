internal import Batch
internal import Posix

/// A bar of how many inputs are done, for people who watch.
package final class ProgressBar: Sendable {
  private struct State {
    var done = 0
    var failed = 0
    var lastShown = -Double.infinity
  }

  private let state = Locked(State())
  private let total: Int
  private let console: any Console
  private let clock: @Sendable () -> Double

  /// The bar of a run over `total` inputs, shown from now on; `clock` gives seconds.
  package init(
    total: Int, console: any Console,
    clock: @escaping @Sendable () -> Double = { MonotonicClock.seconds }
  ) {
    self.total = total
    self.console = console
    self.clock = clock
    draw { _ in }
  }

  /// Counts one more input; shown at most ten times a second.
  package func advance(failed: Bool) {
    draw { state in
      state.done += 1
      state.failed += failed ? 1 : 0
    }
  }

  private func draw(after change: (inout State) -> Void) {
    guard let columns = console.progressColumns else { return }
    let now = clock()
    let line: String? = state.withLock { state in
      change(&state)
      guard now - state.lastShown >= 0.1 else { return nil }
      state.lastShown = now
      return Self.line(
        done: state.done, failed: state.failed, of: total, columns: columns,
        color: console.usesColor)
    }
    if let line { console.showProgress(Array(line.utf8)) }
  }

  /// Takes the bar away.
  package func finish() {
    if console.progressColumns != nil { console.showProgress(nil) }
  }

  /// `[#######.............] 34 of 120, 2 failed`, at most `columns` - 1 columns wide.
  static func line(done: Int, failed: Int, of total: Int, columns: Int, color: Bool) -> String {
    let counts = "\(done) of \(total)"
    let failures = failed > 0 ? "\(failed) failed" : ""
    let used = counts.count + (failed > 0 ? failures.count + 2 : 0)
    // A line as wide as the terminal would wrap in some.
    let width = min(40, columns - 1 - used - 3)
    let filled = total > 0 ? max(0, width) * min(done, total) / total : 0
    let bar =
      width < 5
      ? ""
      : "[\(String(repeating: "#", count: filled))\(String(repeating: ".", count: width - filled))] "
    guard used < columns else { return "" }
    guard failed > 0 else { return bar + counts }
    return bar + counts + ", " + (color ? "\u{1B}[31m\(failures)\u{1B}[0m" : failures)
  }
}
