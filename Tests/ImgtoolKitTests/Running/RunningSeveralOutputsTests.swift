import Batch
import Checksum
import Formats
import Imaging
import Posix
import ResultCache
import TestSupport
import Testing

@testable import ImgtoolKit

@Suite("Runs that make several outputs of each input")
struct RunningSeveralOutputsTests {
  /// A run that makes pictures of 24, 200 and 100 pixels of each input.
  private func run(
    _ batch: PictureBatch, _ names: [String], to place: OutputPlace = .beside,
    _ change: (inout PictureBatch.Choices) -> Void = { _ in }
  ) throws -> PictureBatch.Result {
    try batch.run(names, to: place) {
      $0.others = [200, 100].map { Recipe(size: .longEdge($0)) }
      change(&$0)
    }
  }

  @Test(
    "reports stand in the order of inputs, and for each in the order in which outputs are wanted")
  func order() throws {
    let batch = try PictureBatch("photo.jpg", "interlaced.png")
    let records = try run(batch, ["photo.jpg", "interlaced.png"]) { $0.jobs = 4 }.records()
    #expect(
      records.map(\.outputName) == [
        "photo-24.jpg", "photo-200.jpg", "photo-100.jpg", "interlaced-24.png", "interlaced-200.png",
        "interlaced-100.png",
      ])
    #expect(records.map(\.width) == [24, 200, 100, 24, 160, 100])
    #expect(records.map(\.decodes) == [1, 0, 0, 1, 0, 0])
    #expect(records.allSatisfy { $0.bytesIn == (try? batch.status($0.name).size) })
  }

  @Test("an input of which nothing can be read is reported once, the others are made")
  func damaged() throws {
    let batch = try PictureBatch("photo.jpg", "truncated.jpg", "text-named.heic")
    let records = try run(batch, ["text-named.heic", "truncated.jpg", "photo.jpg"]).records()
    #expect(records.filter { $0.name == "text-named.heic" }.count == 1)
    #expect(records.filter { $0.name == "photo.jpg" && $0.status == "written" }.count == 3)
  }

  @Test("an output that can't be made loses none of the others, and fails the run")
  func failure() throws {
    let batch = try PictureBatch("photo.jpg", "rgba.png")
    let result = try run(batch, ["photo.jpg", "rgba.png"]) {
      $0.others[0].budget = ByteBudget(bytes: 150, keepsSize: true)
    }
    #expect(result.status == .failure)
    #expect(
      try result.records().map(\.error?.code) == [nil, "over-budget", nil, nil, "over-budget", nil])
    #expect(try batch.names().contains("photo-100.jpg"))
  }

  @Test("what is to be said of an input is said once, and of each output in its record")
  func warnings() throws {
    let batch = try PictureBatch("pages.tif")
    let result = try run(batch, ["pages.tif"]) {
      $0.others = [Recipe(size: .longEdge(12))]
    }
    #expect(result.complaints.filter { $0.contains("warning: frames") }.count == 1)
    #expect(try result.records().map(\.warnings) == Array(repeating: ["frames"], count: 2))
  }

  @Test("the first failure ends a run that is to fail fast, in the midst of an input")
  func failFast() throws {
    let batch = try PictureBatch("photo.jpg", "gray.jpg")
    let records = try run(batch, ["photo.jpg", "gray.jpg"]) {
      $0.others[0].budget = ByteBudget(bytes: 150, keepsSize: true)
      $0.failsFast = true
    }.records()
    #expect(records.first?.status == "written")
    #expect(
      records.dropFirst().map(\.error?.code) == [
        "over-budget", "cancelled", "cancelled", "cancelled", "cancelled",
      ])
  }

  @Test("a run that is stopped makes none, and leaves nothing")
  func cancelled() throws {
    let batch = try PictureBatch("photo.jpg")
    let cancellation = Cancellation()
    cancellation.cancel(.interrupted)
    let result = try batch.run(["photo.jpg"], cancellation: cancellation) {
      $0.others = [Recipe(size: .longEdge(9))]
    }
    #expect(try result.records().map(\.error?.code) == ["cancelled", "cancelled"])
    #expect(try batch.names() == ["photo.jpg"])
  }

  @Test("a dry run names all of them and makes none")
  func dryRun() throws {
    let batch = try PictureBatch("photo.jpg")
    let records = try run(batch, ["photo.jpg"]) { $0.isDryRun = true }.records()
    #expect(records.map(\.status) == ["planned", "planned", "planned"])
    #expect(records.map(\.width) == [24, 200, 100])
    #expect(try batch.names() == ["photo.jpg"])
  }

  @Test("what is there is left alone one by one, and the rest is made of one decode")
  func skipping() throws {
    let batch = try PictureBatch("photo.jpg")
    try batch.folder.write("photo-24.jpg", [1])
    let records = try run(batch, ["photo.jpg"]) { $0.existing.skipsExisting = true }.records()
    #expect(records.map(\.status) == ["skipped", "written", "written"])
    #expect(records.map(\.decodes) == [0, 1, 0])
    #expect(try batch.bytes("photo-24.jpg") == [1])
    let others = try PictureBatch("photo.jpg")
    try others.folder.write("photo-200.jpg", [1])
    #expect(
      try run(others, ["photo.jpg"]).records().map(\.error?.code) == [nil, "output-exists", nil])
  }

  @Test(
    "two outputs of one input under one name: the first is made, the other fails and says how to mend it"
  )
  func conflict() throws {
    let batch = try PictureBatch("photo.jpg")
    let template = try NameTemplate(parsing: "{stem}-{max}.{ext}")
    let naming = OutputNaming(.beside, template: template, command: "shrink", max: "same")
    let console = RecordingConsole()
    let outputs = [WantedOutput](
      [50, 60].map { NamedRecipe(Recipe(size: .longEdge($0)), naming) }, cache: nil)
    let status = BatchRunner(
      BatchSettings(), console: console, cancellation: Cancellation(),
      writer: OutputWriter(journal: nil)
    ).run([WantedInput(.input(Input(path: batch.path("photo.jpg"))), outputs)])
    #expect(status == .failure)
    #expect(console.errorText.contains("photo-same.jpg is that of another size or format of it"))
    #expect(try batch.names() == ["photo-same.jpg", "photo.jpg"])
  }

  @Test("each input has a list of its own")
  func lists() throws {
    let batch = try PictureBatch("photo.jpg", "rgba.png")
    let template = try NameTemplate(parsing: "{stem}-{max}.{ext}")
    func outputs(_ edges: Int...) -> [WantedOutput] {
      [WantedOutput](
        edges.map { edge in
          NamedRecipe(
            Recipe(size: .longEdge(edge)),
            OutputNaming(.beside, template: template, command: "build", max: "\(edge)"))
        }, cache: nil)
    }
    let status = BatchRunner(
      BatchSettings(), console: RecordingConsole(), cancellation: Cancellation(),
      writer: OutputWriter(journal: nil)
    ).run([
      WantedInput(.input(Input(path: batch.path("photo.jpg"))), outputs(30, 60)),
      WantedInput(.input(Input(path: batch.path("rgba.png"))), outputs(50)),
    ])
    #expect(status == .success)
    #expect(
      try batch.names() == ["photo-30.jpg", "photo-60.jpg", "photo.jpg", "rgba-50.png", "rgba.png"])
  }

  @Test("sizes beyond the picture are one, called by the smallest of them")
  func beyond() throws {
    let batch = try PictureBatch("quadrants.png")
    let records = try batch.run(["quadrants.png"]) {
      $0.others = [5000, 96, 300, 95].map { Recipe(size: .longEdge($0)) }
    }.records()
    #expect(
      records.map(\.outputName) == ["quadrants-24.png", "quadrants-96.png", "quadrants-95.png"])
  }

  @Test("every picture of an input is made in all sizes, each of a decode of its own")
  func pictures() throws {
    let batch = try PictureBatch("pages.tif")
    let records = try batch.run(["pages.tif"], to: .folder(batch.path("out"))) {
      $0.makesAllPictures = true
      $0.others = [Recipe(size: .longEdge(12))]
    }.records()
    #expect(
      records.map(\.outputName) == [
        "pages-24.tif", "pages-12.tif", "pages-24-2.tif", "pages-12-2.tif", "pages-24-3.tif",
        "pages-12-3.tif",
      ])
    #expect(records.map(\.decodes) == [1, 0, 1, 0, 1, 0])
  }
}

