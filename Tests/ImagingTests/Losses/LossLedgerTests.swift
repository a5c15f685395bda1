import Formats
import Metadata
import TestSupport
import Testing
import Vips

@testable import Imaging

@Suite("What a picture loses")
struct LossLedgerTests {
  private func losses(_ bytes: [UInt8], _ recipe: Recipe) throws -> [String] {
    let made = try Pipeline(recipe: recipe, limits: PipelineLimits()).run(Source(bytes))
    return made.warnings.filter { $0.loss != nil }.map(\.name)
  }

  private func losses(_ fixture: String, _ recipe: Recipe) throws -> [String] {
    try losses(Fixtures.bytes(fixture), recipe)
  }

  @Test(
    "bits are lost where the output has fewer",
    arguments: [
      ("deep.png", .jpeg, ["bit-depth"]), ("deep.png", .webp, ["bit-depth"]),
      ("deep.png", .png, []),
      ("deep.tif", .jpeg, ["bit-depth"]), ("deep.heic", .jpeg, ["bit-depth"]),
      ("deep.heic", .png, []), ("photo.heic", .png, []), ("palette.png", .webp, []),
    ] as [(String, ImageFormat, [String])])
  func bits(fixture: String, format: ImageFormat, names: [String]) throws {
    #expect(try losses(fixture, Recipe(size: .longEdge(40), format: .fixed(format))) == names)
  }

  @Test(
    "transparency is lost where something shows through, in a format without it",
    arguments: [
      ("rgba.png", .jpeg, ["alpha"]), ("gray-alpha.png", .jpeg, ["alpha"]),
      ("alpha.heic", .jpeg, ["alpha"]), ("alpha.webp", .png, []), ("transparent.gif", .webp, []),
    ] as [(String, ImageFormat, [String])])
  func alpha(fixture: String, format: ImageFormat, names: [String]) throws {
    #expect(try losses(fixture, Recipe(size: .longEdge(40), format: .fixed(format))) == names)
  }

  @Test("a channel that is opaque all over hides nothing", arguments: [8, 16])
  func opaque(bits: Int) throws {
    let opaque = try Pictures.waves(width: 50, height: 40, bands: 4)
    let deep = try opaque.linear([257], [0]).cast(.ushort).copy(interpretation: .rgb16)
    let png = try (bits == 8 ? opaque : deep).savePNG()
    let recipe = Recipe(size: .longEdge(30), format: .fixed(.jpeg))
    #expect(try losses(png, recipe) == (bits == 8 ? [] : ["bit-depth"]))
  }

  @Test("frames are lost where one of them is taken")
  func frames() throws {
    #expect(try losses("animated.webp", Recipe(format: .fixed(.png))) == ["frames"])
    #expect(try losses("animated.webp", Recipe()) == [], "passed on with all its frames")
  }

  private static let gainMap =
    "xmlns:h=\"http://ns.adobe.com/hdr-gain-map/1.0/\" h:Version=\"1.0\""
  private static let depth =
    "xmlns:d=\"http://ns.google.com/photos/1.0/depthmap/\" d:Data=\"AAAA\""

  /// A photo with attributes in its XMP, and bytes behind it.
  private func photo(
    _ attributes: String, _ trailer: [UInt8], orientation: Int = 1
  ) throws -> [UInt8] {
    var metadata = PictureMetadata()
    metadata.xmp = Array(
      """
      <x:xmpmeta xmlns:x="adobe:ns:meta/">\
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
      <rdf:Description rdf:about="" \(attributes)/></rdf:RDF></x:xmpmeta>
      """.utf8)
    if orientation != 1 {
      metadata.exif = try Files.metadata(Fixtures.bytes("orientation-\(orientation).jpg")).exif
    }
    let jpeg = try Pictures.waves(width: 64, height: 48).saveJPEG(quality: 80)
    return try JPEGMetadata.write(metadata, into: jpeg).value + trailer
  }

  private static let second = [UInt8]([0xFF, 0xD8, 0xFF, 0xD9])
  private static let video = [UInt8]([0, 0, 0, 16]) + Array("ftypmp42".utf8) + [0, 0, 0, 0]

