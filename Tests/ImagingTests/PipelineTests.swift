import Exif
import Formats
import Metadata
import Synchronization
import TestSupport
import Testing
import Vips

@testable import Imaging

@Suite("Pipeline")
struct PipelineTests {
  @Test(
    "a picture becomes upright and small in one go",
    arguments: [
      ("photo.jpg", PixelSize(100, 75)), ("photo.heic", PixelSize(100, 75)),
      ("progressive.jpg", PixelSize(100, 75)), ("tall.png", PixelSize(48, 96)),
      ("lossy.webp", PixelSize(100, 75)), ("grid.heic", PixelSize(100, 75)),
    ])
  func shrinks(fixture: String, size: PixelSize) throws {
    let made = try Files.made(fixture, Recipe(size: .longEdge(100)))
    #expect(made.size == size)
    #expect(try Source(made.bytes).facts.displayedSize == size)
    #expect(try Files.pixels(made.bytes).size == size)
  }

  @Test("what was done is told")
  func account() throws {
    let made = try Files.made("photo.jpg", Recipe(size: .longEdge(64), quality: 55))
    #expect(made.format == .jpeg && made.quality == 55 && made.encodes == 1 && made.decodes == 1)
    #expect(!made.isUntouched && made.warnings.isEmpty)
  }

  static let orientations: [String] = (1...8).flatMap {
    ["orientation-\($0).jpg", "orientation-\($0).heic"]
  }

  @Test(
    "however a picture lies, it comes out the same way up, and says so",
    arguments: orientations + ["orientation-6.tif", "irot-6.heic", "irot-8-exif-6.heic"],
    [.longEdge(48), .longEdge(24)] as [SizeLimit])
  func upright(fixture: String, limit: SizeLimit) throws {
    let recipe = Recipe(size: limit, format: .fixed(.png))
    let (made, wanted) = (
      try Files.made(fixture, recipe), try Files.made("orientation-1.jpg", recipe)
    )
    #expect(made.size == wanted.size)
    let (seen, expected) = (try Files.pixels(made.bytes), try Files.pixels(wanted.bytes))
    #expect(try areNear(Files.quadrants(seen), Files.quadrants(expected), within: 24))
    let facts = try Source(made.bytes).facts
    #expect(facts.orientation == 1 && facts.storedSize == made.size)
    if let exif = try Files.metadata(made.bytes).exif {
      #expect(try [nil, 1].contains(ExifTags(tiff: exif).orientation))
    }
  }

