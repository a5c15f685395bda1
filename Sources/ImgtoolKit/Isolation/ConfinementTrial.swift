internal import Dispatch
package import Posix

/// A process that shuts itself off as a worker does, tries what no worker may, and tells what came of it.
///
/// For those who want to know what the walls of this system are worth, tests among them.
package enum ConfinementTrial {
  /// The argument of such a process, which is no command that a user could give by chance.
  private static let argument: FilePath = "--isolated-worker-trial"

  /// Whether these arguments, without the program's own name, ask for a trial in a folder.
  package static func isMeant(by arguments: [FilePath]) -> Bool {
    (2...3).contains(arguments.count) && arguments.first == argument
  }

  /// Tries, and prints a line for each thing; the second argument is a folder that can be written to, and with a
  /// third one there is another thread before the walls are.
  package static func run(_ arguments: [FilePath]) -> ExitStatus {
    let folder = arguments[1]
    let isOver = DispatchSemaphore(value: 0)
    defer { isOver.signal() }
    if arguments.count == 3 {
      let isThere = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        isThere.signal()
        isOver.wait()
      }
      isThere.wait()
    }
    let name = folder.appending("made")
    guard (try? FileSystem.makeLink(at: folder.appending("before"), to: "x")) != nil else {
      return .wrongUsage
    }
    let walls = Confinement.enter()
    var lines = ["walls \(walls.rawValue)"]
    for (what, attempt) in attempts(name) {
      lines.append("\(what) \(attempt() ? "done" : "refused")")
    }
    try? StandardStream.output.write(Array((lines.joined(separator: "\n") + "\n").utf8))
    return .success
  }

  private static func attempts(_ name: FilePath) -> [(String, () -> Bool)] {
    [
      ("read", { (try? FileDescriptor(opening: "/proc/self/maps", .read)) != nil }),
      ("create", { (try? FileDescriptor(opening: name, .createNew)) != nil }),
      ("rename", { (try? FileSystem.rename(name.folder.appending("before"), to: name)) != nil }),
      ("remove", { (try? FileSystem.remove(name.folder.appending("before"))) != nil }),
      (
        "start",
        {
          let child = try? SpawnedProcess("/bin/true", ["true"], environment: [], descriptors: [])
          return child?.reap() == .exited(0)
        }
      ),
    ]
  }
}
