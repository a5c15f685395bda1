import Exif
import Formats
import Metadata
import TestSupport
import Testing
import Vips

@testable import Imaging

@Suite("PassThrough")
struct PassThroughTests {
  static let small = [
    "photo.jpg", "progressive.jpg", "cmyk.jpg", "quadrants.png", "animated.png", "palette.png",
    "lossy.webp", "animated.webp", "p3.png", "deep.png", "quadrants.tif", "pages.tif",
  ]

  @Test(
    "a picture that is small enough, upright and of the wanted format passes byte for byte",
    arguments: small)
  func untouched(fixture: String) throws {
    let made = try Files.made(fixture, Recipe(size: .longEdge(1920)))
    #expect(try made.bytes == Fixtures.bytes(fixture))
    #expect(made.isUntouched && made.encodes == 0 && made.quality == nil)
    #expect(made.decodes == 1, "that it is whole has to be seen")
    #expect(try made.size == Files.source(fixture).facts.displayedSize)
  }

  @Test(
    "so does a HEIF that is to stay one", arguments: ["photo.heic", "alpha.heic", "small.avif"])
  func heif(fixture: String) throws {
    let made = try Files.made(fixture, Recipe(format: .keep))
    #expect(made.isUntouched)
    #expect(try made.bytes == Fixtures.bytes(fixture))
  }

  @Test("so does one that is turned by no quarter, as many cameras say it")
  func noQuarter() throws {
    var bytes = try Fixtures.bytes("irot-6.heic")
    let box = try #require(bytes.firstRange(of: Array("irot".utf8)))
    bytes[box.upperBound] = 0
    let recipe = Recipe(format: .keep)
    let made = try Pipeline(recipe: recipe, limits: PipelineLimits()).run(Source(bytes))
    #expect(made.isUntouched && made.bytes == bytes)
  }

  @Test(
    "so does one whose metadata can't be edited, where none of it has to go",
    arguments: ["quadrants.tif", "small.avif"])
  func nothingToLeaveOut(fixture: String) throws {
    #expect(try Files.made(fixture, Recipe(format: .keep, metadata: .safe)).isUntouched)
  }

  @Test(
    "whatever has to change is made anew",
    arguments: [
      ("photo.jpg", Recipe(size: .longEdge(639))), ("photo.jpg", Recipe(format: .fixed(.png))),
      ("photo.heic", Recipe()),
      ("gray.jpg", Recipe(format: .fixed(.webp))),
      ("p3.jpg", Recipe(convertsToSRGB: true)), ("p3.png", Recipe(metadata: .none)),
      ("cmyk.jpg", Recipe(convertsToSRGB: true)), ("transparent.gif", Recipe()),
      ("pages.tif", Recipe(picture: 0)), ("animated.webp", Recipe(picture: 1)),
      ("photo.heic", Recipe(format: .keep, metadata: .safe)),
      ("p3-nclx.heic", Recipe(format: .keep, convertsToSRGB: true)),
      ("pq.heic", Recipe(format: .keep, convertsToSRGB: true)),
    ])
  func remade(fixture: String, recipe: Recipe) throws {
    let made = try Files.made(fixture, recipe)
    #expect(!made.isUntouched && made.encodes == 1)
  }

  @Test("colours by code points alone become sRGB as well")
  func codePoints() throws {
    let made = try Files.made("p3-nclx.heic", Recipe(format: .keep, convertsToSRGB: true))
    let wanted = try Files.quadrants(Files.pixels(Fixtures.bytes("quadrants.png")))
    #expect(try areNear(Files.quadrants(Files.pixels(made.bytes)), wanted, within: 10))
  }

