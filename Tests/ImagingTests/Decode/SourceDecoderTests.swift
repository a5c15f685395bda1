import Formats
import Metadata
import TestSupport
import Testing
import Vips

@testable import Imaging

@Suite("SourceDecoder")
struct SourceDecoderTests {
  private func decoder(_ fixture: String) throws -> SourceDecoder {
    try SourceDecoder(Files.source(fixture), limits: PipelineLimits()) { false }
  }

  @Test("EXIF turns a JPEG or TIFF", arguments: ["orientation-6.jpg", "orientation-6.tif"])
  func turned(fixture: String) throws {
    let found = try decoder(fixture)
    #expect(found.orientation == 6)
    #expect(found.displayedSize == PixelSize(48, 32))
  }

  @Test(
    "in HEIF the container has turned the pixels already, whatever EXIF says",
    arguments: ["orientation-6.heic", "irot-6.heic", "exif-6.heic", "irot-8-exif-6.heic"])
  func container(fixture: String) throws {
    let found = try decoder(fixture)
    #expect(found.orientation == 1)
    #expect(found.displayedSize == PixelSize(48, 32))
  }

  @Test("the pixels to decode are those of the size as stored")
  func storedTarget() throws {
    let found = try decoder("orientation-6.jpg")
    guard case .raster(let image, _) = try found.decode(for: PixelSize(6, 4)) else {
      Issue.record("no samples side by side")
      return
    }
    // Stored as 32×48, of which an eighth is just enough.
    #expect(image.size == PixelSize(4, 6))
  }

  @Test("a profile tells what samples mean; without one nothing does")
  func meaning() throws {
    let profile = try #require(try Files.metadata(Fixtures.bytes("p3.jpg")).icc)
    #expect(try decoder("p3.jpg").meaning == .profile(profile))
    #expect(try decoder("quadrants.png").meaning == .untagged)
    #expect(try decoder("p3-nclx.heic").meaning == .codePoints(primaries: 12, transfer: 13))
  }

  @Test(
    "of several pictures one is taken, with a warning",
    arguments: [
      ("animated.gif", 3), ("animated.webp", 3), ("pages.tif", 3), ("second-primary.heic", 2),
    ])
  func frames(fixture: String, count: Int) throws {
    #expect(try decoder(fixture).warnings.map(\.name) == ["frames"])
    #expect(try decoder(fixture).warnings.first?.message.contains("\(count)") == true)
  }

  @Test("a plain picture gives no warning", arguments: ["photo.jpg", "photo.heic", "rgba.png"])
  func quiet(fixture: String) throws {
    #expect(try decoder(fixture).warnings.isEmpty)
  }

  @Test("metadata is read from every container", arguments: ["photo.jpg", "photo.heic"])
  func metadata(fixture: String) throws {
    let found = try decoder(fixture).metadata
    #expect(found.exif != nil && found.xmp != nil && found.icc != nil)
  }
}
