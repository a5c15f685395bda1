import Formats
import Heif
import Metadata
import TestSupport
import Testing
import Vips

@testable import Imaging

@Suite("What a HEIC is made with")
struct HEICTests {
  @Test("each effort names parameters, and none of them twice", arguments: HEVCEffort.all)
  func efforts(effort: Int) {
    let names = HEVCEffort.settings(effort, size: PixelSize(1024, 768)).map(\.name)
    #expect(names.contains("preset"))
    #expect(Set(names).count == names.count)
  }

  @Test("an effort beyond the ends is the one at the end")
  func ends() {
    let values = { HEVCEffort.settings($0, size: PixelSize(1024, 768)).map(\.value) }
    #expect(values(-1) == values(0))
    #expect(values(99) == values(9))
  }

  @Test(
    "where a side is shorter than a block, blocks are smaller",
    arguments: [(16, "16"), (31, "16"), (32, "32"), (63, "32")])
  func smallSide(side: Int, block: String) {
    for effort in HEVCEffort.all {
      let blocks = HEVCEffort.settings(effort, size: PixelSize(400, side)).filter {
        $0.name == "x265:ctu"
      }
      #expect(blocks.map(\.value) == [block])
    }
  }

  @Test(
    "rows of blocks are encoded side by side where one thread would take long",
    arguments: [(1600, 1200, "0"), (2048, 1024, "0"), (2048, 1025, "1"), (4032, 3024, "1")])
  func rows(width: Int, height: Int, value: String) {
    for effort in HEVCEffort.all {
      let settings = HEVCEffort.settings(effort, size: PixelSize(width, height))
      #expect(settings.last { $0.name == "x265:wpp" }?.value == value)
    }
  }

  @Test(
    "pictures with sides shorter than a block are encoded at every effort", arguments: [16, 33])
  func smallPictures(side: Int) throws {
    let image = try Files.pixels(Fixtures.bytes("photo.jpg")).resampled(to: PixelSize(400, side))
      .inMemory()
    for effort in HEVCEffort.all {
      var encoder = Encoder(format: .heic, quality: nil, threads: 1)
      encoder.effort = effort
      let made = try encoder.encode(image, metadata: PictureMetadata())
      #expect(try Files.pixels(made.bytes).height == side)
    }
  }

  @Test("a quality is that of a JPEG, on another scale that rises from end to end")
  func quality() {
    let scale = (1...100).map(HEVCQuality.heif)
    #expect(scale == scale.sorted() && scale.first == 2 && scale.last == 100)
    #expect(HEVCQuality.heif(80) == 51)
    #expect(HEVCQuality.heif(0) == 0 && HEVCQuality.heif(200) == 100)
  }

  @Test("the thumbnail is upright, of 320 pixels, and in the picture's colours")
  func thumbnail() throws {
    let source = try Files.pixels(Fixtures.bytes("photo.jpg"))
    let image = try source.resampled(to: PixelSize(320, 240)).resampled(to: PixelSize(1280, 960))
      .inMemory()
    let made = try encoder(thumbnailEdge: 320).encode(image, metadata: PictureMetadata())
    let picture = try HeifFile(made.bytes, maximumPixels: 2_000_000, threads: 0).primary()
    #expect((picture.width, picture.height) == (1280, 960))
    let small = try #require(picture.thumbnails.first)
    #expect((small.width, small.height) == (320, 240))
    #expect(small.iccProfile == picture.iccProfile)
    let shown = try VipsImage(
      plane: #require(small.decode(.rgb8).planes.first), interpretation: .srgb)
    let whole = try Files.pixels(made.bytes).resampled(to: PixelSize(320, 240)).inMemory()
    #expect(try meanDistance(shown.inMemory().samples(), whole.samples()) < 8)
  }

  @Test(
    "a picture gets one that is at least four times as long, and not too narrow for blocks",
    arguments: [(1280, 160, true), (1279, 160, false), (1280, 64, true), (1280, 60, false)])
  func thumbnailOfLong(width: Int, height: Int, hasOne: Bool) throws {
    let image = try Files.pixels(Fixtures.bytes("photo.jpg"))
      .resampled(to: PixelSize(width, height)).inMemory()
    let made = try encoder(thumbnailEdge: 320).encode(image, metadata: PictureMetadata())
    let file = try HeifFile(made.bytes, maximumPixels: 1_000_000, threads: 0)
    #expect(try file.primary().thumbnails.isEmpty != hasOne)
  }

  private func encoder(thumbnailEdge: Int) -> Encoder {
    var encoder = Encoder(format: .heic, quality: nil, threads: 1)
    encoder.effort = 0
    encoder.thumbnailEdge = thumbnailEdge
    return encoder
  }

  @Test(
    "none is made where none is asked for, and for those who keep no metadata",
    arguments: [
      Recipe(format: .fixed(.heic), effort: 0),
      Recipe(format: .fixed(.heic), effort: 0, addsThumbnail: true, metadata: .color),
      Recipe(format: .fixed(.heic), effort: 0, addsThumbnail: true),
    ])
  func noThumbnail(recipe: Recipe) throws {
    let made = try Files.made("photo.jpg", recipe)
    let file = try HeifFile(made.bytes, maximumPixels: 1_000_000, threads: 0)
    #expect(try file.primary().thumbnails.isEmpty)
  }

  @Test(
    "samples of 16 bits keep 10, and of 8 bits 8", arguments: [("deep.png", 10), ("gray.png", 8)])
  func depth(fixture: String, bits: Int) throws {
    let made = try Files.made(fixture, Recipe(format: .fixed(.heic), effort: 0))
    let file = try HeifFile(made.bytes, maximumPixels: 1_000_000, threads: 0)
    #expect(try file.primary().lumaBits == bits)
  }

  @Test("an encoder without 10 bits makes 8 of them, and that is said")
  func fallback() throws {
    let deep = try Pictures.plain([200, 60, 90], width: 8, height: 8).cast(.ushort)
      .copy(interpretation: .rgb16)
    var warnings: [PictureWarning] = []
    var tried: [Int] = []
    let bytes = try Encoder.ofMostBits(of: deep, warnings: &warnings) { bits in
      tried.append(bits)
      if bits == 10 { throw HeifError(.encoding, "bit depth not supported") }
      return [1]
    }
    #expect(bytes == [1] && tried == [10, 8])
    #expect(warnings.map(\.name) == ["bit-depth"])
  }

  @Test("a missing encoder is a failure, not a reason to try fewer bits")
  func missing() throws {
    let deep = try Pictures.plain([200, 60, 90], width: 8, height: 8).cast(.ushort)
      .copy(interpretation: .rgb16)
    var warnings: [PictureWarning] = []
    let error = errorThrown(HeifError.self) {
      try Encoder.ofMostBits(of: deep, warnings: &warnings) { _ in
        throw HeifError(.codecMissing, "none")
      }
    }
    #expect(error?.kind == .codecMissing && warnings.isEmpty)
  }
}
