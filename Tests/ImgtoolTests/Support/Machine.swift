internal import Foundation

/// What this machine lets a test do.
enum Machine {
  /// Whether the tests run as root, whom permissions don't stop.
  static let isRoot = geteuid() == 0

  /// The command that gives a shell mounts of its own; others than root become root of a user namespace.
  static let unshare = isRoot ? "unshare --mount" : "unshare --map-root-user --mount"

  /// Whether a file system of a test's own can be mounted, seen by its own processes only.
  static let canMount: Bool = {
    #if os(Linux)
      let trial = Process()
      trial.executableURL = URL(fileURLWithPath: "/bin/sh")
      trial.arguments = ["-c", "\(unshare) mount -t tmpfs -o size=16k tmpfs /mnt 2>/dev/null"]
      guard (try? trial.run()) != nil else { return false }
      trial.waitUntilExit()
      return trial.terminationStatus == 0
    #else
      return false
    #endif
  }()

  /// Whether a file can have any bytes as its name, also such as are no UTF-8.
  static let namesAreBytes: Bool = {
    #if os(Linux)
      return true
    #else
      return false
    #endif
  }()
}
