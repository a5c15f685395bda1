import Checksum
import Posix
import TestSupport
import Testing

@testable import ResultCache

@Suite("Hints")
struct HintTests {
  let place: Place
  let key = CacheKey.sample("a")

  init() throws {
    place = try Place()
  }

  /// The file of the hint.
  var path: FilePath { CacheFolder(place.root).path(.hints, key.digest) }

  @Test("Another run gets what was kept last under its key, and nothing under another")
  func roundTrip() {
    let cache = place.open()
    #expect(cache.hint(for: key) == nil)
    cache.keepHint([1, 2, 3], for: key)
    cache.keepHint([4], for: key)
    #expect(place.open().hint(for: key) == [4])
    #expect(place.open().hint(for: .sample("b")) == nil)
  }

  @Test("Whichever byte of it is another, it is no hint, and verifying removes it")
  func damage() throws {
    place.open().keepHint([1, 2, 3], for: key)
    let sound = try place.bytes(path)
    for index in sound.indices {
      var damaged = sound
      damaged[index] ^= 0x55
      try FileDescriptor(opening: path, [.write, .create, .truncate]).write(damaged)
      if index % 2 == 0 {
        #expect(place.open().hint(for: key) == nil)
      } else {
        #expect(place.open().verify() == VerifyReport(hints: 1, removed: 1))
      }
      #expect(throws: SystemError.notFound) { try FileStatus(of: path) }
    }
  }

  @Test("One that is too long is not kept")
  func limit() {
    place.open().keepHint([UInt8](repeating: 1, count: ResultCache.mostHintBytes + 1), for: key)
    #expect(place.open().hint(for: key) == nil)
  }

  @Test("It counts, is trimmed once it is old, and goes when the cache is cleared")
  func care() throws {
    place.open().keepHint([1, 2, 3], for: key)
    let statistics = place.open().statistics()
    #expect(statistics.hints == 1)
    #expect(try statistics.bytes == FileStatus(of: path).size)
    #expect(place.open().verify() == VerifyReport(hints: 1))

    try FileDescriptor(opening: path, .read)
      .setModified(FileTime(seconds: FileTime.now.seconds - 100, nanoseconds: 0))
    #expect(place.open(CacheLimits(age: 200)).trim()?.removed == 0)
    #expect(place.open(CacheLimits(age: 50)).trim()?.removed == 1)
    #expect(place.open().hint(for: key) == nil)

    place.open().keepHint([1, 2, 3], for: key)
    place.open().clear()
    #expect(place.open().statistics() == CacheStatistics())
  }
}
