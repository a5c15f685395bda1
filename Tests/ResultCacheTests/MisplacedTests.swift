import Checksum
import Posix
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@testable import ResultCache

/// What may come to the name of one of the cache's files.
enum Thing: String, CaseIterable, CustomTestStringConvertible {
  case folder, link, dangling, pipe, device

  var testDescription: String { rawValue }

  /// Puts it where `path` is, and takes away what was there; false where that is not permitted.
  func put(at path: FilePath, _ place: Place) throws -> Bool {
    CacheFolder(place.root).remove(path)
    try FileSystem.makeFolders(path.folder, permissions: .privateFolder)
    switch self {
    case .folder:
      try FileSystem.makeFolders(path.appending("deep/er"))
      _ = try FileDescriptor(opening: path.appending("deep/er/file"), .createNew)
      try FileSystem.makeLink(at: path.appending("out"), to: FilePath(place.folder.file("theirs")))
    case .link:
      try FileSystem.makeLink(at: path, to: FilePath(place.folder.file("theirs")))
    case .dangling: try FileSystem.makeLink(at: path, to: "/nowhere/at/all")
    case .pipe: return mkfifo("\(path)", 0o600) == 0
    case .device:
      // As /dev/zero, which never ends: number 5 of the first driver, where it may be made.
      return mknod("\(path)", mode_t(S_IFCHR | 0o600), 1 << 8 | 5) == 0
    }
    return true
  }
}

@Suite("Things in place of the cache's files")
struct MisplacedTests {
  let place: Place
  let key = CacheKey.sample("a")
  let bytes = Array("the picture".utf8)

  init() throws {
    place = try Place()
    // What links lead to: neither it nor what is in it may be touched.
    try FileSystem.makeFolders(FilePath(place.folder.file("theirs/ab")))
    try place.folder.write("theirs/file", [1, 2, 3])
    try place.folder.write("theirs/ab/" + someDigest(.max / 3).description, [4])
  }

  /// Everything that belongs to others is as it was.
  func expectTheirsUntouched() throws {
    #expect(try place.bytes(FilePath(place.folder.file("theirs/file"))) == [1, 2, 3])
    #expect(
      try place.bytes(
        FilePath(place.folder.file("theirs/ab/" + someDigest(.max / 3).description))) == [4])
    #expect(try FolderListing.entries(of: FilePath(place.folder.file("theirs"))).count == 2)
    #expect(try FolderListing.entries(of: FilePath(place.folder.file("theirs/ab"))).count == 1)
  }

  /// A run that looks for the result, and keeps it.
  func run() throws {
    let cache = place.open()
    let status = try FileStatus(of: FilePath(place.folder.file("theirs/file")))
    _ = cache.knownDigest(of: status)
    let claim = cache.claim(key) { false }
    #expect(!cache.finds(key))
    _ = cache.hint(for: key)
    cache.store(bytes, .sample, for: key)
    cache.keepHint([1], for: key)
    _ = consume claim
    cache.finish()
    #expect(cache.warning == nil)
  }

  /// The cache's files, and the lock of the key.
  var names: [(FilePath)] {
    let folder = CacheFolder(place.root)
    let shard = CacheFolder.shards[Int(key.digest.words.0 >> 56)]
    return [
      folder.path(.ac, key.digest), folder.path(.cas, SHA256.digest(of: bytes)),
      folder.path(.hints, key.digest), folder.path(.locks, key.digest),
      folder.records.appending(shard), folder.trimLock, folder.indexLock,
    ]
  }

  /// Its folders, where something else may stand as well.
  var folders: [FilePath] {
    let folder = CacheFolder(place.root)
    return CacheFolder.Room.allCases.flatMap {
      [folder.folder($0), folder.shard($0, key.digest)]
    } + [folder.index, folder.records]
  }

  @Test("A run goes on, and puts files in their place again", arguments: Thing.allCases)
  func runs(thing: Thing) throws {
    for path in names + (thing == .folder ? [] : folders) {
      place.open().clear()
      guard try thing.put(at: path, place) else { continue }
      try run()
      let next = place.open()
      #expect(next.finds(key), "\(path)")
      #expect(next.hint(for: key) == [1])
      #expect(next.expectedRecord(for: key) != nil)
      #expect(next.warning == nil)
      try expectTheirsUntouched()
    }
  }

  @Test(
    "Trimming, verifying and clearing remove them, and wait for nobody",
    arguments: Thing.allCases, ["trim", "verify", "clear"])
  func care(thing: Thing, action: String) throws {
    for path in names + (thing == .folder ? [] : folders) {
      place.open().clear()
      place.open().store(bytes, .sample, for: .sample("other"))
      guard try thing.put(at: path, place) else { continue }
      let cache = place.open()
      switch action {
      case "trim": #expect(cache.trim() != nil)
      case "verify": #expect(cache.verify().removed > 0)
      default: cache.clear()
      }
      let kind = CacheFolder.kind(of: path)
      #expect(kind == nil || kind == .file || folders.contains(path) && kind == .folder, "\(path)")
      #expect(cache.warning == nil)
      try expectTheirsUntouched()
    }
  }
}
