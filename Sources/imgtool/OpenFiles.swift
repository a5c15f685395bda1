import ImgtoolKit
import Posix

/// Room for the files that a run has open at once.
enum OpenFiles {
  /// Streams, what the system's queues and libraries wait with, a picture, its output and its folder.
  private static let least = 16
  /// As many as nobody misses any.
  private static let enough = 256

  /// Sees to it that there is enough room; says on standard error where there is none.
  ///
  /// With less, the system's own libraries end the process at some call or other.
  ///
  /// - Returns: Whether there is.
  static func areEnough(_ console: any Console) -> Bool {
    guard let limit = ResourceLimit.openFiles.current, limit.now < least else { return true }
    if limit.most >= least, (try? ResourceLimit.openFiles.set(to: enough)) != nil { return true }
    console.writeLine(
      """
      imgtool: no more than \(limit.now) files may be open at once, and \(least) are needed; \
      'ulimit -n \(least)' allows them
      """, to: .error)
    return false
  }
}
