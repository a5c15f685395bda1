internal import Posix

/// Why work is given up.
package enum CancellationReason: Error, Equatable, Sendable {
  /// The user pressed Control-C (SIGINT).
  case interrupted
  /// Somebody asked the process to end (SIGTERM).
  case terminated
  /// Another input failed, and the run was to stop at the first failure.
  case failedFast
  /// The job took longer than it was given.
  case timedOut
}

/// The flag of a run that tells its jobs to stop; set once, from any thread.
package final class Cancellation: Sendable {
  private struct State: Sendable {
    var reason: CancellationReason?
    var handlers: [@Sendable (CancellationReason) -> Void] = []
  }

  private let state = Locked(State())

  /// A flag that is not set.
  package init() {}

  /// Why the run was cancelled, or nil where it was not.
  package var reason: CancellationReason? { state.withLock { $0.reason } }

  /// Whether the run was cancelled.
  package var isCancelled: Bool { reason != nil }

  /// Cancels the run and says whether this was the first reason; only that one counts.
  @discardableResult
  package func cancel(_ reason: CancellationReason) -> Bool {
    let handlers: [@Sendable (CancellationReason) -> Void]? = state.withLock { state in
      guard state.reason == nil else { return nil }
      state.reason = reason
      defer { state.handlers = [] }
      return state.handlers
    }
    for handler in handlers ?? [] { handler(reason) }
    return handlers != nil
  }

  /// Has `handler` called once, by whoever cancels, or now where that has happened.
  package func onCancel(_ handler: @escaping @Sendable (CancellationReason) -> Void) {
    let reason = state.withLock { state in
      if state.reason == nil { state.handlers.append(handler) }
      return state.reason
    }
    if let reason { handler(reason) }
  }

  /// What one job of the run asks whether it should stop; `timeout` in seconds from now.
  package func token(timeout: Double? = nil) -> CancellationToken {
    CancellationToken(run: self, deadline: timeout.map { MonotonicClock.seconds + $0 })
  }
}

/// What one job asks whether it should stop: the run's flag, and the job's own deadline.
package struct CancellationToken: Sendable {
  private let run: Cancellation
  /// When the job should stop at the latest, in seconds of `MonotonicClock`; nil where there is no limit.
  package let deadline: Double?

  /// A token that looks at `run`, and at `deadline` in seconds of `MonotonicClock`.
  package init(run: Cancellation, deadline: Double? = nil) {
    self.run = run
    self.deadline = deadline
  }

  /// Why the job should stop, or nil where it should go on.
  package var reason: CancellationReason? {
    if let reason = run.reason { return reason }
    guard let deadline, MonotonicClock.seconds >= deadline else { return nil }
    return .timedOut
  }

  /// Whether the job should stop.
  package var isCancelled: Bool { reason != nil }

  /// Throws the reason where the job should stop.
  package func check() throws(CancellationReason) {
    if let reason { throw reason }
  }
}
