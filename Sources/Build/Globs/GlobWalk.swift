internal import Posix

/// A file that a pattern stands for.
struct GlobMatch: Hashable, Sendable {
  /// Its path from the folder that patterns start from.
  let path: FilePath
  /// The folders between the pattern's base and the file; empty where there are none.
  let folders: FilePath
}

/// Finds the files of patterns.
struct GlobWalk {
  /// The folder that patterns start from; empty for the current one.
  let root: FilePath
  /// What is left out.
  let excluded: [Glob]

  /// Why a folder could not be looked through.
  struct Failure: Error {
    let folder: FilePath
    let error: SystemError
  }

  /// The files of a pattern in byte order of their paths; links to files count, links to folders lead nowhere.
  ///
  /// - Throws: `Failure` for a folder that can't be read; one that isn't there has no files.
  func files(of glob: Glob) throws(Failure) -> [GlobMatch] {
    var found: [GlobMatch] = []
    try walk(glob.base, "", GlobStates(of: glob), &found, depth: 0)
    return found.sorted { $0.path < $1.path }
  }

  /// The folders in which a file of the pattern may be, or may come to be, as the program opens them.
  func folders(of glob: Glob) -> [FilePath] {
    var found: [FilePath] = []
    visit(glob.base, GlobStates(of: glob), &found, depth: 0)
    return found
  }

  private func visit(
    _ folder: FilePath, _ states: GlobStates, _ found: inout [FilePath], depth: Int
  ) {
    let whole = folder.bytes.isEmpty ? root : root.appending(folder)
    guard depth < Self.mostDepth,
      let entries = try? FolderListing.entries(of: whole.bytes.isEmpty ? "." : whole)
    else { return }
    found.append(whole)
    for entry in entries where entry.kind == .folder {
      let below = states.below(entry.name, hidden: false)
      let path = folder.bytes.isEmpty ? entry.name : folder.appending(entry.name)
      if !below.isOver { visit(path, below, &found, depth: depth + 1) }
    }
  }

  /// Deeper trees are loops of bind mounts.
  private static let mostDepth = 200

  private func walk(
    _ base: FilePath, _ folders: FilePath, _ states: GlobStates, _ found: inout [GlobMatch],
    depth: Int
  ) throws(Failure) {
    guard depth < Self.mostDepth else { return }
    let folder = folders.bytes.isEmpty ? base : base.appending(folders)
    let whole = folder.bytes.isEmpty ? root : root.appending(folder)
    let entries: [FolderEntry]
    do throws(SystemError) {
      entries = try FolderListing.entries(of: whole.bytes.isEmpty ? "." : whole)
    } catch {
      if error == .notFound || error == .notFolder { return }
      throw Failure(folder: whole, error: error)
    }
    for entry in entries {
      let path = folder.bytes.isEmpty ? entry.name : folder.appending(entry.name)
      switch kind(of: entry, root.appending(path)) {
      case .file where states.meetFile(entry.name, hidden: false):
        guard !excluded.contains(where: { $0.matches(path) }) else { continue }
        found.append(GlobMatch(path: path, folders: folders))
      case .folder:
        let below = states.below(entry.name, hidden: false)
        if below.isOver { continue }
        let inner = folders.bytes.isEmpty ? entry.name : folders.appending(entry.name)
        try walk(base, inner, below, &found, depth: depth + 1)
      default: continue
      }
    }
  }

  /// What an entry is; a link to a file is one, a link to a folder is a link.
  private func kind(of entry: FolderEntry, _ path: FilePath) -> FileKind {
    guard entry.kind == .link, (try? FileStatus(of: path))?.kind == .file else { return entry.kind }
    return .file
  }
}
