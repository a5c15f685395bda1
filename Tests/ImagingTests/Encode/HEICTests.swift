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
    let names = HEVCEffort.settings(effort).map(\.name)
    #expect(names.contains("preset"))
    #expect(Set(names).count == names.count)
  }

  @Test("an effort beyond the ends is the one at the end")
  func ends() {
    #expect(HEVCEffort.settings(-1).map(\.value) == HEVCEffort.settings(0).map(\.value))
    #expect(HEVCEffort.settings(99).map(\.value) == HEVCEffort.settings(9).map(\.value))
  }

  @Test("the thumbnail is upright, of 320 pixels, and in the picture's colours")
  func thumbnail() throws {
    let recipe = Recipe(format: .fixed(.heic), effort: 0, addsThumbnail: true)
    let made = try Files.made("photo.jpg", recipe)
    let picture = try HeifFile(made.bytes, maximumPixels: 1_000_000, threads: 0).primary()
    #expect((picture.width, picture.height) == (640, 480))
    let small = try #require(picture.thumbnails.first)
    #expect((small.width, small.height) == (320, 240))
    #expect(small.iccProfile == picture.iccProfile)
    let shown = try VipsImage(
      plane: #require(small.decode(.rgb8).planes.first), interpretation: .srgb)
    let whole = try Files.pixels(made.bytes).resampled(to: PixelSize(320, 240)).inMemory()
    #expect(try meanDistance(shown.inMemory().samples(), whole.samples()) < 6)
  }

  @Test(
    "none is made for small pictures, where none is asked for, and for those who keep no metadata",
    arguments: [
      ("orientation-1.jpg", Recipe(format: .fixed(.heic), effort: 0, addsThumbnail: true)),
      ("photo.jpg", Recipe(format: .fixed(.heic), effort: 0)),
      (
        "photo.jpg",
        Recipe(format: .fixed(.heic), effort: 0, addsThumbnail: true, metadata: .color)
      ),
    ])
  func noThumbnail(fixture: String, recipe: Recipe) throws {
    let made = try Files.made(fixture, recipe)
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
