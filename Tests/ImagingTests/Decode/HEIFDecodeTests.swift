import Formats
import Heif
import Pixels
import TestSupport
import Testing
import Vips

@testable import Imaging

@Suite("HEIFDecode")
struct HEIFDecodeTests {
  private func open(_ fixture: String) throws -> HEIFDecode {
    try HEIFDecode(Fixtures.bytes(fixture), limits: PipelineLimits())
  }

  @Test("the size is that of the primary picture as it is shown")
  func size() throws {
    #expect(try open("photo.heic").size == PixelSize(640, 480))
    #expect(try open("orientation-6.heic").size == PixelSize(48, 32))
    #expect(try open("second-primary.heic").size == PixelSize(96, 64))
    #expect(try open("grid.heic").size == PixelSize(160, 120))
    #expect(try open("grid-5.heic").size == PixelSize(120, 160))
  }

  @Test("a profile tells the meaning before code points do")
  func meaning() throws {
    let profile = try #require(open("p3-icc.heic").primary.iccProfile)
    #expect(try open("p3-icc.heic").meaning == .profile(profile))
    #expect(try open("p3-nclx.heic").meaning == .codePoints(primaries: 12, transfer: 13))
    #expect(try open("pq.heic").meaning == .codePoints(primaries: 9, transfer: 16))
  }

  @Test(
    "opaque pictures of 8 bits come in their planes, others as samples side by side",
    arguments: [
      ("quadrants.heic", nil), ("photo.heic", nil), ("grid.heic", nil), ("small.avif", nil),
      ("alpha.heic", 4), ("alpha.avif", 4), ("deep.heic", 3), ("pq.heic", 3),
    ] as [(String, Int?)])
  func layouts(fixture: String, bands: Int?) throws {
    let heif = try open(fixture)
    switch try heif.decode(heif.primary, isCancelled: { false }) {
    case .planes(let planes):
      #expect(bands == nil)
      #expect(planes.size == heif.size)
    case .raster(let image, let covered):
      #expect(image.bands == bands)
      #expect(image.size == heif.size && covered == nil)
    case .upright: Issue.record("it is brought to no size yet")
    }
  }

  @Test(
    "tiles come at the output's size, with the samples of the whole",
    arguments: ["grid.heic", "grid-5.heic"],
    [PixelSize(80, 60), PixelSize(79, 61), PixelSize(7, 5)])
  func tiles(fixture: String, target: PixelSize) throws {
    let heif = try open(fixture)
    guard case .planes(let whole) = try heif.decode(heif.primary, isCancelled: { false }) else {
      Issue.record("no planes")
      return
    }
    for forJPEG in [true, false] {
      guard
        case .planes(let made) = try heif.decode(
          for: target, forJPEG: forJPEG, isCancelled: { false })
      else {
        Issue.record("no planes")
        return
      }
      #expect(made.size == target && made.color == whole.color)
      #expect(made.chroma == (forJPEG ? .ycbcr420 : .ycbcr444))
      if forJPEG {
        let wanted = try whole.shrunk(to: target).planes.map(\.buffer.bytes)
        #expect(made.planes.map(\.buffer.bytes) == wanted)
      } else {
        #expect(try made.rgb(at: target).samples() == whole.rgb(at: target).samples())
      }
    }
  }

  @Test("at its own size a picture of tiles comes whole")
  func wholeTiles() throws {
    let heif = try open("grid.heic")
    guard
      case .planes(let made) = try heif.decode(
        for: heif.size, forJPEG: false, isCancelled: { false })
    else {
      Issue.record("no planes")
      return
    }
    #expect(made.size == heif.size && made.chroma == .ycbcr420)
  }

  @Test("brightness alone under a profile of colours comes as equal colours, so that it fits")
  func grayInColour() throws {
    var encoder = HeifEncoder(.hevc, quality: 90)
    encoder.iccProfile = try open("p3-icc.heic").primary.iccProfile
    let gray = try Pictures.plain([100], width: 64, height: 64)
    let heif = try HEIFDecode(encoder.encode(gray.pixels()), limits: PipelineLimits())
    #expect(heif.primary.chroma == .monochrome)
    guard case .raster(let image, _) = try heif.decode(heif.primary, isCancelled: { false }) else {
      Issue.record("no samples side by side")
      return
    }
    let picture = try ColouredPicture(image, meaning: heif.meaning)
    #expect(picture.profile == encoder.iccProfile && picture.warnings.isEmpty)
    #expect(areNear(try image.inMemory().colour(32, 32), [100, 100, 100], within: 2))
  }

  @Test("10 bits fill the whole range of 16")
  func deep() throws {
    let heif = try open("deep.heic")
    guard case .raster(let image, _) = try heif.decode(heif.primary, isCancelled: { false }) else {
      Issue.record("no samples side by side")
      return
    }
    #expect(image.format == .ushort && image.interpretation == .rgb16)
    let colour = try image.inMemory().colour(48, 32)
    // Red grows to the right, green down, blue is half.
    #expect(areNear(colour, [32_900, 33_300, 32_768], within: 1500), "\(colour)")
  }

  /// `photo.heic`, whose thumbnail has other colours, with nothing said of colours at all.
  private func sameColours() throws -> HEIFDecode {
    var bytes = try Fixtures.bytes("photo.heic")
    for _ in 0..<2 {
      let range = try #require(bytes.firstRange(of: Array("colr".utf8)))
      bytes.replaceSubrange(range, with: Array("free".utf8))
    }
    return try HEIFDecode(bytes, limits: PipelineLimits())
  }

  @Test(
    "a thumbnail serves where it is twice as large as the output and as good as the picture",
    arguments: [(PixelSize(80, 60), 160), (PixelSize(81, 60), 640), (PixelSize(1, 1), 160)])
  func thumbnail(target: PixelSize, width: Int) throws {
    #expect(try sameColours().picture(for: target).width == width)
    #expect(try open("photo.heic").picture(for: target).width == 640)
  }

  @Test("a picture beyond the limit is too large")
  func tooLarge() throws {
    let bytes = try Fixtures.bytes("photo.heic")
    let error = imagingError {
      let heif = try HEIFDecode(bytes, limits: PipelineLimits(maximumPixels: 1000))
      return try heif.decode(heif.primary, isCancelled: { false })
    }
    #expect(error?.reason == .tooLarge)
    #expect(error?.message.contains("--max-pixels") == true)
  }

  @Test("a picture that ends early is damaged")
  func truncated() throws {
    let error = imagingError {
      let heif = try open("truncated.heic")
      return try heif.decode(heif.primary, isCancelled: { false })
    }
    #expect(error?.reason == .damaged)
  }

  @Test("bytes that are no HEIF are refused")
  func garbage() {
    let error = imagingError {
      try HEIFDecode(Array("Not a picture.".utf8), limits: PipelineLimits())
    }
    #expect(error != nil)
    #expect(error?.stage == .read)
  }

  @Test(
    "what the library says becomes a reason",
    arguments: [
      (.damaged, .damaged), (.unsupported, .unsupported), (.codecMissing, .unsupported),
      (.tooLarge, .tooLarge), (.cancelled, .cancelled), (.other, .damaged),
    ] as [(HeifError.Kind, ImagingError.Reason)])
  func reasons(kind: HeifError.Kind, reason: ImagingError.Reason) {
    let error = ImagingError(HeifError(kind, "words"), opening: false)
    #expect(error.reason == reason && error.stage == .decode && error.detail == "words")
    #expect(ImagingError(HeifError(kind, ""), opening: true).stage == .read)
  }
}
