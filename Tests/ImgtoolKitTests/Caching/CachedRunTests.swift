import Checksum
import Formats
import Foundation
import Imaging
import ImgtoolKit
import Metadata
import Posix
import ResultCache
import TestSupport
import Testing

@Suite("Runs with a cache")
struct CachedRunTests {
  let batch: PictureBatch

  init() throws {
    batch = try PictureBatch("photo.jpg", "gray.jpg", "pages.tif")
  }

  func run(
    _ names: [String], to place: OutputPlace = .beside,
    _ change: (inout PictureBatch.Choices) -> Void = { _ in }
  ) throws -> PictureBatch.Result {
    try batch.run(names, to: place) { settings in
      change(&settings)
      settings.cache = ResultCache(at: batch.path("cache"))
    }
  }

  @Test("A second run makes nothing, and says the same of its pictures")
  func cached() throws {
    let names = ["photo.jpg", "gray.jpg", "pages.tif"]
    let first = try run(names, to: .folder(batch.path("one"))).records()
    let second = try run(names, to: .folder(batch.path("two"))).records()
    #expect(first.map(\.status) == ["written", "written", "written"])
    #expect(second.map(\.status) == ["cached", "cached", "cached"])
    for (one, two) in zip(first, second) {
      #expect(two.encodes == 0 && two.decodes == 0)
      #expect(one.width == two.width && one.height == two.height && one.format == two.format)
      #expect(one.quality == two.quality && one.warnings == two.warnings)
      #expect(one.bytesIn == two.bytesIn && one.bytesOut == two.bytesOut)
      let name = try #require(one.outputName)
      #expect(try batch.bytes("one/\(name)") == batch.bytes("two/\(name)"))
    }
  }

  @Test("The same picture under several names is made once")
  func coalesced() throws {
    for name in ["a.jpg", "b.jpg", "c.jpg"] { try batch.put("photo.jpg", as: name) }
    let records = try run(["photo.jpg", "a.jpg", "b.jpg", "c.jpg"]) { $0.jobs = 4 }.records()
    #expect(records.map(\.encodes).reduce(0, +) == 1)
    #expect(records.filter { $0.status == "cached" }.count == 3)
  }

  @Test("However many names a picture has, and however few jobs there are, it is made once")
  func coalescedMany() throws {
    let names = (0..<50).map { "copy \($0).jpg" }
    for name in names { try batch.put("photo.jpg", as: name) }
    for jobs in [1, 2, 4] {
      let records = try run(names, to: .folder(batch.path("out \(jobs)"))) {
        $0.jobs = jobs
        $0.recipe.quality = 50 + jobs
      }.records()
      #expect(records.map(\.encodes).reduce(0, +) == 1)
      #expect(records.filter { $0.status == "cached" }.count == 49)
    }
  }

  @Test(
    "Without a cache, or with one that keeps nothing, it is made once as well, and files copied",
    arguments: [false, true])
  func coalescedUncached(hasCache: Bool) throws {
    try batch.folder.write("cache", [1])
    let names = (0..<20).map { "copy \($0).jpg" }
    for name in names { try batch.put("photo.jpg", as: name) }
    for jobs in [1, 4] {
      let out = "out \(jobs)"
      let all = ["gray.jpg"] + names
      let result =
        hasCache
        ? try run(all, to: .folder(batch.path(out))) { $0.jobs = jobs }
        : try batch.run(all, to: .folder(batch.path(out))) { $0.jobs = jobs }
      let records = try result.records()
      #expect(records.allSatisfy { $0.status == "written" })
      #expect(records.map(\.encodes).reduce(0, +) == 2)
      let first = try batch.bytes("\(out)/copy 0-24.jpg")
      for name in names.map({ $0.replacing(".jpg", with: "-24.jpg") }) {
        #expect(try batch.bytes("\(out)/\(name)") == first)
      }
    }
  }

  @Test("Without a cache, twins are replaced in place, and fail each for itself")
  func twins() throws {
    try batch.put("photo.jpg", as: "copy.jpg")
    let records = try batch.run(["photo.jpg", "copy.jpg"], to: .inPlace).records()
    #expect(records.map(\.status) == ["written", "written"])
    #expect(records.map(\.encodes) == [1, 0])
    #expect(try batch.bytes("copy.jpg") == batch.bytes("photo.jpg"))
    for name in ["pages.tif", "twin.tif"] { try batch.put("pages.tif", as: name) }
    let refused = try batch.run(["pages.tif", "twin.tif"], to: .folder(batch.path("out"))) {
      $0.refusedLosses = [.frames]
    }
    #expect(try refused.records().map(\.error?.code) == ["unsupported", "unsupported"])
  }