@Suite("Runs that make several outputs of each input, with a cache")
struct CachedOutputsTests {
  private let batch: PictureBatch

  init() throws {
    batch = try PictureBatch("photo.jpg", "grid.heic")
  }

  /// A run that makes PNGs of these sizes.
  private func run(_ out: String, _ sizes: [Int]) throws -> [BatchRecord] {
    try batch.run(["photo.jpg", "grid.heic"], to: .folder(batch.path(out))) {
      $0.recipe.format = .fixed(.png)
      $0.others = sizes.map { Recipe(size: .longEdge($0), format: .fixed(.png)) }
      $0.cache = ResultCache(at: batch.path("cache"))
    }.records()
  }

  @Test(
    "each has an entry of its own: those that are missing are made, as they would have been before")
  func missing() throws {
    #expect(try run("some", [90, 60]).map(\.status) == Array(repeating: "written", count: 6))
    let more = try run("more", [90, 70, 40, 60])
    let cached = ["cached", "cached", "written", "written", "cached"]
    #expect(more.map(\.status) == cached + cached)
    #expect(more.map(\.decodes) == [0, 0, 1, 0, 0, 0, 0, 1, 0, 0])
    let whole = try batch.run(["photo.jpg", "grid.heic"], to: .folder(batch.path("whole"))) {
      $0.recipe.format = .fixed(.png)
      $0.others = [90, 70, 40, 60].map { Recipe(size: .longEdge($0), format: .fixed(.png)) }
    }.records()
    for name in whole.compactMap(\.outputName) {
      #expect(try batch.bytes("more/\(name)") == batch.bytes("whole/\(name)"), "\(name)")
    }
  }

