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

  /// A folder on the way of a pattern.
  private struct Place {
    /// Its path from where patterns start.
    let path: FilePath
    /// The folders between the pattern's base and this one, with it.
    let folders: FilePath
    let states: GlobStates
    /// What it holds, or why it can't be looked through.
    var entries: Result<[FolderEntry], SystemError> = .success([])
  }

  /// The files of a pattern in byte order of their paths; links to files count, links to folders lead nowhere.
  ///
  /// - Throws: `Failure` for a folder that can't be read; one that isn't there has no files.
  func files(of glob: Glob) throws(Failure) -> [GlobMatch] {
    var found: [GlobMatch] = []
    for place in places(of: glob) {
      let entries: [FolderEntry]
      do throws(SystemError) {
        entries = try place.entries.get()
      } catch {
        if error == .notFound || error == .notFolder { continue }
        throw Failure(folder: whole(place.path), error: error)
      }
      for entry in entries where place.states.meetFile(entry.name, hidden: false) {
        let path = place.path.appending(entry.name)
        guard isFile(entry, root.appending(path)), !excluded.contains(where: { $0.matches(path) })
        else { continue }
        found.append(GlobMatch(path: path, folders: place.folders))
      }
    }
    return found.sorted { $0.path < $1.path }
  }

  /// The folders in which a file of the pattern may be, or may come to be, as the program opens them; those that
  /// can't be looked through are left out.
  func folders(of glob: Glob) -> [FilePath] {
    places(of: glob).compactMap { (try? $0.entries.get()) == nil ? nil : whole($0.path) }
  }

  /// Deeper trees are loops of bind mounts.
  private static let mostDepth = 200

  /// All folders that a pattern leads to, each before those in it.
  private func places(of glob: Glob) -> [Place] {
    var found: [Place] = []
    // A list of folders to do instead of recursion: a deep tree must not exhaust the stack.
    var pending = [Place(path: glob.base, folders: "", states: GlobStates(of: glob))]
    while var place = pending.popLast() {
      let folder = whole(place.path)
      place.entries = Result { () throws(SystemError) in
        try FolderListing.entries(of: folder.bytes.isEmpty ? "." : folder)
      }
      found.append(place)
      guard place.folders.names.count + 1 < Self.mostDepth else { continue }
      let inner = ((try? place.entries.get()) ?? []).filter { $0.kind == .folder }.map { entry in
        Place(
          path: place.path.appending(entry.name), folders: place.folders.appending(entry.name),
          states: place.states.below(entry.name, hidden: false))
      }
      // The last one is taken next, so the order is that of the names.
      pending += inner.filter { !$0.states.isOver }.reversed()
    }
    return found
  }

  /// A folder from where patterns start, as the program opens it; empty for the current one.
  private func whole(_ folder: FilePath) -> FilePath {
    folder.bytes.isEmpty ? root : root.appending(folder)
  }

  /// Whether an entry is a file, or a link to one.
  private func isFile(_ entry: FolderEntry, _ path: FilePath) -> Bool {
    entry.kind == .file
      || entry.kind == .link && (try? FileStatus(of: path))?.kind == .file
  }
}