  @Test("a gain map that is there is lost, its claims with it; one that was cut off is not")
  func gainMap() throws {
    let recipe = Recipe(size: .longEdge(32))
    let ultra = try photo(Self.gainMap, Self.second)
    #expect(try losses(ultra, recipe) == ["gain-map"])
    let made = try Pipeline(recipe: recipe, limits: PipelineLimits()).run(Source(ultra))
    #expect(try XMPClaims(in: #require(Files.metadata(made.bytes).xmp)) == [])
    #expect(try losses(photo(Self.gainMap, []), recipe) == [])
  }

  @Test("a video behind the picture is lost, and so is one behind a gain map")
  func video() throws {
    let recipe = Recipe(size: .longEdge(32))
    #expect(try losses(photo("", Self.video), recipe) == ["motion-video"])
    #expect(
      try losses(photo(Self.gainMap, Self.second + Self.video), recipe)
        == ["gain-map", "motion-video"])
  }

  @Test("what follows a picture unannounced is lost as well, but for zeros")
  func unannounced() throws {
    let recipe = Recipe(size: .longEdge(32))
    #expect(try losses(photo("", Self.second), recipe) == ["auxiliary"])
    #expect(try losses(photo("", Array("AXS!".utf8)), recipe) == ["metadata-left-out"])
    #expect(try losses(photo("", [0, 0, 0, 0]), recipe) == [])
  }

  @Test("byte for byte nothing is lost, and claims stay; edited, what follows the picture goes")
  func passedOn() throws {
    let ultra = try photo(Self.gainMap, Self.second + Self.video)
    let whole = try Pipeline(recipe: Recipe(), limits: PipelineLimits()).run(Source(ultra))
    #expect(whole.bytes == ultra && whole.warnings.isEmpty)
    #expect(try losses(ultra, Recipe(metadata: .safe)) == ["gain-map", "motion-video"])
  }

  @Test("a depth map inside XMP goes along, as long as the picture isn't turned")
  func depth() throws {
    let recipe = Recipe(size: .longEdge(32))
    #expect(try losses(photo(Self.depth, []), recipe) == [])
    let turned = try photo(Self.depth, [], orientation: 6)
    #expect(try losses(turned, recipe) == ["depth"])
    #expect(try losses(photo(Self.depth, []), Recipe(metadata: .safe)) == ["depth"])
  }

  // MARK: - Foreseen

  @Test(
    "the header alone foretells what will be lost",
    arguments: [
      ("deep.png", .fixed(.jpeg), ["bit-depth"]), ("deep.png", .fixed(.png), []),
      ("animated.gif", .fixed(.png), ["frames"]), ("animated.webp", .keep, []),
      ("pq.heic", .fixed(.jpeg), ["bit-depth"]),
      ("pq.heic", .fixed(.webp), ["hdr-transfer", "bit-depth"]), ("pq.heic", .fixed(.avif), []),
      ("photo.jpg", .fixed(.webp), []),
    ] as [(String, FormatChoice, [String])])
  func foreseen(fixture: String, choice: FormatChoice, names: [String]) throws {
    let source = try Files.source(fixture)
    let format = choice.format(for: source.facts, source: source.format)
    let found = LossLedger.foreseen(source.facts, source.format, to: format, Recipe(format: choice))
    #expect(found.map(\.name) == names)
  }

  // MARK: - Refused

  @Test("a loss that is refused fails the picture, and names what would be lost")
  func refused() throws {
    let source = try Files.source("animated.gif")
    func run(_ refused: Set<Loss>) throws -> Rendering {
      try Pipeline(
        recipe: Recipe(format: .fixed(.png)), limits: PipelineLimits(), refusing: refused
      ).run(source)
    }
    let error = imagingError { try run([.frames, .depth]) }
    #expect(error?.reason == .unsupported)
    #expect(error?.message.contains("frames (") == true)
    #expect(imagingError { try run([.depth]) } == nil)
  }
}
