/// What the process tells whoever started it.
package enum ExitStatus: Int32, Sendable {
  /// Every input got its result.
  case success = 0
  /// Some input failed.
  case failure = 1
  /// Wrong usage: nothing was done.
  case wrongUsage = 2
  /// Ended by SIGINT: 128 and its number, as shells say it.
  case interrupted = 130
  /// Ended by SIGTERM.
  case terminated = 143
}
