internal import Batch
internal import Checksum
internal import Posix

/// Where things are below the cache's folder, and whether that folder can be trusted.
///
/// `v1/ac/ab/HEX` are records by the digests of their keys, `v1/cas/ab/HEX` results by their own digests,
/// `v1/hints/ab/HEX` hints by the digests of theirs, `v1/locks/ab/HEX` locks of keys that are worked on, `v1/index/ab` the stat index, `v1/records/ab` the
/// records again, many to a file, `v1/trim` the lock of trimming with what the cache was last known to hold.
struct CacheFolder: Sendable {
  /// The kinds of files that are kept by a digest.
  enum Room: String, CaseIterable {
    case ac, cas, hints, locks

    /// Those whose files count as kept, and go when they are too old or too many.
    static let kept: [Room] = [.ac, .cas, .hints]
  }

  /// The folder that the user knows.
  let root: FilePath
  /// The folder of this layout in it; another layout would have another.
  let base: FilePath

  init(_ root: FilePath) {
    self.root = root
    base = root.appending("v1")
  }

  var index: FilePath { base.appending("index") }
  var records: FilePath { base.appending("records") }
  var trimLock: FilePath { base.appending("trim") }
  var indexLock: FilePath { base.appending("index-lock") }

  /// The two digits of each shard.
  static let shards = (0..<256).map { number in
    let digits = String(number, radix: 16)
    return FilePath(digits.count == 1 ? "0" + digits : digits)
  }

  func folder(_ room: Room) -> FilePath { base.appending(FilePath(room.rawValue)) }

  func shard(_ room: Room, _ digest: ContentDigest) -> FilePath {
    folder(room).appending(Self.shards[Int(digest.words.0 >> 56)])
  }

  func path(_ room: Room, _ digest: ContentDigest) -> FilePath {
    shard(room, digest).appending(FilePath(bytes: digest.hexadecimal))
  }

  /// Why the folder is not to be used; nil where it may be, or is not there yet.
  var objection: Message? {
    for (path, isOurs) in [(root, false), (base, true)] {
      let status: FileStatus
      do throws(SystemError) {
        status = try FileStatus(of: path, followingLinks: !isOurs)
      } catch {
        if error == .notFound { return nil }
        return "\(error)"
      }
      guard status.kind == .folder else { return "it is no folder" }
      guard status.owner == CurrentProcess.user else { return "it belongs to another user" }
      // Who may write into the inner folder could hand us any picture as the result of any work.
      if isOurs, status.permissions.rawValue & 0o022 != 0 { return "others may write into it" }
    }
    return nil
  }

  /// Makes the folder where it is missing; only its owner may look in.
  func make() throws(SystemError) {
    try FileSystem.makeFolders(base, permissions: .privateFolder)
  }

  /// Makes one of its own folders, at most two levels below `base`; what is no folder in its place goes.
  ///
  /// Links are none: what they lead to is not the cache's.
  func make(_ path: FilePath) throws(SystemError) {
    for folder in [path.folder, path] where folder != base {
      let kind = Self.kind(of: folder)
      if kind == .folder { continue }
      if kind != nil { remove(folder) }
      try FileSystem.makeFolders(folder, permissions: .privateFolder)
    }
  }

  /// Writes a file that appears whole or not at all, and replaces whatever has its name.
  func write(
    _ bytes: [UInt8], to path: FilePath, attributes: [(name: String, value: [UInt8])] = []
  ) throws(SystemError) {
    var options = AtomicFileOptions.record
    options.permissions = .privateFile
    options.attributes = attributes
    for attempt in 1... {
      do throws(SystemError) {
        try make(path.folder)
        _ = try AtomicFile.write(bytes, to: path, options)
        return
      } catch {
        switch error {
        // A folder is the one thing that no file takes the place of.
        case .isFolder where attempt < Self.mostAttempts: remove(path)
        // Another process has cleared the cache in between.
        case .notFound where attempt < Self.mostAttempts: break
        default: throw error
        }
      }
    }
  }

  private static let mostAttempts = 4

