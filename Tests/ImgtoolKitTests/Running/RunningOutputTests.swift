import Batch
import Formats
import Foundation
import Imaging
import ImgtoolKit
import Posix
import TestSupport
import Testing

extension RunningTests {
  @Suite("Outputs")
  struct Outputs {
    @Test("of two inputs that land on one name the first wins, and the other names both")
    func conflict() throws {
      let batch = try PictureBatch("photo.jpg", "photo.heic")
      let run = try batch.run(["photo.jpg", "photo.heic"]) { $0.jobs = 4 }
      #expect(run.status == .failure)
      let records = try run.records()
      #expect(records.map(\.status) == ["written", "failed"])
      #expect(records[1].error?.code == "output-conflict")
      #expect(records[1].error?.message.contains("photo-24.jpg") == true)
      #expect(records[1].error?.message.contains("photo.jpg") == true)
    }

    @Test("a file that its header shows to be broken claims no name that a good one could have")
    func brokenClaimsNothing() throws {
      let batch = try PictureBatch("photo.jpg")
      try batch.folder.write("photo.heic", Fixtures.bytes("photo.heic").prefix(2000))
      let records = try batch.run(["photo.heic", "photo.jpg"]).records()
      #expect(records.map(\.status) == ["failed", "written"])
      #expect(records[0].error?.code == "damaged")
    }

    @Test(
      "in place, what the file system keeps beside a file stays with it",
      .enabled(if: FileSystemAbilities.hasAttributes))
    func attributes() throws {
      let batch = try PictureBatch("photo.jpg")
      let file = try FileDescriptor(opening: batch.path("photo.jpg"), .readWrite)
      try ExtendedAttributes.set("user.colour", to: [7], in: file)
      #expect(try batch.run(["photo.jpg"], to: .inPlace).status == .success)
      #expect(
        try ExtendedAttributes.value(of: "user.colour", at: batch.path("photo.jpg")) == [7])
    }

    @Test("a file of somebody else's stays; --overwrite replaces it; --skip-existing leaves it")
    func existing() throws {
      let batch = try PictureBatch("photo.jpg")
      try batch.folder.write("photo-24.jpg", Array("mine".utf8))
      let refused = try batch.run(["photo.jpg"])
      #expect(try refused.records().map(\.error?.code) == ["output-exists"])
      let skipped = try batch.run(["photo.jpg"]) { $0.existing.skipsExisting = true }
      #expect(try skipped.records().map(\.status) == ["skipped"])
      #expect(skipped.status == .success)
      #expect(try batch.bytes("photo-24.jpg") == Array("mine".utf8))
      let replaced = try batch.run(["photo.jpg"]) { $0.existing.overwrites = true }
      #expect(try replaced.records().map(\.status) == ["written"])
      #expect(try Source(batch.bytes("photo-24.jpg")).format == .jpeg)
    }

    @Test(
      "what a run wrote is replaced by the next one",
      .enabled(if: FileSystemAbilities.hasAttributes))
    func own() throws {
      let batch = try PictureBatch("photo.jpg")
      for quality in [40, 90] {
        let run = try batch.run(["photo.jpg"]) { $0.recipe.quality = quality }
        #expect(try run.records().map(\.status) == ["written"])
      }
    }

    @Test("outputs go into a folder that is made for them, below it as the inputs were")
    func folder() throws {
      let batch = try PictureBatch("photo.jpg")
      let run = try batch.run(["photo.jpg"], to: .folder(batch.path("new/small")))
      #expect(run.status == .success)
      #expect(try batch.status("new/small/photo-24.jpg").kind == .file)
    }

    @Test("a dry run writes nothing and tells what would be written")
    func dryRun() throws {
      let batch = try PictureBatch("photo.heic", "rgba.png", "text-named.heic")
      let before = try batch.names()
      let run = try batch.run(
        ["photo.heic", "rgba.png", "text-named.heic"], to: .folder(batch.path("out"))
      ) { $0.isDryRun = true }
      #expect(try batch.names() == before)
      let records = try run.records()
      #expect(records.map(\.status) == ["planned", "planned", "failed"])
      #expect(records.map(\.outputName) == ["photo-24.jpg", "rgba-24.png", nil])
      #expect(records.map(\.width) == [24, 24, nil] && records.map(\.height) == [18, 16, nil])
      #expect(run.status == .failure)
    }

    @Test("a dry run knows what would fail by its header")
    func dryRunOfDamage() throws {
      let batch = try PictureBatch("truncated.jpg", "photo.jpg")
      let run = try batch.run(["truncated.jpg", "photo.jpg"]) {
        ($0.isDryRun, $0.maximumPixels) = (true, 300_000)
      }
      #expect(try run.records().map(\.error?.code) == ["damaged", "too-large"])
    }

    @Test("a picture that needs no work is copied, and called unchanged")
    func unchanged() throws {
      let batch = try PictureBatch("quadrants.png")
      let run = try batch.run(["quadrants.png"]) { $0.recipe.size = .longEdge(96) }
      #expect(try run.records().map(\.status) == ["unchanged"])
      #expect(try batch.bytes("quadrants-24.png") == Fixtures.bytes("quadrants.png"))
    }

    private func makeOld(_ path: FilePath) throws -> FileTime {
      let date = Date(timeIntervalSince1970: 1_000_000_000)
      try FileManager.default.setAttributes(
        [.modificationDate: date], ofItemAtPath: path.description)
      return try FileStatus(of: path).modified
    }

