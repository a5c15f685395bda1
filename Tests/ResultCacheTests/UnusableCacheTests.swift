import Posix
import TestSupport
import Testing

@testable import ResultCache

@Suite("A cache that can't be used")
struct UnusableCacheTests {
  let place: Place
  let key = CacheKey.sample("a")

  init() throws {
    place = try Place()
  }

  /// Uses the cache in every way; it is to know nothing and to have a single thing to say.
  func use(_ cache: ResultCache) throws -> String {
    #expect(!cache.finds(key))
    _ = cache.claim(key) { false }
    cache.store([1], .sample, for: key)
    cache.store([2], .sample, for: .sample("b"))
    cache.finish()
    #expect(cache.trim() == nil)
    #expect(!cache.finds(key))
    return "\(try #require(cache.warning))"
  }

  @Test("A file in its place stays as it is")
  func file() throws {
    try place.folder.write("cache", [1, 2, 3])
    #expect(try use(place.open()).contains("it is no folder"))
    #expect(try place.bytes(place.root) == [1, 2, 3])
  }

  @Test("One that others may write into is not trusted")
  func writable() throws {
    try FileSystem.makeFolders(place.root.appending("v1"), permissions: .privateFolder)
    try FileDescriptor(opening: place.root.appending("v1"), [.read, .folder])
      .setPermissions(FilePermissions(rawValue: 0o777))
    #expect(try use(place.open()).contains("others may write into it"))
  }

  @Test("A link in place of its inner folder is not followed")
  func link() throws {
    try FileSystem.makeFolders(FilePath(place.folder.file("elsewhere")))
    try FileSystem.makeFolders(place.root)
    try FileSystem.makeLink(at: place.root.appending("v1"), to: "../elsewhere")
    #expect(try use(place.open()).contains("it is no folder"))
  }

  @Test("That of another user is left alone", .enabled(if: CurrentProcess.user == 0))
  func foreign() throws {
    try FileSystem.makeFolders(place.root)
    try FileDescriptor(opening: place.root, [.read, .folder]).setOwner(65534, group: 65534)
    #expect(try use(place.open()).contains("it belongs to another user"))
    #expect(try FolderListing.entries(of: place.root).isEmpty)
  }

  @Test("Where nothing can be made, nothing is kept")
  func impossible() throws {
    let cache = ResultCache(at: "/proc/imgtool-cache")
    #expect(try use(cache).contains("/proc/imgtool-cache"))
  }
}
