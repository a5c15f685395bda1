import Formats
import Metadata
import TestSupport
import Testing
import Vips

@testable import Imaging

@Suite("A budget of bytes")
struct BudgetTests {
  private func made(
    _ bytes: [UInt8], _ budget: ByteBudget, _ change: (inout Recipe) -> Void = { _ in }
  ) throws -> Rendering {
    var recipe = Recipe(metadata: .safe, budget: budget)
    change(&recipe)
    return try Pipeline(recipe: recipe, limits: PipelineLimits()).run(Source(bytes))
  }

  @Test(
    "no output is over it, and its pixels can be read",
    arguments: ["photo.jpg", "photo.heic", "progressive.jpg", "p3.jpg", "cmyk.jpg", "gray.jpg"],
    [40_000, 10_000, 3000, 1000])
  func under(fixture: String, bytes: Int) throws {
    let made = try made(Fixtures.bytes(fixture), ByteBudget(bytes: bytes))
    #expect(made.bytes.count <= bytes)
    #expect(made.decodes == 1)
    #expect(try Files.pixels(made.bytes).size == made.size)
  }

  @Test(
    "a budget of just the bytes of a rung gives that rung, one byte less the next one",
    arguments: ["photo.heic", "photo.jpg"], [ImageFormat.jpeg, .webp, .heic])
  func walk(fixture: String, format: ImageFormat) throws {
    let input = try Fixtures.bytes(fixture)
    func best(_ bytes: Int) throws -> Rendering {
      try made(input, ByteBudget(bytes: bytes, keepsSize: true)) {
        $0.format = .fixed(format)
        $0.size = .longEdge(320)
        $0.metadata = .none
      }
    }
    var budget = 10_000_000
    for quality in stride(from: 90, through: 10, by: -10) {
      let rung = try best(budget)
      #expect(rung.quality == quality && rung.bytes.count <= budget)
      let again = try best(rung.bytes.count)
      #expect(again.bytes == rung.bytes)
      #expect(again.encodes <= 5 && rung.encodes <= 5)
      budget = rung.bytes.count - 1
    }
    #expect(imagingError { try best(budget) }?.reason == .overBudget)
  }

  @Test("what fits, is upright and says nothing private is left as it is, also its own outputs")
  func unchanged() throws {
    for fixture in ["photo.jpg", "photo.heic", "rgba.png", "quadrants.png"] {
      let once = try made(Fixtures.bytes(fixture), ByteBudget(bytes: 20_000))
      let twice = try made(once.bytes, ByteBudget(bytes: 20_000))
      #expect(twice.isUntouched && twice.bytes == once.bytes, "\(fixture)")
    }
  }

  @Test("so is one that was made for another format", arguments: [ImageFormat.heic, .webp, .avif])
  func unchangedOfFormat(format: ImageFormat) throws {
    let once = try made(Fixtures.bytes("photo.jpg"), ByteBudget(bytes: 20_000)) {
      $0.format = .fixed(format)
    }
    #expect(once.format == format && once.bytes.count <= 20_000)
    let twice = try made(once.bytes, ByteBudget(bytes: 20_000)) { $0.format = .keep }
    #expect(twice.isUntouched)
  }

  @Test("a JPEG is not given more quality than it has")
  func cap() throws {
    // Of quality 80.
    let made = try made(Fixtures.bytes("photo.jpg"), ByteBudget(bytes: 200_000)) {
      $0.convertsToSRGB = true
    }
    #expect(made.quality == 80)
  }

