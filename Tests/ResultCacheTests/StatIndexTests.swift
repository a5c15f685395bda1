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

@Suite("StatIndex")
struct StatIndexTests {
  let place: Place
  let soon = FileTime(seconds: FileTime.now.seconds + 10, nanoseconds: 0)

  init() throws {
    place = try Place()
    try CacheFolder(place.root).make()
  }

  var index: StatIndex { StatIndex(CacheFolder(place.root)) }

  func status(_ name: String) throws -> FileStatus {
    try FileStatus(of: FilePath(place.folder.write(name, [1, 2, 3])))
  }

  @Test("Knows a file again, in this run and in the next")
  func knows() throws {
    let status = try status("a")
    let first = index
    first.note(status, someDigest(7), now: soon)
    #expect(first.digest(of: status) == someDigest(7))
    first.save()
    #expect(index.digest(of: status) == someDigest(7))
    #expect(index.size.files == 1)
  }

  @Test("Waits for nobody at a pipe that has the name of one of its files, and takes its place")
  func pipes() throws {
    let folder = CacheFolder(place.root)
    let status = try status("a")
    let shard = CacheFolder.shards[IndexRecord.File(status).shard]
    try FileSystem.makeFolders(folder.index, permissions: .privateFolder)
    for path in [folder.index.appending(shard), folder.indexLock] {
      #expect(mkfifo("\(path)", 0o600) == 0)
    }
    let index = index
    index.note(status, someDigest(7), now: soon)
    index.save()
    #expect(StatIndex(folder).digest(of: status) == someDigest(7))
  }

  @Test("Does not know one whose contents, time or status have changed")
  func changes() throws {
    let before = try status("a")
    let index = index
    index.note(before, someDigest(7), now: soon)
    let path = FilePath(place.folder.file("a"))
    let file = try FileDescriptor(opening: path, [.write, .append])
    try file.setModified(FileTime(seconds: 1000, nanoseconds: 5))
    #expect(try index.digest(of: FileStatus(of: path)) == nil)
    try file.write([4])
    #expect(try index.digest(of: FileStatus(of: path)) == nil)
    #expect(try index.digest(of: status("b")) == nil)
  }

  @Test("Does not trust a file that was changed within the last two seconds, or in the future")
  func quiet() throws {
    let status = try status("a")
    for seconds in [-5, 0, 1] as [Int64] {
      let index = index
      let now = FileTime(
        seconds: status.changed.seconds + seconds, nanoseconds: status.changed.nanoseconds)
      index.note(status, someDigest(7), now: now)
      #expect(index.digest(of: status) == nil)
    }
  }

  @Test("Passes over what is damaged, and mends its files")
  func damage() throws {
    var statuses: [FileStatus] = []
    let first = index
    for number in 0..<20 {
      let status = try status("\(number)")
      first.note(status, someDigest(UInt64(number)), now: soon)
      statuses.append(status)
    }
    first.save()
    for path in try place.files() where path.folder.name == "index" {
      var bytes = try place.bytes(path)
      bytes[5] ^= 1
      try place.overwrite(path, bytes + [9])
    }
    let damaged = index
    for (number, status) in statuses.enumerated() {
      let found = damaged.digest(of: status)
      #expect(found == nil || found == someDigest(UInt64(number)))
      damaged.note(status, someDigest(UInt64(number)), now: soon)
    }
    damaged.save()
    let mended = index
    for (number, status) in statuses.enumerated() {
      #expect(mended.digest(of: status) == someDigest(UInt64(number)))
    }
  }

  @Test("Forgets what was overtaken instead of growing for ever")
  func compaction() throws {
    let status = try status("a")
    for number in 0..<300 {
      let index = index
      index.note(status, someDigest(UInt64(number)), now: soon)
      index.save()
    }
    #expect(index.digest(of: status) == someDigest(299))
    #expect(index.size.files == 1)
    #expect(index.size.bytes < 100 * IndexRecord.byteCount)
  }

  @Test("Processes that end at once keep what each has learned")
  func together() async throws {
    let statuses = try (0..<8).map { try status("\($0)") }
    let (root, soon) = (place.root, soon)
    await withTaskGroup(of: Void.self) { group in
      for (number, status) in statuses.enumerated() {
        group.addTask {
          let index = StatIndex(CacheFolder(root))
          index.note(status, someDigest(UInt64(number)), now: soon)
          index.save()
        }
      }
    }
    let after = index
    for (number, status) in statuses.enumerated() {
      #expect(after.digest(of: status) == someDigest(UInt64(number)))
    }
  }

  @Test("A cautious cache does not ask it")
  func paranoid() throws {
    let status = try status("a")
    let first = index
    first.note(status, someDigest(7), now: soon)
    first.save()
    #expect(place.open().knownDigest(of: status) == someDigest(7))
    #expect(place.open(isParanoid: true).knownDigest(of: status) == nil)
  }
}
