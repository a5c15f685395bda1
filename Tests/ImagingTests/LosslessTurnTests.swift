import Exif
import Formats
import Metadata
import TestSupport
import Testing
import TurboJPEG
import Vips

@testable import Imaging

@Suite("LosslessTurn")
struct LosslessTurnTests {
  private func run(_ bytes: [UInt8], _ recipe: Recipe = Recipe()) throws -> Rendering {
    try Pipeline(recipe: recipe, limits: PipelineLimits()).run(Source(bytes))
  }

  /// A JPEG that says that it is to be turned.
  private func jpeg(
    _ picture: VipsImage, orientation: Int, progressive: Bool = false
  ) throws -> [UInt8] {
    try said(
      orientation,
      in: picture.saveJPEG(quality: 90, subsampling: .off, progressive: progressive))
  }

  private func said(_ orientation: Int, in bytes: [UInt8]) throws -> [UInt8] {
    var metadata = try Files.metadata(bytes)
    metadata.exif = SampleEXIF.block(orientation: orientation)
    return try JPEGMetadata.write(metadata, into: bytes).value
  }

  @Test("a JPEG of whole blocks is turned without being decoded", arguments: 2...8)
  func turned(orientation: Int) throws {
    let input = try Fixtures.bytes("orientation-\(orientation).jpg")
    let made = try run(input)
    #expect(!made.isUntouched && made.encodes == 0 && made.quality == nil)
    #expect(made.size == PixelSize(48, 32))
    let exif = try #require(Files.metadata(made.bytes).exif)
    #expect(try ExifTags(tiff: exif).orientation == 1)
    let wanted = try Files.pixels(input).inMemory().upright(from: orientation)
    let found = try Files.pixels(made.bytes)
    #expect(found.size == wanted.size)
    // The decoder rounds rows and columns each in their own way.
    #expect(try areNear(found.samples(), wanted.samples(), within: 2))
  }

  @Test("done once, there is nothing left to do")
  func again() throws {
    #expect(try run(run(Fixtures.bytes("orientation-6.jpg")).bytes).isUntouched)
  }

  @Test(
    "where an edge would have to move that ends within a block, it is encoded anew, whole",
    arguments: [(50, 48, 2, 1), (48, 50, 2, 0), (48, 50, 6, 1), (50, 48, 6, 0), (50, 50, 5, 0)])
  func edges(width: Int, height: Int, orientation: Int, encodes: Int) throws {
    let input = try jpeg(Pictures.waves(width: width, height: height), orientation: orientation)
    let made = try run(input)
    #expect(made.encodes == encodes)
    let size = PixelSize(width, height).upright(from: orientation)
    #expect(made.size == size)
    #expect(try Files.pixels(made.bytes).size == size)
  }

  @Test("an orientation that means nothing is put right, and the coded data stay")
  func meaningless() throws {
    let input = try Fixtures.bytes("orientation-9.jpg")
    let made = try run(input)
    #expect(made.encodes == 0 && !made.isUntouched)
    #expect(try ExifTags(tiff: #require(Files.metadata(made.bytes).exif)).orientation == 1)
    func coded(_ bytes: [UInt8]) throws -> [UInt8] {
      try PictureMetadata().written(into: bytes, .jpeg).value
    }
    #expect(try coded(made.bytes) == coded(input))
  }

  @Test("what is to become smaller, another format or other colours is not only turned")
  func work() throws {
    for recipe in [Recipe(size: .longEdge(20)), Recipe(format: .fixed(.png))] {
      #expect(try Files.made("orientation-6.jpg", recipe).encodes == 1)
    }
    let input = try said(6, in: Fixtures.bytes("p3.jpg"))
    #expect(try run(input, Recipe(convertsToSRGB: true)).encodes == 1)
    #expect(try Files.metadata(run(input).bytes).icc != nil)
  }

  @Test("a progressive JPEG stays one, a gray one gray, and CMYK keeps its inks")
  func kinds() throws {
    let waves = try Pictures.waves(width: 64, height: 48)
    let progressive = try run(jpeg(waves, orientation: 3, progressive: true))
    #expect(try Source(progressive.bytes).facts.jpeg?.process == .progressive)
    let baseline = try run(jpeg(waves, orientation: 3))
    #expect(try Source(baseline.bytes).facts.jpeg?.process == .baseline)
    for fixture in ["cmyk.jpg", "cmyk-profile.jpg", "cmyk-unmarked.jpg", "gray.jpg"] {
      let input = try said(3, in: Fixtures.bytes(fixture))
      let made = try run(input)
      #expect(made.encodes == 0)
      let (before, after) = (try Source(input).facts.jpeg, try Source(made.bytes).facts.jpeg)
      #expect(after?.adobeTransform == before?.adobeTransform && after?.isJFIF == before?.isJFIF)
      let wanted = try Files.pixels(input).inMemory().rotate(.d180)
      #expect(try areNear(Files.pixels(made.bytes).samples(), wanted.samples(), within: 2))
    }
  }

  @Test("what is said stays, segments of unknown kinds too; JFIF's own thumbnail goes")
  func segments() throws {
    var metadata = try Files.metadata(Fixtures.bytes("photo.jpg"))
    metadata.exif = SampleEXIF.block(orientation: 3)
    metadata.otherSegments = [JPEGSegment(0xE7, [1, 2, 3]), JPEGSegment(0xED, [4])]
    metadata.comments = [[65], [66]]
    metadata.density = PixelDensity(x: 300, y: 300, unit: .inch)
    let bare = try Pictures.waves(width: 32, height: 32).saveJPEG(quality: 90)
    let written = try JPEGMetadata.write(metadata, into: bare).value
    var file = try #require(JPEGSegments(written))
    // One pixel of a thumbnail behind the density (ITU-T T.871, 10.1).
    let jfif = try #require(file.segments.firstIndex { $0.marker == 0xE0 })
    file.segments[jfif].payload =
      file.segments[jfif].payload.prefix(12) + [1, 1, 0xAA, 0xBB, 0xCC]
    let made = try run(file.bytes)
    #expect(made.encodes == 0)
    var found = try Files.metadata(made.bytes)
    found.exif = metadata.exif
    #expect(found == metadata)
    let after = try #require(JPEGSegments(made.bytes))
    #expect(after.segments[jfif].payload.count == 14)
  }

  @Test("metadata goes as the policy says, and the picture is turned all the same")
  func policy() throws {
    let input = try said(6, in: Fixtures.bytes("p3.jpg"))
    let made = try run(input, Recipe(metadata: .color))
    #expect(made.encodes == 0)
    let found = try Files.metadata(made.bytes)
    #expect(found.exif == nil && found.icc != nil)
    #expect(made.size == PixelSize(64, 96))
  }

  @Test("one that ends early is damaged, though its end is marked", arguments: [6, 9])
  func truncated(orientation: Int) throws {
    var input = try jpeg(Pictures.noise(width: 64, height: 64), orientation: orientation)
    input.removeLast(input.count / 4)
    input += [0xFF, 0xD9]
    #expect(try Source(input).facts.state == .sound)
    #expect(imagingError { try run(input) }?.reason == .damaged)
  }

  @Test("limits hold")
  func limits() throws {
    let error = imagingError {
      try Files.made("orientation-6.jpg", Recipe(), limits: PipelineLimits(maximumPixels: 100))
    }
    #expect(error?.reason == .tooLarge)
  }
}
