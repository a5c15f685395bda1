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

@Suite("RecordIndex")
struct RecordIndexTests {
  let place: Place
  let now: Int64 = 1_000_000

  init() throws {
    place = try Place()
    try CacheFolder(place.root).make()
  }

  var index: RecordIndex { RecordIndex(CacheFolder(place.root), usesEvery: 1) }

  func record(_ name: String, seconds: Double = 1.5) -> CacheRecord {
    var facts = CacheRecord.Facts.sample
    facts.seconds = seconds
    return CacheRecord(
      key: CacheKey.sample(name).digest, output: SHA256.digest(of: Array(name.utf8)), byteCount: 10,
      isInput: false, facts: facts, fingerprints: [])
  }

  @Test("Knows a record again, in this run and in the next, and the last one for a key alone")
  func knows() {
    let first = index
    first.note(record("a"), now: now)
    #expect(first.record(for: record("a").key, now: now) == record("a"))
    first.save()
    #expect(index.record(for: record("a").key, now: now) == record("a"))
    #expect(index.record(for: record("b").key, now: now) == nil)
    let second = index
    second.note(record("a", seconds: 2), now: now)
    second.save()
    #expect(index.record(for: record("a").key, now: now) == record("a", seconds: 2))
  }

  @Test("Waits for nobody at a pipe that has the name of one of its files, and takes its place")
  func pipes() throws {
    let folder = CacheFolder(place.root)
    let shard = CacheFolder.shards[Int(record("a").key.words.0 >> 56)]
    try FileSystem.makeFolders(folder.records, permissions: .privateFolder)
    #expect(mkfifo("\(folder.records.appending(shard))", 0o600) == 0)
    let index = index
    index.note(record("a"), now: now)
    index.save()
    #expect(self.index.record(for: record("a").key, now: now) == record("a"))
  }

  @Test("What several runs learn at once is all known afterwards")
  func together() {
    let (one, two) = (index, index)
    for (number, index) in [one, two].enumerated() {
      for name in 0..<20 { index.note(record("\(number) \(name)"), now: now) }
    }
    one.save()
    two.save()
    let third = index
    for number in 0..<2 {
      for name in 0..<20 {
        #expect(third.record(for: record("\(number) \(name)").key, now: now) != nil)
      }
    }
  }

  @Test(
    "A use is written down once a second at most", arguments: [(0, 0), (1, 1), (90, 90), (-5, -5)])
  func uses(later: Int64, noted: Int64) {
    let first = index
    first.note(record("a"), now: now)
    first.save()
    let second = index
    _ = second.record(for: record("a").key, now: now + later)
    #expect(second.inUse == [record("a").key, record("a").output])
    second.save()
    #expect(
      index.uses == [record("a").key: now + noted, record("a").output: now + noted])
  }

  @Test("However often a record is used, its file stays small")
  func compacts() {
    for minute in 0..<500 {
      let index = index
      index.note(record("a"), now: now + Int64(minute) * 120)
      index.save()
    }
    #expect(index.byteCount < 10_000)
    #expect(index.record(for: record("a").key, now: now) == record("a"))
  }

  @Test("Whichever byte of it is another, nothing wrong is known, and it heals")
  func damage() throws {
    let first = index
    first.note(record("a"), now: now)
    first.save()
    let path = try #require(try place.files().first { $0.folder.name == "records" })
    let sound = try place.bytes(path)
    for place in sound.indices {
      var damaged = sound
      damaged[place] ^= 0x55
      try self.place.overwrite(path, damaged)
      let index = index
      #expect(index.record(for: record("a").key, now: now) == nil)
      index.note(record("a"), now: now)
      index.save()
      #expect(self.index.record(for: record("a").key, now: now) == record("a"))
    }
  }

  @Test("Drops what is not wanted")
  func drops() {
    let first = index
    for name in ["a", "b"] { first.note(record(name), now: now) }
    first.save()
    index.drop { $0 == record("b").key }
    #expect(index.record(for: record("a").key, now: now) == nil)
    #expect(index.record(for: record("b").key, now: now) == record("b"))
  }
}
