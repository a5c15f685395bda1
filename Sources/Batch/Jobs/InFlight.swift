/// Work that is under way in this run, by what it makes, and the jobs that wait for it.
///
/// A job that finds its twin at work leaves its processor to others, and is called once that one is done.
package final class InFlight<Key: Hashable & Sendable>: Sendable {
  private let waiting = Locked<[Key: [@Sendable () -> Void]]>([:])

  /// Nothing is under way.
  package init() {}

  /// Begins work, unless it is under way.
  ///
  /// - Parameters:
  ///   - key: What is made.
  ///   - again: Called when the other one is done; by the thread of that one, so it must be short.
  /// - Returns: Whether the work is the caller's, who has to say when it is done; else `again` will be called.
  package func begin(_ key: Key, orWait again: @escaping @Sendable () -> Void) -> Bool {
    waiting.withLock { waiting in
      guard waiting[key] == nil else {
        waiting[key]?.append(again)
        return false
      }
      waiting[key] = []
      return true
    }
  }

  /// Ends work, however it ended, and calls those that wait for it.
  package func end(_ key: Key) {
    let waiters = waiting.withLock { $0.removeValue(forKey: key) }
    for again in waiters ?? [] { again() }
  }
}