  @Test(
    "a HEIC that its container turns is turned for good",
    arguments: ["irot-6.heic", "orientation-3.heic", "irot-8-exif-6.heic", "exif-6.heic"])
  func turnedHEIC(fixture: String) throws {
    let made = try Files.made(fixture, Recipe(format: .keep))
    #expect(made.format == .heic && made.encodes == 1 && made.size == PixelSize(48, 32))
    let facts = try Source(made.bytes).facts
    #expect(facts.displayedSize == PixelSize(48, 32))
    // What stands over of the encoder's blocks may be cut off.
    let turns = try #require(facts.heif).transforms.filter {
      if case .crop = $0 { false } else { true }
    }
    #expect(turns.isEmpty)
    // Done once, there is nothing left to do.
    let again = try Pipeline(recipe: Recipe(format: .keep), limits: PipelineLimits())
      .run(Source(made.bytes))
    #expect(again.isUntouched)
    if let exif = try Files.metadata(made.bytes).exif {
      #expect(try [nil, 1].contains(ExifTags(tiff: exif).orientation))
    }
  }

  // MARK: Less metadata around the same pixels

  /// `photo.jpg`, and files of the other formats that say as much.
  private func talkative(_ format: ImageFormat) throws -> [UInt8] {
    let said = try Files.metadata(Fixtures.bytes("photo.jpg"))
    return switch format {
    case .png: try PNGMetadata.write(said, into: Fixtures.bytes("quadrants.png")).value
    case .webp: try WebPMetadata.write(said, into: Fixtures.bytes("lossy.webp")).value
    default: try Fixtures.bytes("photo.jpg")
    }
  }

  /// The bytes of a file that are pixels: what is left when all that is said is taken away.
  private func coded(_ bytes: [UInt8], _ format: ImageFormat) throws -> [UInt8] {
    try PictureMetadata().written(into: bytes, format).value
  }

  @Test(
    "a policy takes metadata away and leaves the coded pixels as they are",
    arguments: [.jpeg, .png, .webp] as [ImageFormat], [.safe, .color] as [MetadataPolicy])
  func repackaged(format: ImageFormat, policy: MetadataPolicy) throws {
    let input = try talkative(format)
    let made = try Pipeline(recipe: Recipe(metadata: policy), limits: PipelineLimits())
      .run(Source(input))
    #expect(!made.isUntouched && made.encodes == 0)
    #expect(try coded(made.bytes, format) == coded(input, format))
    let (before, after) = (try Files.metadata(input), try Files.metadata(made.bytes))
    #expect(after.icc == before.icc)
    if policy == .color {
      #expect(after.exif == nil && after.xmp == nil && after.iptc == nil && after.comments.isEmpty)
    } else {
      let tags = try ExifTags(tiff: #require(after.exif))
      #expect(tags.latitude == nil && tags.model == "iPhone 13")
    }
  }

  @Test("without a profile nothing has to be converted, and `none` leaves the pixels too")
  func nothing() throws {
    let made = try Files.made("orientation-1.jpg", Recipe(metadata: .none))
    #expect(made.encodes == 0 && !made.isUntouched)
    #expect(try Files.metadata(made.bytes).isEmpty)
    let input = try Fixtures.bytes("orientation-1.jpg")
    #expect(try coded(made.bytes, .jpeg) == coded(input, .jpeg))
  }

  @Test("with a profile `none` converts to sRGB first")
  func nothingConverted() throws {
    let made = try Files.made("p3.png", Recipe(metadata: .none))
    #expect(made.encodes == 1)
    #expect(try Files.metadata(made.bytes).isEmpty)
    let wanted = try Files.quadrants(Files.pixels(Fixtures.bytes("quadrants.png")))
    #expect(try areNear(Files.quadrants(Files.pixels(made.bytes)), wanted, within: 3))
  }

  // MARK: Damage

  @Test(
    "a file that needs no work is damaged all the same when it is cut",
    arguments: ["truncated.jpg", "truncated.png", "truncated.webp", "truncated.heic"])
  func truncated(fixture: String) throws {
    let error = imagingError { try Files.made(fixture, Recipe(format: .keep)) }
    #expect(error?.reason == .damaged)
  }

  @Test(
    "rubbish between segments of a JPEG's header harms nothing, and hides no damage behind it",
    arguments: [nil, SizeLimit.longEdge(64)], [false, true])
  func rubbish(limit: SizeLimit?, isCut: Bool) throws {
    var bytes = try Fixtures.bytes("photo.jpg")
    // An end of the picture where half of it is still to come.
    if isCut { bytes.replaceSubrange((bytes.count / 2)..., with: [0xFF, 0xD9]) }
    // Behind SOI and the first segment, whose length counts itself.
    bytes.insert(contentsOf: [1, 2, 3, 4, 5], at: 4 + Int(bytes[4]) << 8 + Int(bytes[5]))
    var recipe = Recipe(format: .keep)
    if let limit { recipe.size = limit }
    let source = try Source(bytes)
    let error = imagingError {
      try Pipeline(recipe: recipe, limits: PipelineLimits()).run(source)
    }
    #expect(error?.reason == (isCut ? .damaged : nil))
  }

  @Test("damage that only the pixels show is found")
  func hidden() throws {
    let bytes = try Files.pngOfTooFewPixels()
    let source = try Source(bytes)
    #expect(source.facts.state == .sound)
    let error = imagingError {
      try Pipeline(recipe: Recipe(), limits: PipelineLimits()).run(source)
    }
    #expect(error?.stage == .decode && error?.reason == .damaged)
  }

  @Test("limits hold for files that need no work")
  func limits() throws {
    for fixture in ["photo.jpg", "photo.heic"] {
      let error = imagingError {
        try Files.made(
          fixture, Recipe(format: .keep), limits: PipelineLimits(maximumPixels: 1000))
      }
      #expect(error?.reason == .tooLarge)
    }
  }
}
