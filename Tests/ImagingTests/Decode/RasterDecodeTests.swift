import Formats
import TestSupport
import Testing
import Vips

@testable import Imaging

@Suite("RasterDecode")
struct RasterDecodeTests {
  static let shrinks: [(stored: PixelSize, target: PixelSize, shrink: Int)] = [
    // Sides that 8 divides: as long as the target's pixels are there.
    (PixelSize(4032, 3024), PixelSize(504, 378), 8),
    (PixelSize(4032, 3024), PixelSize(505, 378), 4),
    (PixelSize(4032, 3024), PixelSize(1008, 756), 4),
    (PixelSize(4032, 3024), PixelSize(1920, 1440), 2),
    (PixelSize(4032, 3024), PixelSize(2016, 1512), 2),
    (PixelSize(4032, 3024), PixelSize(2017, 1512), 1),
    (PixelSize(4032, 3024), PixelSize(4032, 3024), 1),
    // Sides that leave a rest: twice as many.
    (PixelSize(4001, 3001), PixelSize(250, 187), 8),
    (PixelSize(4001, 3001), PixelSize(251, 187), 4),
    (PixelSize(4001, 3001), PixelSize(500, 375), 4),
    (PixelSize(4001, 3001), PixelSize(1000, 750), 2),
    (PixelSize(4001, 3001), PixelSize(1001, 751), 1),
    (PixelSize(4002, 3002), PixelSize(2001, 1501), 2),
    // One edge is enough to forbid it.
    (PixelSize(8000, 16), PixelSize(100, 16), 1),
    (PixelSize(16, 8), PixelSize(1, 1), 8),
    (PixelSize(1, 1), PixelSize(1, 1), 1),
    (PixelSize(7, 7), PixelSize(1, 1), 2),
  ]

  @Test("a JPEG is reduced while it is decoded, as far as nothing is lost", arguments: shrinks)
  func shrink(stored: PixelSize, target: PixelSize, shrink: Int) {
    #expect(RasterDecode.jpegShrink(stored: stored, target: target) == shrink)
  }

  private func raster(
    _ fixture: String, target: PixelSize
  ) throws -> (image: VipsImage, covered: CoveredSize?) {
    let source = try Files.source(fixture)
    let pixels = try RasterDecode.decode(
      source.bytes, source.format, stored: source.facts.storedSize, target: target)
    guard case .raster(let image, let covered) = pixels else { throw NotRaster() }
    return (image, covered)
  }

  private struct NotRaster: Error {}

  @Test("the reduced pixels tell what they stand for")
  func reduced() throws {
    let reduced = try raster("photo.jpg", target: PixelSize(80, 60))
    #expect(reduced.image.size == PixelSize(80, 60))
    #expect(reduced.covered == CoveredSize(width: 80, height: 60))
    let whole = try raster("photo.jpg", target: PixelSize(640, 480))
    #expect(whole.image.size == PixelSize(640, 480))
    #expect(whole.covered == nil)
  }

  @Test(
    "every format is read at its own size",
    arguments: [
      ("quadrants.png", 3, PixelSize(96, 64)), ("rgba.png", 4, PixelSize(96, 64)),
      ("gray-alpha.png", 2, PixelSize(96, 64)), ("lossy.webp", 3, PixelSize(160, 120)),
      ("alpha.webp", 4, PixelSize(96, 64)), ("transparent.gif", 4, PixelSize(96, 64)),
      ("quadrants.tif", 3, PixelSize(96, 64)), ("cmyk.jpg", 4, PixelSize(96, 64)),
      ("gray.jpg", 1, PixelSize(160, 120)),
    ])
  func formats(fixture: String, bands: Int, size: PixelSize) throws {
    let image = try raster(fixture, target: PixelSize(1000, 1000)).image
    #expect(image.bands == bands)
    #expect(image.size == size)
  }

  @Test(
    "only the first frame or page is decoded",
    arguments: ["animated.gif", "animated.webp", "pages.tif", "animated.png"])
  func firstFrame(fixture: String) throws {
    let image = try raster(fixture, target: PixelSize(48, 32)).image
    #expect(image.size == PixelSize(48, 32))
    let colour = try image.colour(24, 16)
    #expect(colour[0] > 150 && colour[1] < 100 && colour[2] < 100, "red, not \(colour)")
  }

  @Test(
    "formats without a decoder are named", arguments: [.bmp, .svg, .pdf, .heic] as [ImageFormat])
  func unsupported(format: ImageFormat) {
    let error = imagingError {
      try RasterDecode.decode([1, 2], format, stored: .zero, target: .zero)
    }
    #expect(error?.stage == .decode && error?.reason == .unsupported)
    #expect(error?.message == "\(format.rawValue) pictures can't be read")
  }

  @Test(
    "bytes that are no picture of the format are damaged",
    arguments: [.jpeg, .png, .webp, .gif, .tiff] as [ImageFormat])
  func garbage(format: ImageFormat) {
    let bytes = Array("Not a picture at all, whatever it is called.".utf8)
    let error = imagingError {
      try RasterDecode.decode(bytes, format, stored: PixelSize(1, 1), target: PixelSize(1, 1))
    }
    #expect(error?.stage == .decode && error?.reason == .damaged)
    #expect(error?.message == "the file is damaged or cut off")
  }
}
