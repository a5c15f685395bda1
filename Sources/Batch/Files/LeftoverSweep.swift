package import Posix

/// Removes the hidden files that killed runs have left in the folders that this run writes to.
package final class LeftoverSweep: Sendable {
  private let swept = Locked<Set<FilePath>>([])

  /// A sweep that has seen no folder yet.
  package init() {}

  /// Looks through a folder the first time its path is named; errors leave things as they are.
  package func sweep(_ path: FilePath, _ folder: borrowing Folder) {
    guard swept.withLock({ $0.insert(path).inserted }) else { return }
    guard let entries = try? folder.entries() else { return }
    for entry in entries where entry.kind == .file {
      guard let hidden = HiddenName(parsing: entry.name) else { continue }
      Self.remove(hidden, in: folder)
    }
  }

  /// The same for a folder that nobody holds; nothing where it is not there.
  package func sweep(_ path: FilePath) {
    guard let folder = try? Folder(opening: path) else { return }
    sweep(path, folder)
  }

  /// Removes the file unless its maker is at work: a live one holds the lock of its file.
  private static func remove(_ hidden: HiddenName, in folder: borrowing Folder) {
    guard
      let file = try? FileDescriptor(
        in: folder, opening: hidden.name, [.read, .noFollow, .nonBlocking])
    else { return }
    // Where the file system has no locks the process number has to do.
    let isAbandoned = (try? file.tryLock()) ?? !hidden.owner.isAlive
    // Removed while the lock is held, so that nobody else can take the file for his.
    if isAbandoned { try? folder.remove(hidden.name) }
  }
}

extension LeftoverSweep {
  /// Whether a name is that of a file that is not finished, whoever made it.
  package static func isLeftover(_ name: FilePath) -> Bool {
    HiddenName(parsing: name) != nil
  }
}
