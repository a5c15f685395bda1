package import Posix
internal import ResultCache

/// Turns the paths of a command line into the pictures to read, in order and each once.
///
/// - A file that is named is always taken, whatever it holds; so is what a link leads to.
/// - In a folder, files count that are images by their bytes, in byte order of their names, hidden ones too.
///   Links to files are followed there, links to folders are not, so that no cycle can come up.
/// - Sub-folders are walked when asked for; hidden ones (waste baskets) only when they are named, and so are
///   those that say by a file `CACHEDIR.TAG` that they are caches, our own among them.
package struct InputWalker: Sendable {
  /// When two paths are the same input.
  package enum Identity: Sendable {
    /// When they are one name in one folder: a link and its target are two inputs.
    case name
    /// When they lead to one name: a link and its target are one input, as both can't be replaced.
    case target
  }

  private let isRecursive: Bool
  private let identity: Identity
  private let shard: Shard?
  private let isKnown: (@Sendable (FilePath, FileStatus) -> Bool)?
  private let isImage: @Sendable (FilePath) throws(SystemError) -> Bool

  /// A walker of these habits.
  ///
  /// - Parameters:
  ///   - isRecursive: Whether sub-folders are walked.
  ///   - identity: When two paths are the same input.
  ///   - shard: The share that is taken; nil for all. Of other files no byte is read.
  ///   - isKnown: Whether a file in a folder is known for an image by its status; nil where none is.
  ///   - isImage: Whether a file in a folder is an image by its bytes.
  package init(
    isRecursive: Bool, identity: Identity = .name, shard: Shard? = nil,
    isKnown: (@Sendable (FilePath, FileStatus) -> Bool)? = nil,
    isImage: @escaping @Sendable (FilePath) throws(SystemError) -> Bool
  ) {
    self.isRecursive = isRecursive
    self.identity = identity
    self.shard = shard
    self.isKnown = isKnown
    self.isImage = isImage
  }

  /// The pictures that `paths` lead to, and the paths that lead nowhere, in order and each once.
  ///
  /// A folder without images gives nothing.
  package func walk(_ paths: [FilePath]) -> [FoundInput] {
    var walk = Walk(walker: self)
    for path in paths { walk.visit(named: path) }
    return walk.found
  }

  /// The pictures in the current folder, not below it.
  package func walkCurrentFolder(_ folder: FilePath = "") -> [FoundInput] {
    var walk = Walk(walker: self)
    walk.visit(folder: folder, isRecursive: false)
    return walk.found
  }

  private func takes(_ path: FilePath) -> Bool { shard?.contains(path) ?? true }

  /// One pass over the paths: what was found, and what not to take again.
  private struct Walk {
    let walker: InputWalker
    var found: [FoundInput] = []
    private var seen: Set<FilePath> = []
    private var folders = RealFolders()

    init(walker: InputWalker) {
      self.walker = walker
    }

    mutating func visit(named path: FilePath) {
      do throws(SystemError) {
        let status = try FileStatus(of: path)
        if status.kind == .folder {
          visit(folder: path, isRecursive: walker.isRecursive)
        } else if walker.takes(path) {
          add(path, status) { Input(path: path, $0) }
        }
      } catch {
        fail(path, error)
      }
    }

    mutating func visit(folder root: FilePath, isRecursive: Bool) {
      // A list of folders to do instead of recursion: a deep tree must not exhaust the stack.
      var pending = [FolderEntry(name: "", kind: .folder)]
      while let entry = pending.popLast() {
        let path = entry.name.bytes.isEmpty ? root : root.appending(entry.name)
        do throws(SystemError) {
          switch entry.kind {
          case .folder:
            // The last one is taken next, so the order is that of the names.
            pending += try members(of: path, below: entry.name, isRecursive: isRecursive).reversed()
          case .file:
            try addIfImage(path, below: entry.name)
          case .link:
            if try FileStatus(of: path).kind == .file { try addIfImage(path, below: entry.name) }
          case .other: break
          }
        } catch {
          // What has gone meanwhile, or links that lead nowhere, are no images.
          if error != .notFound || path == root { fail(path.bytes.isEmpty ? "." : path, error) }
        }
      }
    }

    /// The entries of a folder that are worth a look, named from the root on.
    private func members(
      of folder: FilePath, below subfolder: FilePath, isRecursive: Bool
    ) throws(SystemError) -> [FolderEntry] {
      let entries = try FolderListing.entries(of: folder.bytes.isEmpty ? "." : folder)
      if !subfolder.bytes.isEmpty, entries.contains(where: { $0.name == CacheTag.name }),
        CacheTag.isOn(folder)
      {
        return []
      }
      return
        entries
        .filter { entry in
          entry.kind != .folder || isRecursive && entry.name.bytes.first != UInt8(ascii: ".")
        }
        .map { FolderEntry(name: subfolder.appending($0.name), kind: $0.kind) }
    }

    private mutating func addIfImage(_ path: FilePath, below name: FilePath) throws(SystemError) {
      guard walker.takes(path) else { return }
      var known: FileStatus?
      if let isKnown = walker.isKnown, let status = try? FileStatus(of: path),
        isKnown(path, status)
      {
        known = status
      } else if try !walker.isImage(path) {
        return
      }
      let subfolder = name.bytes.contains(UInt8(ascii: "/")) ? name.folder : ""
      add(path, known) { Input(path: path, below: subfolder, $0) }
    }

    private mutating func add(
      _ path: FilePath, _ status: FileStatus?, _ input: (Input.LookedUp) -> Input
    ) {
      let resolved = folders.resolve(path)
      let target = walker.identity == .target ? try? FileSystem.realPath(path) : nil
      if seen.insert(target ?? resolved).inserted {
        found.append(.input(input(Input.LookedUp(status: status, path: resolved))))
      }
    }

    private mutating func fail(_ path: FilePath, _ error: SystemError) {
      if walker.takes(path), isNew(path) {
        found.append(.failed(path, FileError(reading: error)))
      }
    }

    private mutating func isNew(_ path: FilePath) -> Bool {
      let target = walker.identity == .target ? try? FileSystem.realPath(path) : nil
      return seen.insert(target ?? folders.resolve(path)).inserted
    }
  }
}
