import Formats
import Metadata
import TestSupport
import Testing
import Vips

@testable import Imaging

@Suite("Outputs of one decode")
struct SharedDecodeTests {
  /// What is made of a fixture by several recipes, in their order; each alone where nothing is shared.
  private func made(
    _ fixture: String, _ recipes: [Recipe], isShared: Bool = true
  ) throws -> [Result<Rendering, ImagingError>] {
    let source = try Files.source(fixture)
    let shared = isShared ? SharedDecode(for: SharedSizes(of: recipes.map(\.size))) : nil
    return recipes.map { recipe in
      Result { () throws(ImagingError) in
        try Pipeline(recipe: recipe, limits: PipelineLimits()).run(source, sharing: shared)
      }
    }
  }

  private func recipes(_ edges: [Int], _ formats: [ImageFormat]) -> [Recipe] {
    edges.flatMap { edge in
      formats.map { Recipe(size: .longEdge(edge), format: .fixed($0)) }
    }
  }

  static let fixtures = [
    "photo.jpg", "photo.heic", "progressive.jpg", "gray.jpg", "cmyk.jpg", "p3.jpg", "p3-nclx.heic",
    "grid.heic", "alpha.heic", "deep.heic", "small.avif", "interlaced.png", "rgba.png", "deep.png",
    "palette.png", "lossy.webp", "quadrants.tif", "animated.gif", "pq.heic",
  ]

  @Test("a decoder runs once, however many outputs there are", arguments: fixtures)
  func decodes(fixture: String) throws {
    let outputs = try made(fixture, recipes([40, 90, 20], [.jpeg, .png, .webp]))
      .map { try $0.get() }
    #expect(outputs.map(\.decodes) == [1] + Array(repeating: 0, count: 8))
    #expect(outputs.allSatisfy { $0.encodes <= 1 })
  }

  @Test("each looks like one that is made alone, and says the same", arguments: fixtures)
  func alike(fixture: String) throws {
    let recipes = recipes([96, 48, 20], [.jpeg, .png])
    let together = try made(fixture, recipes).map { try $0.get() }
    let alone = try made(fixture, recipes, isShared: false).map { try $0.get() }
    for (one, other) in zip(together, alone) {
      #expect(one.size == other.size && one.format == other.format)
      #expect(one.quality == other.quality)
      #expect(Set(one.warnings) == Set(other.warnings))
      #expect(try Files.metadata(one.bytes).icc == Files.metadata(other.bytes).icc)
      let difference = try Files.pixels(one.bytes).cast(.float)
        .subtract(Files.pixels(other.bytes).cast(.float))
      let mean = try difference.multiply(difference).avg()
      #expect(mean < 30, "\(one.format) of \(one.size): \(mean)")
    }
  }

