import Checksum
import Posix
import TestSupport
import Testing

@testable import ResultCache

@Suite("ResultCache")
struct ResultCacheTests {
  let place: Place
  let key = CacheKey.sample("a")
  let bytes = Array("the picture".utf8)

  init() throws {
    place = try Place()
  }

  @Test("Another process finds what was kept, byte for byte")
  func hit() {
    place.open().store(bytes, .sample, for: key)
    let cache = place.open()
    guard let hit = cache.hit(for: key) else {
      Issue.record("nothing was found")
      return
    }
    let (kept, facts) = (hit.bytes, hit.record.facts)
    #expect(kept == bytes)
    #expect(facts == .sample)
    #expect(cache.usage == .init(hits: 1, misses: 0, bytes: bytes.count, secondsSaved: 1.5))
  }

  @Test("Finds nothing for another key")
  func miss() {
    let cache = place.open()
    cache.store(bytes, .sample, for: key)
    for other in [CacheKey.sample("b"), .sample("a", recipe: "large")] {
      #expect(!cache.finds(other))
      #expect(cache.record(for: other) == nil)
    }
    #expect(cache.warning == nil)
  }

  @Test("Nobody but its owner can look into it")
  func modes() throws {
    let cache = place.open()
    cache.store(bytes, .sample, for: key)
    cache.finish()
    for path in try place.files() {
      #expect(try FileStatus(of: path).permissions == .privateFile)
      #expect(try FileStatus(of: path.folder).permissions == .privateFolder)
    }
    #expect(try FileStatus(of: place.root).permissions == .privateFolder)
  }

  @Test("Whichever byte of its files is another, what it gives is right, and it heals")
  func damage() throws {
    place.open().store(bytes, .sample, for: key)
    for path in try place.files() {
      let sound = try place.bytes(path)
      for index in sound.indices {
        var damaged = sound
        damaged[index] ^= 0x55
        try place.overwrite(path, damaged)
        let cache = place.open()
        #expect(!cache.finds(key))
        cache.store(bytes, .sample, for: key)
        #expect(place.open().finds(key))
        #expect(cache.warning == nil)
      }
    }
  }

  @Test(
    "Files that are empty, too long or gone are misses once",
    arguments: [[], [UInt8](repeating: 7, count: 200), nil] as [[UInt8]?])
  func otherDamage(contents: [UInt8]?) throws {
    let first = place.open()
    first.store(bytes, .sample, for: key)
    first.finish()
    for path in try place.files() {
      if let contents { try place.overwrite(path, contents) } else { try FileSystem.remove(path) }
    }
    let cache = place.open()
    #expect(!cache.finds(key))
    cache.store(bytes, .sample, for: key)
    cache.finish()
    #expect(place.open().finds(key))
  }

  @Test("A record under another key's name is not taken for that key's")
  func swapped() throws {
    let cache = place.open()
    cache.store(bytes, .sample, for: key)
    let other = CacheKey.sample("b")
    try FileSystem.makeFolders(cache.folder.shard(.ac, other.digest))
    try FileSystem.link(
      cache.folder.path(.ac, key.digest), to: cache.folder.path(.ac, other.digest))
    #expect(!cache.finds(other))
    #expect(cache.finds(key))
  }

  @Test(
    "The size of a picture is known without opening it, and put beside it again where it is lost",
    arguments: [[], [1], [UInt8](repeating: 0, count: 8)] as [[UInt8]])
  func pixelSize(wrong: [UInt8]) throws {
    try #require(FileSystemAbilities.hasAttributes)
    let cache = place.open()
    let record = cache.store(bytes, .sample, for: key)
    let path = cache.folder.path(.cas, record.output)
    func size() -> [Int]? { cache.pixelSize(of: record).map { [$0.width, $0.height] } }
    #expect(size() == [640, 480])

    try ExtendedAttributes.set(
      PixelSizes.attribute, to: wrong, in: FileDescriptor(opening: path, .read))
    #expect(size() == [640, 480])
    #expect(try ExtendedAttributes.value(of: PixelSizes.attribute, at: path)?.count == 8)
    try FileSystem.remove(path)
    #expect(size() == nil)
  }

  @Test("Verifying puts a size right that is another one than the record's")
  func verifiesSize() throws {
    try #require(FileSystemAbilities.hasAttributes)
    let cache = place.open()
    let record = cache.store(bytes, .sample, for: key)
    PixelSizes.repair(cache.folder.path(.cas, record.output), width: 1, height: 2)
    #expect(cache.verify().removed == 0)
    #expect(cache.pixelSize(of: record).map { [$0.width, $0.height] } == [640, 480])
  }

  @Test("What is used counts as used, but is marked once a second at most")
  func marksUse() throws {
    let cache = place.open()
    let output = cache.store(bytes, .sample, for: key).output
    let paths = [cache.folder.path(.ac, key.digest), cache.folder.path(.cas, output)]
    for (age, isMarked) in [(-1, false), (1, true), (90, true)] as [(Int64, Bool)] {
      let then = FileTime(seconds: FileTime.now.seconds - age, nanoseconds: 0)
      for path in paths { try FileDescriptor(opening: path, .read).setModified(then) }
      #expect(cache.finds(key))
      for path in paths { #expect(try (FileStatus(of: path).modified > then) == isMarked) }
    }
  }
}

extension ResultCache {
  /// Whether there is a sound result.
  func finds(_ key: CacheKey) -> Bool {
    if hit(for: key) != nil { true } else { false }
  }
}