  @Test("An output that was edited with its size and time set back is noticed, and left alone")
  func edited() throws {
    let place = OutputPlace.folder(batch.path("out"))
    #expect(
      try run(["photo.jpg", "gray.jpg"], to: place).records().map(\.status) == [
        "written", "written",
      ])
    let path = batch.path("out/photo-24.jpg")
    let before = try FileStatus(of: path)
    do {
      let file = try FileDescriptor(opening: path, .write)
      try file.write([1])
      try file.setModified(before.modified)
    }
    #expect(try FileStatus(of: path).modified == before.modified)
    #expect(try FileStatus(of: path).size == before.size)
    for _ in 0..<2 {
      let again = try run(["photo.jpg"], to: place).records()
      #expect(again.map(\.error?.code) == ["output-exists"])
      #expect(try batch.bytes("out/photo-24.jpg").first == 1)
    }
    #expect(
      try batch.run(["photo.jpg"], to: place).records().map(\.error?.code) == ["output-exists"])
    let replaced = try run(["photo.jpg"], to: place) { $0.existing.overwrites = true }.records()
    #expect(replaced.map(\.status) == ["cached"])
  }

  @Test("What was written is known without opening it, at once and until somebody changes it")
  func writtenIsKnown() throws {
    let place = OutputPlace.folder(batch.path("out"))
    _ = try run(["photo.jpg"], to: place)
    let path = batch.path("out/photo-24.jpg")
    func known() throws -> ContentDigest? {
      ResultCache(at: batch.path("cache")).knownDigest(
        of: try FileStatus(of: path, followingLinks: false))
    }
    // Where times are coarse, it is known only after a while.
    guard try FileStatus(of: path).changed.nanoseconds % 1_000_000 != 0 else { return }
    #expect(try known() == SHA256.digest(of: try batch.bytes("out/photo-24.jpg")))
    try FileDescriptor(opening: path, .read).setPermissions(.privateFile)
    #expect(try known() == nil)
  }

  @Test("An input of which nothing is left to do is not kept, and stays unchanged")
  func untouched() throws {
    for _ in 0..<2 {
      let run = try run(["photo.jpg"], to: .folder(batch.path("out"))) { $0.recipe = Recipe() }
      #expect(try run.records().map(\.status) == ["unchanged"])
      #expect(try batch.bytes("out/photo-24.jpg") == batch.bytes("photo.jpg"))
      try FileSystem.remove(batch.path("out/photo-24.jpg"))
    }
    #expect(ResultCache(at: batch.path("cache")).statistics().results == 0)
  }

  @Test("A loss that is refused is refused for a result that is there, too")
  func refusal() throws {
    #expect(try run(["pages.tif"]).status == .success)
    let refused = try run(["pages.tif"], to: .folder(batch.path("out"))) {
      $0.refusedLosses = [.frames]
    }
    #expect(try refused.records().map(\.error?.code) == ["unsupported"])
  }

  @Test("In place, a result that is there replaces the input")
  func inPlace() throws {
    try batch.put("photo.jpg", as: "copy.jpg")
    let made = try run(["photo.jpg"], to: .inPlace).records()
    let found = try run(["copy.jpg"], to: .inPlace).records()
    #expect(made.map(\.status) == ["written"] && found.map(\.status) == ["cached"])
    #expect(try batch.bytes("copy.jpg") == batch.bytes("photo.jpg"))
  }

  @Test("A cache that can't be used costs one warning")
  func unusable() throws {
    try batch.folder.write("cache", [1])
    let run = try run(["photo.jpg", "gray.jpg"], to: .folder(batch.path("out")))
    #expect(run.status == .success)
    #expect(run.complaints.filter { $0.contains("warning: the cache") }.count == 1)
    #expect(try run.records().map(\.status) == ["written", "written"])
  }

  @Test("A dry run keeps nothing")
  func dryRun() throws {
    _ = try run(["photo.jpg"]) { $0.isDryRun = true }
    #expect(throws: SystemError.notFound) { try FileStatus(of: batch.path("cache")) }
  }
}
