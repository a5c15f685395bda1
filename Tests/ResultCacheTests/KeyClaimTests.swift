import Batch
import Posix
import TestSupport
import Testing

@testable import ResultCache

@Suite("KeyClaim")
struct KeyClaimTests {
  let place: Place
  let key = CacheKey.sample("a")

  init() throws {
    place = try Place()
  }

  @Test("Of many that want the same at once, one makes it")
  func once() async {
    let made = Locked(0)
    let (root, key) = (place.root, key)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<6 {
        group.addTask {
          let cache = ResultCache(at: root)
          let claim = cache.claim(key) { false }
          if !cache.finds(key) {
            made.withLock { $0 += 1 }
            CurrentProcess.sleep(milliseconds: 20)
            cache.store([1, 2, 3], .sample, for: key)
          }
          _ = consume claim
        }
      }
    }
    #expect(made.withLock { $0 } == 1)
  }

  @Test("Leaves nothing behind")
  func leavesNothing() throws {
    let claim = place.open().claim(key) { false }
    #expect(try place.files().count == 1)
    _ = consume claim
    #expect(try place.files().isEmpty)
  }

  @Test("The lock of a process that has died blocks nobody, and is swept")
  func dead() throws {
    let cache = place.open()
    cache.store([1], .sample, for: key)
    let path = cache.folder.path(.locks, key.digest)
    try FileSystem.makeFolders(path.folder)
    _ = try FileDescriptor(opening: path, .createNew)
    _ = cache.claim(key) { false }
    #expect(throws: SystemError.notFound) { try FileStatus(of: path) }

    _ = try FileDescriptor(opening: path, .createNew)
    _ = cache.verify()
    #expect(throws: SystemError.notFound) { try FileStatus(of: path) }
  }

  @Test("Who no longer wants the result waits no longer")
  func cancelled() {
    let cache = place.open()
    let claim = cache.claim(key) { false }
    let calls = Locked(0)
    _ = cache.claim(key) {
      calls.withLock {
        $0 += 1; return $0 > 2
      }
    }
    #expect(calls.withLock { $0 } > 2)
    _ = consume claim
  }
}
