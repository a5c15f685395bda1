#if TSAN
  internal import Foundation
#else
  internal import Synchronization
#endif

/// A value that one thread at a time may touch.
///
/// The thread sanitizer does not see inside `Mutex`: built with `-DTSAN` the lock is one that it knows.
// @unchecked under TSAN only: `value` is touched while `lock` is held, and nowhere else.
#if TSAN
  package final class Locked<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    /// Guards `value`.
    package init(_ value: Value) {
      self.value = value
    }

    /// Runs `body` on the value while nobody else can; `body` must not come back to it.
    package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
      lock.lock()
      defer { lock.unlock() }
      return body(&value)
    }
  }
#else
  package final class Locked<Value: Sendable>: Sendable {
    private let mutex: Mutex<Value>

    /// Guards `value`.
    package init(_ value: Value) {
      mutex = Mutex(value)
    }

    /// Runs `body` on the value while nobody else can; `body` must not come back to it.
    package func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
      mutex.withLock { body(&$0) }
    }
  }
#endif