  @Test(
    "a JPEG that lies comes out upright, of one decode, at its size and below",
    arguments: [600, 400])
  func lying(bytes: Int) throws {
    let lying = try Files.source("orientation-6.jpg")
    let made = try made(Fixtures.bytes("orientation-6.jpg"), ByteBudget(bytes: bytes))
    #expect(made.bytes.count <= bytes && made.decodes == 1)
    #expect(
      (made.size.width > made.size.height)
        == (lying.facts.displayedSize.width > lying.facts.displayedSize.height))
  }

  @Test("below the lowest quality the picture is scaled down, no more than it has to be")
  func scaled() throws {
    let input = try Fixtures.bytes("photo.jpg")
    let budget = ByteBudget(bytes: 6000, minimumQuality: 60)
    let made = try made(input, budget)
    #expect(made.quality == 60 && made.bytes.count <= 6000)
    let whole = try Source(input).facts.displayedSize
    let sizes = BudgetJob.sizes(below: whole)
    let place = try #require(sizes.firstIndex(of: made.size))
    try #require(place > 0)
    let larger = SizeLimit.box(width: sizes[place - 1].width, height: sizes[place - 1].height)
    let error = imagingError {
      try self.made(input, ByteBudget(bytes: 6000, minimumQuality: 60, keepsSize: true)) {
        $0.size = larger
      }
    }
    #expect(error?.reason == .overBudget, "the next larger size doesn't fit")
  }

  @Test("where the size has to stay, the failure tells the smallest one reached")
  func refused() throws {
    let error = try #require(
      imagingError {
        try made(Fixtures.bytes("photo.jpg"), ByteBudget(bytes: 1000, keepsSize: true))
      })
    #expect(error.reason == .overBudget)
    #expect(error.message.contains("1000 bytes"))
    let numbers = error.message.split { !$0.isNumber }.compactMap { Int($0) }
    #expect(numbers.contains { $0 > 1000 })
  }

  @Test("a budget that nothing fits is refused")
  func impossible() throws {
    let error = imagingError { try made(Fixtures.bytes("photo.jpg"), ByteBudget(bytes: 10)) }
    #expect(error?.reason == .overBudget)
  }

  @Test("a PNG without transparency that is too large becomes a JPEG where the choice is ours")
  func opaquePNG() throws {
    let png = try Pictures.noise(width: 100, height: 80).savePNG()
    #expect(try made(png, ByteBudget(bytes: 20_000)).format == .jpeg)
    let error = imagingError { try made(png, ByteBudget(bytes: 2000)) { $0.format = .keep } }
    #expect(error?.message.contains("--format jpeg") == true)
  }

  @Test("one with transparency stays a PNG, of fewer colours where that fits, or fails")
  func transparentPNG() throws {
    let noise = try Pictures.noise(width: 120, height: 100)
    let clear = try Pictures.plain([128], width: 120, height: 100)
    let png = try VipsImage.bandjoin([noise, clear]).copy(interpretation: .srgb).savePNG()
    let few = try made(png, ByteBudget(bytes: png.count * 3 / 4))
    #expect(few.format == .png && few.bytes.count <= png.count * 3 / 4)
    // Where others have lost quality, it is to have fewer colours although there is room.
    var level = ByteBudget(bytes: png.count * 2)
    level.ceiling = 50
    #expect(try made(png, level).bytes == few.bytes)
    #expect(few.warnings.map(\.name).contains("palette"))
    let error = imagingError { try made(png, ByteBudget(bytes: 500)) }
    #expect(error?.reason == .overBudget && error?.message.contains("--format webp") == true)
    let webp = try made(png, ByteBudget(bytes: 5000)) { $0.format = .fixed(.webp) }
    #expect(webp.format == .webp && webp.bytes.count <= 5000)
    #expect(try Files.pixels(webp.bytes).hasAlpha)
  }

  @Test("metadata counts, and makes room where it would take more than the picture")
  func metadata() throws {
    var said = PictureMetadata()
    said.xmp =
      Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'></x:xmpmeta>".utf8)
      + [UInt8](repeating: 32, count: 20_000)
    let heavy = try JPEGMetadata.write(said, into: Fixtures.bytes("photo.jpg")).value
    let made = try made(heavy, ByteBudget(bytes: 15_000)) { $0.metadata = .all }
    #expect(made.bytes.count <= 15_000)
    #expect(made.warnings.map(\.name).contains("metadata-left-out"))
    let kept = try self.made(heavy, ByteBudget(bytes: 42_000)) { $0.metadata = .all }
    #expect(kept.bytes.count <= 42_000)
    #expect(try Files.metadata(kept.bytes).xmp?.count == said.xmp?.count)
  }

  @Test("a profile that would take more than half makes room as well, the colours turned to sRGB")
  func profile() throws {
    let profile: [UInt8] = try #require(Files.metadata(Fixtures.bytes("p3.jpg")).icc)
    let half = profile.count * 3 / 2
    let made = try made(Fixtures.bytes("p3.jpg"), ByteBudget(bytes: half))
    #expect(made.bytes.count <= half)
    #expect(try Files.metadata(made.bytes).icc == nil)
  }

  @Test("what a run has learned changes no byte")
  func memory() throws {
    let memory = SizeMemory()
    let recipe = Recipe(metadata: .safe, budget: ByteBudget(bytes: 15_000))
    let source = try Files.source("photo.heic")
    let runs = try (0..<3).map { _ in
      try Pipeline(recipe: recipe, limits: PipelineLimits(), memory: memory).run(source)
    }
    #expect(runs[0].bytes == runs[1].bytes && runs[1].bytes == runs[2].bytes)
    #expect(runs[2].encodes <= 2, "what fits, and its neighbour")
  }
}
