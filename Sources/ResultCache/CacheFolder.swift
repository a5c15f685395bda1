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

  /// Writes a file that appears whole or not at all, and replaces what has its name.
  func write(
    _ bytes: [UInt8], to path: FilePath, attributes: [(name: String, value: [UInt8])] = []
  ) throws(SystemError) {
    var options = AtomicFileOptions()
    options.isMarked = false
    options.replaces = true
    options.permissions = .privateFile
    options.attributes = attributes
    try FileSystem.makeFolders(path.folder, permissions: .privateFolder)
    _ = try AtomicFile.write(bytes, to: path, options)
  }

  /// Does what changes an index while nobody else does; not at all where that can't be had soon.
  func changeIndex(_ folder: FilePath, _ body: () -> Void) {
    guard (try? FileSystem.makeFolders(folder, permissions: .privateFolder)) != nil,
      let lock = (try? openLocked(indexLock, milliseconds: 2000)) ?? nil
    else { return }
    body()
    _ = consume lock
  }

  /// The files of a room by their digests; other names are passed over.
  func forEach(_ room: Room, _ body: (ContentDigest, FilePath) -> Void) {
    for shard in Self.shards {
      let folder = folder(room).appending(shard)
      guard let entries = try? FolderListing.entries(of: folder) else { continue }
      for entry in entries where entry.kind == .file {
        guard let digest = ContentDigest(hexadecimal: entry.name.bytes) else { continue }
        body(digest, folder.appending(entry.name))
      }
    }
  }
}

/// The lock of a file, waited for no longer than it is worth.
func openLocked(
  _ path: FilePath, milliseconds: Int, isCancelled: () -> Bool = { false }
) throws(SystemError) -> FileDescriptor? {
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
