internal import Dispatch

extension Array where Element: Sendable {
  /// What `transform` makes of each element, in their order, worked out on all processors.
  ///
  /// Elements are handed out in portions, so that small work is worth it.
  package func concurrentMap<Result: Sendable>(
    _ transform: @Sendable (Element) -> Result
  ) -> [Result] {
    let portion = 64
    guard count > portion else { return map(transform) }
    let portions = (count + portion - 1) / portion
    let done = Locked([Int: [Result]]())
    DispatchQueue.concurrentPerform(iterations: portions) { number in
      let part = self[number * portion..<Swift.min((number + 1) * portion, count)].map(transform)
      done.withLock { $0[number] = part }
    }
    let parts = done.withLock { $0 }
    return (0..<portions).flatMap { parts[$0] ?? [] }
  }

  /// What `settled` knows of each element already, and what `transform` makes of the others on all processors.
  ///
  /// Threads that pass each other small answers take longer than one that has them all.
  package func concurrentMap<Result: Sendable>(
    settled: (Element) -> Result?, _ transform: @Sendable (Element) -> Result
  ) -> [Result] {
    let known = map(settled)
    var made = zip(self, known).filter { $0.1 == nil }.map(\.0).concurrentMap(transform)[...]
    return known.compactMap { $0 ?? made.popFirst() }
  }
}
