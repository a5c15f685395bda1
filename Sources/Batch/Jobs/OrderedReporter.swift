internal import Dispatch

/// Hands outcomes that come in any order to one consumer in the order of their index.
///
/// The consumer is called for one outcome at a time, and never by the thread that reports: a job does
/// not wait for a slow terminal.
package final class OrderedReporter<Outcome: Sendable>: Sendable {
  private struct State: Sendable {
    var next = 0
    var early: [Int: Outcome] = [:]
    /// Whether somebody is on the way who will hand over all that is ready.
    var isAwaited = false
  }

  private let state = Locked(State())
  private let consumer: @Sendable (Int, Outcome) -> Void
  private let turn = DispatchQueue(label: "imgtool.reporter")

  /// A reporter whose `consumer` gets index and outcome, from index 0 on.
  package init(consumer: @escaping @Sendable (Int, Outcome) -> Void) {
    self.consumer = consumer
  }

  /// Takes the outcome of `index`; only the first one for an index counts.
  package func report(_ index: Int, _ outcome: Outcome) {
    let isNews = state.withLock { state in
      guard index >= state.next, state.early[index] == nil else { return false }
      state.early[index] = outcome
      guard !state.isAwaited, index == state.next else { return false }
      state.isAwaited = true
      return true
    }
    guard isNews else { return }
    turn.async { [self] in
      while let outcome = takeNext() { consumer(outcome.index, outcome.value) }
    }
  }

  /// Hands over all that is left, in order, leaving out indices without an outcome, and waits for that.
  ///
  /// To be called when nobody reports any more; not by the consumer.
  package func finish() {
    turn.sync {
      while let outcome = takeNext(skippingGaps: true) { consumer(outcome.index, outcome.value) }
    }
  }

  private func takeNext(skippingGaps: Bool = false) -> (index: Int, value: Outcome)? {
    state.withLock { state in
      if skippingGaps, state.early[state.next] == nil {
        guard let index = state.early.keys.min() else {
          state.isAwaited = false
          return nil
        }
        state.next = index
      }
      guard let value = state.early.removeValue(forKey: state.next) else {
        state.isAwaited = false
        return nil
      }
      defer { state.next += 1 }
      return (state.next, value)
    }
  }
}
