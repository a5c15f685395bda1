import Formats
import Lcms
import Metadata
import TestSupport
import Testing
import Vips

@testable import Imaging

@Suite("Gain maps")
struct GainMapTests {
  @Test("a map shrinks with its picture, and means what it meant")
  func shrunk() throws {
    let made = try GainMapFiles.made(GainMapFiles.jpeg())
    let (found, image) = try GainMapFiles.map(in: made.bytes)
    #expect([image.width, image.height] == [24, 16])
    #expect(found.stored.metadata == GainMapFiles.metadata)
    #expect(areNear(try GainMapFiles.quarters(of: image), [0, 80, 160, 240], within: 12))
    #expect(made.warnings.isEmpty)
  }

  @Test("it is turned as its picture is, with and without loss", arguments: 1...8)
  func upright(orientation: Int) throws {
    // 96 × 64 and 48 × 32 are whole blocks: at full size nothing is decoded.
    for edge in [48, 96] {
      let file = try GainMapFiles.jpeg(orientation: orientation)
      let made = try GainMapFiles.made(file, Recipe(size: .longEdge(edge)))
      let image = try GainMapFiles.map(in: made.bytes).image
      let base = try Files.pixels(made.bytes).inMemory()
      #expect(image.width * 2 == base.width && image.height * 2 == base.height)
      #expect(
        areNear(
          try GainMapFiles.quarters(of: image), try GainMapFiles.quarters(of: base), within: 20))
    }
  }

  @Test(
    "sizes that are odd, tiny, or the map's own work",
    arguments: [(1, 1), (3, 5), (97, 63), (17, 1)])
  func sizes(width: Int, height: Int) throws {
    let map = try GainMapFiles.gray(width: width, height: height)
    let file = try GainMapFiles.jpeg(width: width, height: height, map: map)
    for edge in [1, 2, 50] {
      let recipe = Recipe(size: .longEdge(edge), quality: 70, limitsQuality: true)
      let made = try GainMapFiles.made(file, recipe)
      let image = try GainMapFiles.map(in: made.bytes).image
      #expect(image.width <= made.size.width && image.height <= made.size.height)
      #expect(made.warnings.isEmpty)
    }
  }

  @Test("three channels stay three, with numbers of their own")
  func channels() throws {
    let metadata = GainMapMetadata(
      channels: [1, 2, 3].map { .init(minimum: 0, maximum: $0) }, alternateHeadroom: 3)
    let map = try Pictures.plain([40, 120, 200], width: 48, height: 32)
    let made = try GainMapFiles.made(GainMapFiles.jpeg(map: map, metadata))
    let (found, image) = try GainMapFiles.map(in: made.bytes)
    #expect(found.stored.metadata == metadata)
    #expect(areNear(try image.colour(10, 10), [40, 120, 200], within: 6))
  }

  @Test("three gains name the colours that they are meant for where the picture gets others")
  func otherColours() throws {
    let profile = try #require(ColorProfile(primaries: 12, transfer: 13)?.bytes)
    let metadata = GainMapMetadata(
      channels: [1, 2, 3].map { .init(minimum: 0, maximum: $0) }, alternateHeadroom: 3)
    let map = try Pictures.plain([40, 120, 200], width: 48, height: 32)
    var recipe = Recipe(size: .longEdge(48), convertsToSRGB: true)
    let three = try GainMapFiles.map(
      in: GainMapFiles.made(GainMapFiles.jpeg(map: map, metadata, profile: profile), recipe).bytes)
    #expect(!three.found.stored.metadata.usesBaseColours)
    #expect(three.found.profile == profile)
    let one = try GainMapFiles.map(
      in: GainMapFiles.made(GainMapFiles.jpeg(profile: profile), recipe).bytes)
    #expect(one.found.stored.metadata.usesBaseColours && one.found.profile == nil)
    recipe.convertsToSRGB = false
    let kept = try GainMapFiles.map(
      in: GainMapFiles.made(GainMapFiles.jpeg(map: map, metadata, profile: profile), recipe).bytes)
    #expect(kept.found.stored.metadata.usesBaseColours)
  }

  @Test("dropped on demand, it leaves no trace and is no loss", arguments: [48, 96])
  func dropped(edge: Int) throws {
    let recipe = Recipe(size: .longEdge(edge), hdr: .drop)
    let made = try GainMapFiles.made(GainMapFiles.jpeg(), recipe)
    #expect(try JPEGGainMap.find(in: made.bytes) == nil)
    #expect(try !Source(made.bytes).facts.hasGainMap)
    #expect(made.warnings.isEmpty && !made.isUntouched)
  }

  @Test("byte for byte it stays where nothing has to be done")
  func untouched() throws {
    let file = try GainMapFiles.jpeg()
    #expect(try GainMapFiles.made(file, Recipe()).bytes == file)
  }

  @Test(
    "it goes along whatever becomes of the metadata",
    arguments: [MetadataPolicy.all, .safe, .color, .none])
  func metadata(policy: MetadataPolicy) throws {
    for edge in [48, 96] {
      let recipe = Recipe(size: .longEdge(edge), metadata: policy)
      let made = try GainMapFiles.made(GainMapFiles.jpeg(), recipe)
      #expect(try GainMapFiles.map(in: made.bytes).found.stored.metadata == GainMapFiles.metadata)
      #expect(made.warnings.isEmpty)
    }
  }

  @Test("a damaged map costs its picture nothing, and is told")
  func damaged() throws {
    var file = try GainMapFiles.jpeg()
    // Its end is gone, and with it most of its samples.
    let map = try #require(try JPEGGainMap.find(in: file)).bytes
    file.removeLast(map.count / 3)
    let made = try GainMapFiles.made(file)
    #expect(try JPEGGainMap.find(in: made.bytes) == nil)
    #expect(GainMapFiles.losses(made) == ["gain-map"])
    #expect(made.size == PixelSize(width: 48, height: 32))
  }

  @Test("a map that says nothing sound of itself stays behind, and is told")
  func flawed() throws {
    let metadata = GainMapMetadata(
      channels: [.init(minimum: 2, maximum: 1)], alternateHeadroom: 2)
    let made = try GainMapFiles.made(GainMapFiles.jpeg(metadata))
    #expect(try JPEGGainMap.find(in: made.bytes) == nil)
    #expect(GainMapFiles.losses(made) == ["gain-map"])
  }

  @Test("in a format without a place for it, it is lost, and fails whom that must not happen to")
  func noPlace() throws {
    let file = try GainMapFiles.jpeg()
    let recipe = Recipe(size: .longEdge(48), format: .fixed(.png))
    #expect(GainMapFiles.losses(try GainMapFiles.made(file, recipe)) == ["gain-map"])
    let error = imagingError {
      try Pipeline(recipe: recipe, limits: PipelineLimits(), refusing: [.gainMap]).run(Source(file))
    }
    #expect(error?.reason == .unsupported)
  }

  @Test("what is foretold of it is what happens", arguments: [ImageFormat.jpeg, .png, .heic])
  func foreseen(format: ImageFormat) throws {
    let source = try Source(GainMapFiles.jpeg())
    for hdr in HDRPolicy.allCases {
      let recipe = Recipe(size: .longEdge(48), format: .fixed(format), hdr: hdr)
      let made = try Pipeline(recipe: recipe, limits: PipelineLimits()).run(source)
      let foreseen = LossLedger.foreseen(source.facts, .jpeg, to: format, recipe)
      #expect(foreseen.map(\.name) == made.warnings.map(\.name))
    }
  }

  @Test("whatever the number of threads, the bytes are the same")
  func threads() throws {
    let file = try GainMapFiles.jpeg()
    #expect(
      try GainMapFiles.made(file, threads: 1).bytes == GainMapFiles.made(file, threads: 2).bytes)
  }

  @Test("several outputs of one decode have it each")
  func shared() throws {
    let source = try Source(GainMapFiles.jpeg())
    let limits: [SizeLimit] = [.longEdge(48), .longEdge(12)]
    let shared = SharedDecode(for: SharedSizes(of: limits))
    for limit in limits {
      let made = try Pipeline(recipe: Recipe(size: limit), limits: PipelineLimits())
        .run(source, sharing: shared)
      let image = try GainMapFiles.map(in: made.bytes).image
      #expect(image.width * 2 == made.size.width)
    }
  }
}