    @Test("outputs are as old as their inputs where that is asked for", arguments: [true, false])
    func keepsTimes(keeps: Bool) throws {
      let batch = try PictureBatch("photo.jpg")
      let time = try makeOld(batch.path("photo.jpg"))
      _ = try batch.run(["photo.jpg"]) { $0.keepsTimes = keeps }
      #expect(try (batch.status("photo-24.jpg").modified == time) == keeps)
    }

    @Test("so are those that take their input's place", arguments: [true, false])
    func keepsTimesInPlace(keeps: Bool) throws {
      let batch = try PictureBatch("photo.heic")
      let time = try makeOld(batch.path("photo.heic"))
      _ = try batch.run(["photo.heic"], to: .inPlace) { $0.keepsTimes = keeps }
      #expect(try (batch.status("photo.jpg").modified == time) == keeps)
    }
  }

  @Suite("In place")
  struct InPlace {
    @Test("the picture takes the place of its input")
    func replaced() throws {
      let batch = try PictureBatch("photo.jpg")
      let run = try batch.run(["photo.jpg"], to: .inPlace)
      #expect(run.status == .success)
      #expect(try batch.names() == ["photo.jpg"])
      #expect(try Source(batch.bytes("photo.jpg")).facts.displayedSize.width == 24)
    }

    @Test("with another extension the old file goes")
    func otherExtension() throws {
      let batch = try PictureBatch("photo.heic", "quadrants.png")
      let run = try batch.run(["photo.heic", "quadrants.png"], to: .inPlace)
      #expect(try run.records().map(\.outputName) == ["photo.jpg", "quadrants.png"])
      #expect(try batch.names() == ["photo.jpg", "quadrants.png"])
    }

    @Test("what a run left that was killed before it removed the old file is finished")
    func unfinished() throws {
      let batch = try PictureBatch("photo.heic")
      let writer = OutputWriter(journal: nil)
      _ = try writer.write(
        Fixtures.bytes("photo.jpg"), to: batch.path("photo.jpg"), AtomicFileOptions())
      let run = try batch.run(["photo.heic", "photo.jpg"], to: .inPlace, isFolder: true)
      #expect(try run.records().map(\.outputName) == ["photo.jpg"])
      #expect(try batch.names() == ["photo.jpg"])
      #expect(try Source(batch.bytes("photo.jpg")).facts.displayedSize.width == 24)
    }

    @Test("what has taken the place of an original is nobody's to replace unasked")
    func disowned() throws {
      let batch = try PictureBatch("photo.heic")
      _ = try batch.run(["photo.heic"], to: .inPlace)
      #expect(try batch.names() == ["photo.jpg"])
      #expect(!OutputWriter(journal: nil).isOurs(batch.path("photo.jpg")))
    }

    @Test("the old file stays where its successor has no place")
    func occupied() throws {
      let batch = try PictureBatch("photo.heic")
      try batch.folder.write("photo.jpg", Array("mine".utf8))
      let run = try batch.run(["photo.heic"], to: .inPlace)
      #expect(try run.records().map(\.error?.code) == ["output-exists"])
      #expect(try batch.bytes("photo.heic") == Fixtures.bytes("photo.heic"))
      #expect(try batch.bytes("photo.jpg") == Array("mine".utf8))
    }

    @Test("the old file stays where its successor can't be written")
    func unwritable() throws {
      // One byte longer than any file system takes, once it ends in .webp.
      let name = String(repeating: "n", count: 251) + ".png"
      let batch = try PictureBatch()
      try batch.put("quadrants.png", as: name)
      let run = try batch.run([name], to: .inPlace) { $0.recipe.format = .fixed(.webp) }
      #expect(try run.records().map(\.error?.code) == ["write-failed"])
      #expect(try batch.names() == [name])
      #expect(try batch.bytes(name) == Fixtures.bytes("quadrants.png"))
    }

    @Test("a damaged input stays")
    func damaged() throws {
      let batch = try PictureBatch("truncated.jpg")
      let run = try batch.run(["truncated.jpg"], to: .inPlace)
      #expect(run.status == .failure)
      #expect(try batch.names() == ["truncated.jpg"])
      #expect(try batch.bytes("truncated.jpg") == Fixtures.bytes("truncated.jpg"))
    }

    @Test("what needs no work is not even written again")
    func unchanged() throws {
      let batch = try PictureBatch("quadrants.png")
      let before = try batch.status("quadrants.png")
      let run = try batch.run(["quadrants.png"], to: .inPlace) { $0.recipe.size = .unlimited }
      #expect(try run.records().map(\.status) == ["unchanged"])
      #expect(try batch.status("quadrants.png") == before)
    }

    @Test("what needs no work but another extension gets it")
    func renamed() throws {
      let batch = try PictureBatch("png-named.jpg")
      let run = try batch.run(["png-named.jpg"], to: .inPlace) { $0.recipe.size = .unlimited }
      #expect(try run.records().map(\.outputName) == ["png-named.png"])
      #expect(try batch.names() == ["png-named.png"])
      #expect(try batch.bytes("png-named.png") == Fixtures.bytes("png-named.jpg"))
    }

    @Test("two inputs that would take one name: the second one stays")
    func conflict() throws {
      let batch = try PictureBatch("photo.heic")
      try batch.put("small.avif", as: "photo.avif")
      let run = try batch.run(["photo.heic", "photo.avif"], to: .inPlace)
      #expect(try run.records().map(\.status) == ["written", "failed"])
      #expect(try batch.names() == ["photo.avif", "photo.jpg"])
    }
  }
}
