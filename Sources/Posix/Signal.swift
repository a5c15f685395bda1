#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A signal that the process may get.
package struct Signal: RawRepresentable, Hashable, Sendable {
  /// The system's number for it.
  package let rawValue: Int32

  /// The signal of this number.
  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// The user pressed Control-C.
  package static let interrupt = Signal(rawValue: SIGINT)
  /// Somebody asked the process to end.
  package static let terminate = Signal(rawValue: SIGTERM)
  /// The terminal went away.
  package static let hangUp = Signal(rawValue: SIGHUP)
  /// Nobody reads the other end of a pipe.
  package static let brokenPipe = Signal(rawValue: SIGPIPE)
  /// The process took more processor time than it may.
  package static let processorTimeExceeded = Signal(rawValue: SIGXCPU)
  /// A file grew over the size limit of the process.
  package static let fileSizeExceeded = Signal(rawValue: SIGXFSZ)

  /// Makes the process, and what it starts, ignore the signal; the call that caused it fails instead.
  package func ignore() {
    _ = signal(rawValue, SIG_IGN)
  }

  /// Whether the process ignores the signal, as one started by `nohup` ignores SIGHUP.
  package var isIgnored: Bool {
    var action = sigaction()
    guard sigaction(rawValue, nil, &action) == 0 else { return false }
    #if canImport(Glibc)
      let handler = action.__sigaction_handler.sa_handler
    #else
      let handler = action.__sigaction_u.__sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Ends the process by this signal, so that whoever waits for it sees what ended it.
  package func die() -> Never {
    signal(rawValue, SIG_DFL)
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, rawValue)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    kill(getpid(), rawValue)
    // A signal whose default is no death; shells tell such an end as 128 and its number.
    _exit(128 &+ rawValue)
  }
}