  /// The lock of one of its files, waited for no longer than it is worth; nil where that was too long.
  func openLocked(
    _ path: FilePath, milliseconds: Int, isCancelled: () -> Bool = { false }
  ) throws(SystemError) -> FileDescriptor? {
    if let kind = Self.kind(of: path), kind != .file { remove(path) }
    let file = try FileDescriptor(
      opening: path, [.readWrite, .create, .noFollow, .nonBlocking], permissions: .privateFile)
    var waited = 0
    var pause = 1
    while try !file.tryLock() {
      guard waited < milliseconds, !isCancelled() else { return nil }
      CurrentProcess.sleep(milliseconds: pause)
      waited += pause
      pause = min(pause * 2, 32)
    }
    return file
  }

  /// Does what changes an index while nobody else does; not at all where that can't be had soon.
  func changeIndex(_ folder: FilePath, _ body: () -> Void) {
    guard (try? make(folder)) != nil,
      let lock = (try? openLocked(indexLock, milliseconds: 2000)) ?? nil
    else { return }
    body()
    _ = consume lock
  }

  /// The files of a room by their digests; other names, and what is no file, are passed over.
  func forEach(_ room: Room, _ body: (ContentDigest, FilePath) -> Void) {
    forEachEntry(room) { digest, path, kind in if kind == .file { body(digest, path) } }
  }

  private func forEachEntry(
    _ room: Room, _ body: (ContentDigest, FilePath, FileKind) -> Void
  ) {
    // Not through a link, which leads out of the cache.
    for (folder, kind) in Self.shards(in: folder(room)) where kind == .folder {
      guard let entries = try? FolderListing.entries(of: folder) else { continue }
      for entry in entries {
        guard let digest = ContentDigest(hexadecimal: entry.name.bytes) else { continue }
        body(digest, folder.appending(entry.name), entry.kind)
      }
    }
  }
}

extension CacheFolder {
  /// What has the names of shards in a folder, links not followed; nothing where the folder is none.
  ///
  /// The folder is listed: most caches are small, and to ask for each of 256 names takes longer.
  static func shards(in folder: FilePath) -> [(path: FilePath, kind: FileKind)] {
    guard kind(of: folder) == .folder,
      let entries = try? FolderListing.entries(of: folder)
    else { return [] }
    return entries.filter { shardNames.contains($0.name) }
      .map { (folder.appending($0.name), $0.kind) }
  }

  private static let shardNames = Set(shards)

  /// What has a name, links not followed; nil where nothing has.
  static func kind(of path: FilePath) -> FileKind? {
    try? FileStatus(of: path, followingLinks: false).kind
  }

  /// Removes what has one of the cache's names and is of another kind: folders, links, pipes and devices in
  /// place of files, and what is no folder in place of folders.
  ///
  /// - Returns: How many there were.
  @discardableResult
  func removeMisplaced() -> Int {
    var found: [FilePath] = []
    func expect(_ wanted: FileKind, at path: FilePath, _ known: FileKind? = nil) -> Bool {
      guard let kind = known ?? Self.kind(of: path) else { return false }
      if kind != wanted { found.append(path) }
      return kind == wanted
    }
    for room in Room.allCases where expect(.folder, at: folder(room)) {
      for (path, kind) in Self.shards(in: folder(room)) { _ = expect(.folder, at: path, kind) }
      forEachEntry(room) { _, path, kind in if kind != .file { found.append(path) } }
    }
    for index in [index, records] where expect(.folder, at: index) {
      for (path, kind) in Self.shards(in: index) { _ = expect(.file, at: path, kind) }
    }
    for lock in [trimLock, indexLock] { _ = expect(.file, at: lock) }
    for path in found { remove(path) }
    return found.count
  }

  /// Removes whatever has a name, a folder with all that is in it; what links lead to stays.
  func remove(_ path: FilePath) {
    var pending = [path]
    var folders: [FilePath] = []
    while let next = pending.popLast() {
      guard Self.kind(of: next) == .folder else {
        try? FileSystem.remove(next)
        continue
      }
      folders.append(next)
      let entries = (try? FolderListing.entries(of: next)) ?? []
      pending += entries.map { next.appending($0.name) }
    }
    for folder in folders.reversed() { try? FileSystem.removeFolder(folder) }
  }
}
