import Formats
import Heif
import Metadata
import TestSupport
import Testing
import Vips

@testable import Imaging

@Suite("JPEGPlanesDecode")
struct JPEGPlanesDecodeTests {
  static let eighths: [(stored: PixelSize, target: PixelSize, eighths: Int)] = [
    // Twice the target's pixels are left, whether an eighth of the sides is a whole number or not.
    (PixelSize(4032, 3024), PixelSize(252, 189), 1),
    (PixelSize(4032, 3024), PixelSize(320, 240), 2),
    (PixelSize(4032, 3024), PixelSize(504, 378), 2),
    (PixelSize(4032, 3024), PixelSize(960, 720), 4),
    (PixelSize(4032, 3024), PixelSize(1920, 1440), 8),
    (PixelSize(4032, 3024), PixelSize(4032, 3024), 8),
    (PixelSize(4001, 3001), PixelSize(250, 187), 1),
    (PixelSize(4001, 3001), PixelSize(251, 187), 2),
    // One edge is enough to forbid it.
    (PixelSize(8000, 16), PixelSize(100, 16), 8),
    (PixelSize(1, 1), PixelSize(1, 1), 8),
  ]

  @Test("a JPEG is reduced while it is decoded, as far as it does not show", arguments: eighths)
  func reduction(stored: PixelSize, target: PixelSize, eighths: Int) {
    #expect(JPEGPlanesDecode.eighths(stored: stored, target: target) == eighths)
  }

  private func planes(_ bytes: [UInt8], orientation: Int = 1) throws -> JPEGPlanesDecode? {
    JPEGPlanesDecode(
      bytes, try Source(bytes).facts, orientation: orientation, maximumPixels: 1 << 20)
  }

  @Test(
    "the planes of a JPEG show what its pixels show, however it lies and whatever its chroma",
    arguments: 1...8, [true, false])
  func likePixels(orientation: Int, isHalved: Bool) throws {
    // Odd sides: the chroma of what is mirrored starts at the other edge.
    let (stored, small) = (PixelSize(197, 131), PixelSize(79, 53))
    let jpeg = try Pictures.waves(width: stored.width, height: stored.height)
      .saveJPEG(quality: 98, subsampling: isHalved ? .on : .off)
    for lying in [stored, small] {
      let target = lying.upright(from: orientation)
      for reduction in [ChromaReduction.none, .halves] {
        let decode = try #require(try planes(jpeg, orientation: orientation))
        let picture = try #require(try decode.picture(at: target, reduction) { false })
        #expect(picture.size == target && picture.isJPEGs)
        #expect(picture.chroma == (reduction == .halves ? .ycbcr420 : .ycbcr444))
        let seen = try picture.rgb(at: target).samples()
        let wanted = try VipsImage.loadJPEG(jpeg).inMemory().resampled(to: lying)
          .inMemory().upright(from: orientation).samples()
        #expect(seen.count == wanted.count)
        #expect(meanDistance(seen, wanted) < 1.5)
      }
    }
  }

  @Test("gray stays gray")
  func gray() throws {
    let jpeg = try Pictures.waves(width: 64, height: 48, bands: 1).saveJPEG(quality: 90)
    let decode = try #require(try planes(jpeg, orientation: 6))
    #expect(decode.isGray)
    let picture = try #require(try decode.picture(at: PixelSize(24, 32), .halves) { false })
    #expect(picture.chroma == .monochrome && picture.planes.count == 1)
    #expect(picture.size == PixelSize(24, 32))
  }

  @Test("four inks, and red, green and blue as they are, are left to others")
  func others() throws {
    #expect(try planes(Fixtures.bytes("cmyk.jpg")) == nil)
    // An Adobe segment that says: no transform.
    let jpeg = try Pictures.waves(width: 32, height: 24).saveJPEG(quality: 90, subsampling: .off)
    let adobe: [UInt8] = [0xFF, 0xEE, 0, 14] + Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0]
    let bare = try #require(JPEGMetadata.picture(of: jpeg, readLike: jpeg))
    // Behind the start of the image; a JFIF segment would speak of Y, Cb, Cr.
    let end =
      bare.starts(with: [0xFF, 0xD8, 0xFF, 0xE0]) ? 4 + Int(bare[4]) << 8 + Int(bare[5]) : 2
    let rgb = Array(bare.prefix(2)) + adobe + Array(bare.dropFirst(end))
    #expect(try Source(rgb).facts.jpeg?.colorModel == .rgb)
    #expect(try planes(rgb) == nil)
  }

  @Test("damage anywhere is damage", arguments: [0.3, 0.6, 0.95])
  func damaged(share: Double) throws {
    let jpeg = try Pictures.noise(width: 160, height: 120).saveJPEG(quality: 90)
    let cut = Array(jpeg.prefix(Int(Double(jpeg.count) * share)))
    let decode = try #require(
      JPEGPlanesDecode(cut, Source(jpeg).facts, orientation: 1, maximumPixels: 1 << 20))
    let error = imagingError { try decode.picture(at: PixelSize(80, 60), .halves) { false } }
    #expect(error?.stage == .decode && error?.reason == .damaged)
    #expect(error?.message == "the file is damaged or cut off")
  }

  @Test("nobody waits for what is cancelled")
  func cancelled() throws {
    let decode = try #require(try planes(Fixtures.bytes("photo.jpg")))
    let error = imagingError { try decode.picture(at: PixelSize(80, 60), .halves) { true } }
    #expect(error?.reason == .cancelled)
  }

  static let qualities: [(quality: Int, chroma: String, subsampling: String)] = [
    (80, "4:2:0", "4:2:0"), (89, "4:4:4", "4:2:0"), (90, "4:2:0", "4:4:4"), (95, "4:4:4", "4:4:4"),
  ]

  @Test("a smaller JPEG has halved chroma below quality 90", arguments: qualities)
  func chroma(quality: Int, chroma: String, subsampling: String) throws {
    let jpeg = try Pictures.waves(width: 160, height: 120)
      .saveJPEG(quality: 96, subsampling: chroma == "4:2:0" ? .on : .off)
    let recipe = Recipe(size: .longEdge(80), quality: quality)
    let made = try Pipeline(recipe: recipe, limits: PipelineLimits()).run(Source(jpeg))
    #expect(try Source(made.bytes).facts.jpeg?.subsampling == subsampling)
    #expect(made.size == PixelSize(80, 60))
  }

  @Test("planes go straight into a JPEG, and pixels are made where colours change")
  func job() throws {
    let source = try Source(Fixtures.bytes("p3.jpg"))
    let decoder = try SourceDecoder(source, limits: PipelineLimits()) { false }
    for (format, toSRGB, isPlanar) in [
      (ImageFormat.jpeg, false, true), (.jpeg, true, false), (.webp, false, false),
    ] {
      let job = OutputJob(
        recipe: Recipe(convertsToSRGB: toSRGB), format: format, target: PixelSize(24, 16),
        threads: 1)
      let pixels = try job.decode(decoder).pixels
      if case .planes = pixels { #expect(isPlanar) } else { #expect(!isPlanar) }
    }
  }
}
