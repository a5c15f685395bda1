package import Posix

/// Removes the hidden files that killed runs have left in the folders that this run writes to.
package final class LeftoverSweep: Sendable {
  private let swept = Locked<Set<FilePath>>([])

  /// A sweep that has seen no folder yet.
  package init() {}

  /// Looks through `folder` the first time it is named; errors leave things as they are.
  package func sweep(_ folder: FilePath) {
    guard swept.withLock({ $0.insert(folder).inserted }) else { return }
    guard let entries = try? FolderListing.entries(of: folder) else { return }
    for entry in entries where entry.kind == .file {
      guard let hidden = HiddenName(parsing: entry.name) else { continue }
      Self.remove(hidden, in: folder)
    }
  }

  /// Removes the file unless its maker is at work: a live one holds the lock of its file.
  private static func remove(_ hidden: HiddenName, in folder: FilePath) {
    let path = folder.appending(hidden.name)
    guard let file = try? FileDescriptor(opening: path, [.read, .noFollow, .nonBlocking]) else {
      return
    }
    // Where the file system has no locks the process number has to do.
    let isAbandoned = (try? file.tryLock()) ?? !hidden.owner.isAlive
    // Removed while the lock is held, so that nobody else can take the file for his.
    if isAbandoned { try? FileSystem.remove(path) }
  }
}

extension LeftoverSweep {
  /// Whether a name is that of a file that is not finished, whoever made it.
  package static func isLeftover(_ name: FilePath) -> Bool {
    HiddenName(parsing: name) != nil
  }
}