  @Test("inputs that hold the same are made once, whatever the number of jobs")
  func twins() throws {
    let names = (0..<12).map { "copy \($0).jpg" }
    for name in names { try batch.put("photo.jpg", as: name) }
    for (jobs, hasCache) in [(1, true), (4, true), (4, false)] {
      let out = "out \(jobs) \(hasCache)"
      let records = try batch.run(names, to: .folder(batch.path(out))) {
        $0.others = [40, 90, 200].map { Recipe(size: .longEdge($0), quality: 50 + jobs) }
        $0.recipe.quality = 50 + jobs
        $0.cache = hasCache ? ResultCache(at: batch.path("cache")) : nil
        $0.jobs = jobs
      }.records()
      #expect(records.count == 48)
      #expect(records.map(\.encodes).reduce(0, +) == 4)
      #expect(records.map(\.decodes).reduce(0, +) == 1)
      #expect(records.allSatisfy { $0.status == "written" || $0.status == "cached" })
    }
  }

  @Test("a picture that is made alone is not taken for one that was made with others")
  func alone() throws {
    let recipe = Recipe(size: .longEdge(50))
    func key(_ sharing: SharedSizes?) -> String {
      PictureCache(
        ResultCache(at: "/nowhere"), recipe: recipe, sharing: sharing, versions: [("test", "1")]
      ).key(SHA256.digest(of: [1]), picture: nil).digest.description
    }
    let keys = [
      key(nil), key(SharedSizes(of: [.longEdge(50), .longEdge(90)])),
      key(SharedSizes(of: [.longEdge(50), .longEdge(91)])),
    ]
    #expect(Set(keys).count == 3)
    #expect(key(SharedSizes(of: [.longEdge(90), .longEdge(10)])) == keys[1])
  }
}