  @Test(
    "one of more than half the largest size is the file that is made alone, where decoders give all",
    arguments: ["photo.heic", "grid.heic", "interlaced.png", "lossy.webp", "quadrants.tif"])
  func equalBytes(fixture: String) throws {
    let recipes = recipes([90, 60], [.jpeg, .png, .webp])
    let together = try made(fixture, recipes).map { try $0.get() }
    let alone = try made(fixture, recipes, isShared: false).map { try $0.get() }
    for (one, other) in zip(together, alone) { #expect(one.bytes == other.bytes) }
  }

  @Test(
    "none depends on which of the others are made, or when",
    arguments: ["photo.jpg", "photo.heic", "rgba.png", "orientation-6.jpg"])
  func independent(fixture: String) throws {
    let recipes = recipes([32, 100, 16, 80], [.jpeg, .webp])
    let all = try made(fixture, recipes).map { try $0.get() }
    let source = try Files.source(fixture)
    let sizes = SharedSizes(of: recipes.map(\.size))
    let backwards = SharedDecode(for: sizes)
    for (recipe, expected) in zip(recipes, all).reversed() {
      let pipeline = Pipeline(recipe: recipe, limits: PipelineLimits())
      #expect(try pipeline.run(source, sharing: backwards).bytes == expected.bytes)
      let single = try pipeline.run(source, sharing: SharedDecode(for: sizes))
      #expect(single.bytes == expected.bytes && single.decodes == 1)
    }
  }

  @Test(
    "however a picture lies, all come out the same way up",
    arguments: (1...8).flatMap { ["orientation-\($0).jpg", "orientation-\($0).heic"] }
      + ["orientation-6.tif", "irot-6.heic", "irot-8-exif-6.heic", "exif-6.heic"])
  func upright(fixture: String) throws {
    let recipes = recipes([100, 40, 12], [.jpeg, .png, .webp])
    let wanted = try Files.quadrants(Files.pixels(Fixtures.bytes("orientation-1.jpg")))
    for output in try made(fixture, recipes).map({ try $0.get() }) {
      let seen = try Files.quadrants(Files.pixels(output.bytes))
      #expect(areNear(seen, wanted, within: 40), "\(output.format) \(output.size)")
      #expect(try Source(output.bytes).facts.orientation == 1)
    }
  }

  @Test("what needs no change is passed on, once it is seen to be whole")
  func untouched() throws {
    let recipes = [
      Recipe(), Recipe(size: .longEdge(100), format: .fixed(.webp)), Recipe(format: .fixed(.png)),
    ]
    let outputs = try made("photo.jpg", recipes).map { try $0.get() }
    #expect(outputs.map(\.isUntouched) == [true, false, false])
    #expect(try outputs[0].bytes == Fixtures.bytes("photo.jpg"))
    #expect(outputs.map(\.decodes) == [1, 0, 0])
    let turned = try made("orientation-6.jpg", recipes).map { try $0.get() }
    #expect(turned.map(\.encodes) == [0, 1, 1])
    #expect(turned.map(\.decodes) == [1, 0, 0])
  }

  @Test(
    "of a damaged picture none is made, for the same reason",
    arguments: ["truncated.jpg", "truncated.png", "truncated.webp", "truncated.heic"])
  func damaged(fixture: String) throws {
    let errors = try made(fixture, recipes([40, 2000], [.jpeg, .png, .webp])).map { result in
      imagingError { try result.get() }
    }
    #expect(errors.allSatisfy { $0?.reason == .damaged })
    #expect(Set(errors.map { $0?.message }).count == 1)
  }

  @Test("each has a budget of its own, and one that can't be kept is the others' affair no more")
  func budgets() throws {
    let budgets = [30_000, 200, 9_000]
    let recipes = [600, 500, 200].enumerated().map { place, edge in
      Recipe(
        size: .longEdge(edge), format: .fixed(place == 2 ? .webp : .jpeg), metadata: .none,
        budget: ByteBudget(bytes: budgets[place], minimumQuality: 20, keepsSize: true))
    }
    for fixture in ["photo.jpg", "photo.heic"] {
      let outputs = try made(fixture, recipes)
      for place in [0, 2] {
        let output = try outputs[place].get()
        #expect(output.bytes.count <= budgets[place] && output.encodes > 0)
        #expect(output.decodes == (place == 0 ? 1 : 0))
      }
      #expect(imagingError { try outputs[1].get() }?.reason == .overBudget)
    }
  }

  @Test("a JPEG at full size fits its budget of the same decode")
  func wholeBudget() throws {
    let recipes = [
      Recipe(budget: ByteBudget(bytes: 30_000)),
      Recipe(size: .longEdge(100), format: .fixed(.jpeg)),
    ]
    let outputs = try made("photo.jpg", recipes).map { try $0.get() }
    #expect(outputs[0].bytes.count <= 30_000 && outputs[0].size == PixelSize(640, 480))
    #expect(outputs.map(\.decodes) == [1, 0])
  }

  @Test("scores are told of each")
  func scores() throws {
    let recipes = [300, 100].map {
      Recipe(size: .longEdge($0), format: .fixed(.webp), scoring: Scoring())
    }
    for output in try made("photo.jpg", recipes).map({ try $0.get() }) {
      #expect(try #require(output.score) > 50)
    }
  }

  @Test("an output that its format can't hold fails alone")
  func tooLarge() throws {
    let wide = try Pictures.plain([9, 9, 9], width: 17_000, height: 8).savePNG()
    let sizes = SharedSizes(of: [.unlimited, .longEdge(100)])
    let shared = SharedDecode(for: sizes)
    let source = try Source(wide)
    func make(_ recipe: Recipe) throws -> Rendering {
      try Pipeline(recipe: recipe, limits: PipelineLimits()).run(source, sharing: shared)
    }
    #expect(imagingError { try make(Recipe(format: .fixed(.webp))) }?.reason == .tooLarge)
    #expect(try make(Recipe(size: .longEdge(100), format: .fixed(.webp))).size.width == 100)
  }

  @Test("work that is no longer wanted ends as cancelled")
  func cancelled() throws {
    let shared = SharedDecode(for: SharedSizes(of: [.longEdge(100), .longEdge(50)]))
    let pipeline = Pipeline(
      recipe: Recipe(size: .longEdge(100), format: .fixed(.png)), limits: PipelineLimits())
    let source = try Files.source("photo.heic")
    #expect(
      imagingError { try pipeline.run(source, sharing: shared, isCancelled: { true }) }?.reason
        == .cancelled)
  }
}