  @Test("EXIF tells the new orientation and size")
  func exif() throws {
    let made = try Files.made("photo.jpg", Recipe(size: .longEdge(64)))
    let tags = try ExifTags(tiff: #require(Files.metadata(made.bytes).exif))
    #expect(tags.orientation == 1 && tags.pixelWidth == 64 && tags.pixelHeight == 48)
    #expect(tags.model == "iPhone 13")
  }

  @Test(
    "the profile is kept byte for byte",
    arguments: ["photo.jpg", "p3.jpg", "p3.png", "p3-icc.heic"],
    [.jpeg, .png, .webp, .avif, .tiff] as [ImageFormat])
  func profile(fixture: String, format: ImageFormat) throws {
    let made = try Files.made(fixture, Recipe(size: .longEdge(32), format: .fixed(format)))
    let before = try Files.metadata(Fixtures.bytes(fixture)).icc
    #expect(try Files.metadata(made.bytes).icc == before)
  }

  @Test("sRGB that is asked for needs no profile")
  func sRGB() throws {
    for fixture in ["p3.jpg", "p3.png", "p3-icc.heic", "p3-nclx.heic"] {
      let recipe = Recipe(size: .longEdge(48), format: .fixed(.png), convertsToSRGB: true)
      let made = try Files.made(fixture, recipe)
      #expect(try Files.metadata(made.bytes).icc == nil)
      let wanted = try Files.quadrants(Files.pixels(Fixtures.bytes("quadrants.png")))
      #expect(try areNear(Files.quadrants(Files.pixels(made.bytes)), wanted, within: 8))
    }
  }

  @Test(
    "nothing at all is said where nothing is to be kept",
    arguments: [.jpeg, .png, .webp, .avif] as [ImageFormat])
  func nothingSaid(format: ImageFormat) throws {
    let recipe = Recipe(size: .longEdge(64), format: .fixed(format), metadata: .none)
    #expect(try Files.metadata(Files.made("photo.jpg", recipe).bytes).isEmpty)
  }

  @Test("the profile of a JPEG XL is that of its decoder")
  func jpegXL() throws {
    let wide = try VipsImage.loadPNG(Fixtures.bytes("p3.png"))
      .withProfile(VipsImage.BuiltInProfile.p3.bytes())
    let source = try Source(wide.saveJXL(.lossless, effort: 3, keepProfile: true))
    let recipe = Recipe(format: .fixed(.png), convertsToSRGB: true)
    let made = try Pipeline(recipe: recipe, limits: PipelineLimits()).run(source)
    let wanted = try Files.quadrants(Files.pixels(Fixtures.bytes("quadrants.png")))
    #expect(try areNear(Files.quadrants(Files.pixels(made.bytes)), wanted, within: 4))
  }

  @Test("a HEIC becomes a JPEG with its EXIF, XMP and profile")
  func carried() throws {
    let made = try Files.made("photo.heic", Recipe(size: .longEdge(64)))
    #expect(made.format == .jpeg)
    let (before, after) = (
      try Files.metadata(Fixtures.bytes("photo.heic")), try Files.metadata(made.bytes)
    )
    #expect(after.icc == before.icc && after.xmp != nil)
    #expect(
      try ExifTags(tiff: #require(after.exif)).latitude
        == ExifTags(tiff: #require(before.exif)).latitude)
  }

  @Test("transparency makes a PNG of a HEIC, and white of a JPEG")
  func transparency() throws {
    let kept = try Files.made("alpha.heic", Recipe(size: .longEdge(48)))
    #expect(kept.format == .png)
    #expect(try Files.pixels(kept.bytes).hasAlpha)
    let flat = try Files.made("alpha.heic", Recipe(size: .longEdge(48), format: .fixed(.jpeg)))
    #expect(
      try areNear(Files.pixels(flat.bytes).inMemory().colour(1, 1), [255, 255, 255], within: 6))
  }

  @Test(
    "one of several pictures is made where it is asked for, without a warning",
    arguments: [
      ("pages.tif", 0), ("pages.tif", 1), ("pages.tif", 2), ("animated.gif", 1),
      ("animated.webp", 2),
    ])
  func picture(fixture: String, number: Int) throws {
    let recipe = Recipe(picture: number, size: .longEdge(24), format: .fixed(.png))
    let made = try Files.made(fixture, recipe)
    #expect(made.size == PixelSize(24, 16) && made.warnings.isEmpty)
    let seen = try Files.pixels(made.bytes).inMemory().colour(12, 8)
    // Red, green and blue follow each other.
    #expect(seen[number] == seen.prefix(3).max(), "\(seen)")
  }

  @Test("the first picture of a HEIF is its primary one, wherever it stands")
  func heifPictures() throws {
    let sizes = try [0, 1].map { number in
      try Files.made("second-primary.heic", Recipe(picture: number, format: .fixed(.png))).size
    }
    #expect(sizes == [PixelSize(96, 64), PixelSize(48, 32)])
    let error = imagingError { try Files.made("second-primary.heic", Recipe(picture: 2)) }
    #expect(error?.reason == .damaged)
  }

  @Test("a page takes along what is said about it, and nothing of the others'")
  func pageMetadata() throws {
    let made = try Files.made("pages.tif", Recipe(picture: 1, format: .fixed(.tiff)))
    let facts = try Source(made.bytes).facts
    #expect(facts.pictures == 1 && facts.displayedSize == PixelSize(48, 32))
  }

  @Test("high dynamic range is mapped where the format can't hold it, with a warning")
  func highDynamicRange() throws {
    let made = try Files.made("pq.heic", Recipe(size: .longEdge(48), format: .fixed(.webp)))
    #expect(made.warnings.map(\.name) == ["hdr-transfer", "bit-depth"])
    #expect(try Files.metadata(made.bytes).icc == nil)
  }

  @Test("a second thread changes nothing", arguments: ["photo.jpg", "photo.heic", "grid.heic"])
  func threads(fixture: String) throws {
    let recipe = Recipe(size: .longEdge(100))
    let made = [1, 2].map { PipelineLimits(threads: $0) }.map { limits in
      try? Files.made(fixture, recipe, limits: limits).bytes
    }
    #expect(made[0] != nil && made[0] == made[1])
  }

  // MARK: Failures

  @Test(
    "a file that is cut off fails as damaged, however small its output is",
    arguments: [
      "truncated.jpg", "truncated.png", "truncated.webp", "truncated.gif", "truncated.heic",
    ], [.unlimited, .longEdge(8)] as [SizeLimit])
  func truncated(fixture: String, limit: SizeLimit) {
    let error = imagingError { try Files.made(fixture, Recipe(size: limit)) }
    #expect(error?.reason == .damaged, "\(error?.message ?? "made")")
  }

  @Test("damage that only the pixels show is found on the way")
  func damaged() throws {
    let source = try Source(Files.pngOfTooFewPixels())
    let error = imagingError {
      try Pipeline(recipe: Recipe(size: .longEdge(10)), limits: PipelineLimits()).run(source)
    }
    #expect(error?.stage == .decode && error?.reason == .damaged)
    #expect(error?.message == "the file is damaged or cut off")
  }

  @Test("a picture beyond the limit is refused", arguments: ["photo.jpg", "photo.heic"])
  func tooLarge(fixture: String) {
    let error = imagingError {
      try Files.made(
        fixture, Recipe(size: .longEdge(8)), limits: PipelineLimits(maximumPixels: 307_199))
    }
    #expect(error?.stage == .read && error?.reason == .tooLarge)
  }

  @Test(
    "who wants it to stop is obeyed, whatever there is to do",
    arguments: ["photo.jpg", "photo.heic", "rgba.png", "animated.webp"],
    [.unlimited, .longEdge(8)] as [SizeLimit])
  func cancelled(fixture: String, limit: SizeLimit) throws {
    let source = try Files.source(fixture)
    let pipeline = Pipeline(recipe: Recipe(size: limit), limits: PipelineLimits())
    let error = imagingError { try pipeline.run(source) { true } }
    #expect(error?.reason == .cancelled)
  }

  @Test(
    "who wants it to stop is obeyed in the middle of the pixels, not only between the stages",
    arguments: [.unlimited, .longEdge(100)] as [SizeLimit])
  func cancelledOnTheWay(limit: SizeLimit) throws {
    let large = try Pictures.plain([90, 120, 60]).embed(
      x: 0, y: 0, width: 3000, height: 3000, extend: .copy)
    let source = try Source(large.savePNG(filter: .none))
    let pipeline = Pipeline(recipe: Recipe(size: limit), limits: PipelineLimits())
    let questions = Mutex(0)
    let error = imagingError {
      try pipeline.run(source) {
        questions.withLock { count in
          count += 1
          return count >= 10
        }
      }
    }
    #expect(error?.reason == .cancelled)
    #expect(questions.withLock { $0 } >= 10)
  }
}

@Suite("Pipeline: JPEGs whose coded data is not whole")
struct DamagedJPEGTests {
  /// A JPEG that ends properly although a part of its coded data is missing.
  private func damaged(keepingTail: Bool) throws -> [UInt8] {
    let whole = try Fixtures.bytes("photo.jpg")
    let middle = whole.count * 3 / 4
    let tail = keepingTail ? Array(whole[middle...]) : [0xFF, 0xD9]
    return whole[..<(keepingTail ? middle - 10_000 : middle)] + tail
  }

  @Test("data missing before a proper end is damage, not a grey area", arguments: [true, false])
  func missing(keepingTail: Bool) throws {
    let source = try Source(damaged(keepingTail: keepingTail))
    let pipeline = Pipeline(
      recipe: Recipe(size: .longEdge(100)), limits: PipelineLimits())
    let error = errorThrown(ImagingError.self) { try pipeline.run(source) }
    #expect(error?.reason == .damaged)
  }
}
