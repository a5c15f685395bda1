import Posix
import TestSupport
import Testing

@testable import ResultCache

@Suite("CacheTag")
struct CacheTagTests {
  let place: Place

  init() throws {
    place = try Place()
  }

  var tag: FilePath { place.root.appending("CACHEDIR.TAG") }

  @Test("A cache says what it is to those who walk folders, as soon as it keeps something")
  func tagged() throws {
    #expect(!CacheTag.isOn(place.root))
    place.open().store([1], .sample, for: .sample("a"))
    #expect(CacheTag.isOn(place.root))
    let text = String(decoding: try place.bytes(tag), as: UTF8.self)
    #expect(text.hasPrefix("Signature: 8a477f597d28d172789f06886806bc55\n"))
  }

  @Test("A folder that holds other things too is not marked, only the cache in it")
  func shared() throws {
    try FileSystem.makeFolders(place.root)
    try place.folder.write("cache/photo.jpg", [1])
    place.open().store([1], .sample, for: .sample("a"))
    #expect(!CacheTag.isOn(place.root))
    #expect(CacheTag.isOn(place.root.appending("v1")))
    place.open().clear()
    #expect(try FolderListing.entries(of: place.root).map(\.name) == ["photo.jpg"])
  }

  @Test("A mark that is there is left as it is", arguments: [true, false])
  func others(isSound: Bool) throws {
    try FileSystem.makeFolders(place.root)
    let bytes = Array(
      (isSound ? "Signature: 8a477f597d28d172789f06886806bc55 by hand" : "something else").utf8)
    try place.folder.write("cache/CACHEDIR.TAG", bytes)
    place.open().store([1], .sample, for: .sample("a"))
    place.open().clear()
    #expect(try place.bytes(tag) == bytes)
    #expect(CacheTag.isOn(place.root) == isSound)
  }

  @Test("Links and pipes of that name say nothing, and nobody waits for them")
  func links() throws {
    try FileSystem.makeFolders(place.root)
    try place.folder.write("tag", Array("Signature: 8a477f597d28d172789f06886806bc55".utf8))
    try FileSystem.makeLink(at: tag, to: "../tag")
    #expect(!CacheTag.isOn(place.root))
  }

  @Test("Clearing takes it away")
  func cleared() throws {
    place.open().store([1], .sample, for: .sample("a"))
    place.open().clear()
    #expect(try FolderListing.entries(of: place.root).isEmpty)
  }
}
