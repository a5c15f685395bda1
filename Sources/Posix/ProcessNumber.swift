#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The system's number of a process.
package struct ProcessNumber: RawRepresentable, Hashable, Sendable {
  /// The number, above zero for a single process.
  package let rawValue: Int32

  /// The process of this number.
  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// This process.
  package static var current: ProcessNumber { ProcessNumber(rawValue: getpid()) }

  /// Whether a process has the number now, of whatever user.
  package var isAlive: Bool {
    // Zero and below name groups of processes.
    rawValue > 0 && (kill(rawValue, 0) == 0 || errno != ESRCH)
  }
}
