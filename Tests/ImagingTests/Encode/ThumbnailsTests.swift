import Formats
import Metadata
import TestSupport
import Testing
import Vips

@testable import Imaging

@Suite("Thumbnails")
struct ThumbnailsTests {
  /// A fixture with a thumbnail of its stored pixels, as cameras make them.
  private func input(
    _ fixture: String, orientation: Int, edge: Int = 32, quality: Int = 95
  ) throws -> [UInt8] {
    let bytes = try Fixtures.bytes(fixture)
    let stored = try Files.pixels(bytes).inMemory()
    let scale = Double(edge) / Double(max(stored.width, stored.height))
    let thumbnail = try stored.resize(scale: scale, vscale: scale).saveJPEG(quality: quality)
    var metadata = try Files.metadata(bytes)
    metadata.exif = SampleEXIF.block(orientation: orientation, thumbnail: thumbnail)
    return try JPEGMetadata.write(metadata, into: bytes).value
  }

  private func made(_ input: [UInt8], _ recipe: Recipe = Recipe()) throws -> Rendering {
    try Pipeline(recipe: recipe, limits: PipelineLimits()).run(Source(input))
  }

  private func thumbnail(_ bytes: [UInt8]) throws -> [UInt8]? {
    try Files.metadata(bytes).thumbnail.map(Array.init)
  }

  private func expectUpright(_ made: Rendering) throws {
    let small = try Files.pixels(#require(try thumbnail(made.bytes)))
    #expect((small.width > small.height) == (made.size.width > made.size.height))
    let wanted = try Files.quadrants(Files.pixels(Fixtures.bytes("quadrants.png")))
    #expect(try areNear(Files.quadrants(small), wanted, within: 30))
  }

  @Test("a picture that is turned without loss turns its thumbnail too", arguments: 2...8)
  func losslessly(orientation: Int) throws {
    let made = try made(input("orientation-\(orientation).jpg", orientation: orientation))
    #expect(made.encodes == 0)
    try expectUpright(made)
  }

  @Test(
    "so does one that is encoded anew", arguments: 2...8, [.jpeg, .png, .webp] as [ImageFormat])
  func encoded(orientation: Int, format: ImageFormat) throws {
    let input = try input("orientation-\(orientation).jpg", orientation: orientation)
    let made = try made(
      input, Recipe(format: .fixed(format), quality: 50, limitsQuality: true))
    #expect(made.encodes == 1)
    try expectUpright(made)
  }

  @Test("where nothing is turned it stays, byte for byte")
  func kept() throws {
    let before = try thumbnail(Fixtures.bytes("photo.jpg"))
    #expect(before != nil)
    for recipe in [Recipe(size: .longEdge(480)), Recipe(format: .fixed(.png))] {
      #expect(try thumbnail(Files.made("photo.jpg", recipe).bytes) == before)
    }
    let fromHEIC = try Files.made("photo.heic", Recipe())
    #expect(try thumbnail(fromHEIC.bytes) == before)
  }

  @Test("a picture made so small that one of 120 pixels saves nobody work has none")
  func superfluous() throws {
    #expect(try thumbnail(Files.made("photo.jpg", Recipe(size: .longEdge(479))).bytes) == nil)
    #expect(try thumbnail(Files.made("photo.jpg", Recipe(size: .longEdge(64))).bytes) == nil)
  }

  @Test("no thumbnail is larger than its picture")
  func larger() throws {
    var metadata = PictureMetadata()
    metadata.exif = try SampleEXIF.block(
      orientation: 1, thumbnail: Pictures.noise(width: 120, height: 80).saveJPEG(quality: 95))
    let made = try made(
      PNGMetadata.write(metadata, into: Fixtures.bytes("quadrants.png")).value,
      Recipe(format: .fixed(.jpeg)))
    let small = try Files.pixels(#require(try thumbnail(made.bytes)))
    #expect(small.size == made.size)
  }

  @Test("a thumbnail that lies beside an upright picture is made anew")
  func contradiction() throws {
    let bytes = try Fixtures.bytes("tall.png")
    var metadata = PictureMetadata()
    metadata.exif = try SampleEXIF.block(
      orientation: 1, thumbnail: Pictures.noise(width: 32, height: 24).saveJPEG(quality: 95))
    let made = try made(
      PNGMetadata.write(metadata, into: bytes).value, Recipe(format: .fixed(.jpeg)))
    let small = try Files.pixels(#require(try thumbnail(made.bytes)))
    #expect(small.size == PixelSize(16, 32))
  }

  @Test("a thumbnail that is said to need a turn of its own is made anew")
  func ownOrientation() throws {
    var metadata = PictureMetadata()
    metadata.exif = try SampleEXIF.block(
      orientation: 1, thumbnail: Pictures.noise(width: 32, height: 24).saveJPEG(quality: 95),
      thumbnailOrientation: 6)
    let made = try made(
      PNGMetadata.write(metadata, into: Fixtures.bytes("quadrants.png")).value,
      Recipe(format: .fixed(.jpeg)))
    try expectUpright(made)
    #expect(try Files.metadata(made.bytes).thumbnailOrientation == 1)
  }

  @Test("it follows the picture's colours to sRGB")
  func colours() throws {
    let input = try input("p3.jpg", orientation: 1, edge: 48)
    let before = try thumbnail(input)
    #expect(try thumbnail(made(input, Recipe(quality: 50, limitsQuality: true)).bytes) == before)
    let made = try made(input, Recipe(convertsToSRGB: true))
    #expect(try thumbnail(made.bytes) != before)
    try expectUpright(made)
  }

  @Test("without room for another one it goes, and nothing of it is left")
  func noRoom() throws {
    var metadata = PictureMetadata()
    let bytes = try Fixtures.bytes("orientation-6.jpg")
    let tiny: [UInt8] = [0xFF, 0xD8, 0xFF, 0xD9]
    metadata.exif = SampleEXIF.block(orientation: 6, thumbnail: tiny)
    let made = try made(JPEGMetadata.write(metadata, into: bytes).value)
    #expect(try thumbnail(made.bytes) == nil)
    let exif = try #require(Files.metadata(made.bytes).exif)
    #expect(TIFFReader(exif)?.directory(.thumbnail) == nil)
  }

  @Test("`safe` keeps none")
  func safe() throws {
    let input = try input("orientation-6.jpg", orientation: 6)
    #expect(try thumbnail(made(input, Recipe(metadata: .safe)).bytes) == nil)
  }
}
