import Formats
import Imaging
import ImgtoolKit
import Metadata
import Posix
import TestSupport
import Testing

extension RunningTests {
  @Suite("Inputs of several pictures")
  struct Pictures {
    private func change(_ settings: inout PictureBatch.Choices) {
      settings.makesAllPictures = true
      settings.recipe.format = .fixed(.png)
    }

    @Test("each picture is an output of its own, the primary one first and without a number")
    func each() throws {
      let batch = try PictureBatch("second-primary.heic", "pages.tif", "photo.jpg")
      let run = try batch.run(["second-primary.heic", "pages.tif", "photo.jpg"], change)
      let records = try run.records()
      #expect(run.status == .success)
      #expect(
        records.map(\.outputName) == [
          "second-primary-24.png", "second-primary-24-2.png", "pages-24.png", "pages-24-2.png",
          "pages-24-3.png", "photo-24.png",
        ])
      #expect(records.allSatisfy { $0.status == "written" && $0.warnings.isEmpty })
      let made = try Set(["", "-2", "-3"].map { try batch.bytes("pages-24\($0).png") })
      #expect(made.count == 3)
    }

    @Test("each picture has its own size, also in its name")
    func sizes() throws {
      let batch = try PictureBatch("second-primary.heic")
      let template = try NameTemplate(parsing: "{width}.{ext}")
      let records = try batch.run(["second-primary.heic"]) {
        change(&$0)
        $0.recipe.size = .unlimited
        $0.template = template
      }.records()
      #expect(records.map(\.outputName) == ["96.png", "48-2.png"])
      #expect(records.map(\.width) == [96, 48])
    }

    @Test("a dry run names all of them and writes none")
    func dryRun() throws {
      let batch = try PictureBatch("animated.gif")
      let records = try batch.run(["animated.gif"]) {
        change(&$0)
        $0.isDryRun = true
      }.records()
      #expect(records.map(\.status) == ["planned", "planned", "planned"])
      #expect(try batch.names() == ["animated.gif"])
    }

    @Test("one that is there is left alone, and the others are made")
    func existing() throws {
      let batch = try PictureBatch("pages.tif")
      try batch.folder.write("pages-24-2.png", Array("mine".utf8))
      let refused = try batch.run(["pages.tif"], change)
      #expect(try refused.records().map(\.status) == ["written", "failed", "written"])
      let skipped = try batch.run(["pages.tif"]) {
        change(&$0)
        $0.existing.skipsExisting = true
      }
      #expect(try skipped.records().map(\.status) == ["skipped", "skipped", "skipped"])
      #expect(try batch.bytes("pages-24-2.png") == Array("mine".utf8))
    }

    @Test("a number that is another input's name is a conflict that names both")
    func conflict() throws {
      let batch = try PictureBatch("pages.tif")
      try batch.put("photo.jpg", as: "pages-2.jpg")
      let template = try NameTemplate(parsing: "{stem}.{ext}")
      let records = try batch.run(["pages.tif", "pages-2.jpg"]) {
        change(&$0)
        $0.template = template
      }.records()
      #expect(records.map(\.status) == ["written", "written", "written", "failed"])
      #expect(records[3].error?.code == "output-conflict")
    }

    @Test("one file takes them all by number, standard output takes none of several")
    func places() throws {
      let batch = try PictureBatch("pages.tif", "photo.jpg")
      let file = try batch.run(["pages.tif"], to: .file(batch.path("x.png")), change)
      #expect(try file.records().map(\.outputName) == ["x.png", "x-2.png", "x-3.png"])
      let output = try batch.run(["pages.tif"], to: .standardOutput) {
        change(&$0)
        $0.style.writesResults = false
      }
      #expect(output.status == .failure && output.console.outputText.isEmpty)
      #expect(output.complaints.first?.contains("3 pictures") == true)
    }

    @Test(
      "without the wish the primary one is made, with a warning",
      arguments: ["second-primary.heic", "pages.tif", "animated.gif", "animated.png"])
    func primaryAlone(fixture: String) throws {
      let batch = try PictureBatch(fixture)
      let records = try batch.run([fixture]) { $0.recipe.format = .fixed(.png) }.records()
      #expect(records.map(\.status) == ["written"])
      #expect(records[0].warnings.first == "frames")
    }

    @Test("so it is with the wish where the others can't be had")
    func animatedPNG() throws {
      let batch = try PictureBatch("animated.png")
      let records = try batch.run(["animated.png"], change).records()
      #expect(records.map(\.outputName) == ["animated-24.png"])
      #expect(records[0].warnings.first == "frames")
    }

    @Test(
      "in place, an input of several pictures is not replaced by one of them",
      arguments: ["second-primary.heic", "pages.tif", "animated.gif", "animated.png"],
      [false, true])
    func inPlace(fixture: String, isDryRun: Bool) throws {
      let batch = try PictureBatch(fixture)
      let run = try batch.run([fixture], to: .inPlace) { $0.isDryRun = isDryRun }
      let records = try run.records()
      #expect(records.map(\.error?.code) == ["unsupported"])
      #expect(records[0].error?.message.contains("--in-place") == true)
      #expect(try batch.names() == [fixture])
      #expect(try batch.bytes(fixture) == Fixtures.bytes(fixture))
    }

    @Test(
      "unless all of them stay", arguments: ["pages.tif", "animated.webp", "animated.png"])
    func inPlaceUntouched(fixture: String) throws {
      let batch = try PictureBatch(fixture)
      let run = try batch.run([fixture], to: .inPlace) { $0.recipe.size = .longEdge(1920) }
      #expect(try run.records().map(\.status) == ["unchanged"])
      #expect(try batch.bytes(fixture) == Fixtures.bytes(fixture))
    }

    @Test("a TIFF whose metadata is to shrink would lose its pages, and is left alone")
    func inPlaceSafe() throws {
      let batch = try PictureBatch("pages.tif")
      let run = try batch.run(["pages.tif"], to: .inPlace) {
        $0.recipe.size = .unlimited
        $0.recipe.metadata = .safe
      }
      #expect(try run.records().map(\.error?.code) == ["unsupported"])
      #expect(try batch.bytes("pages.tif") == Fixtures.bytes("pages.tif"))
    }
  }
}
