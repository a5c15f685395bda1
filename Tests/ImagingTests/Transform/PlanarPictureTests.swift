import Formats
import Pixels
import Testing
import TurboJPEG
import Vips

@testable import Heif
@testable import Imaging

@Suite("PlanarPicture")
struct PlanarPictureTests {
  static let chromas: [HeifImage.Chroma] = [.ycbcr420, .ycbcr422, .ycbcr444]

  @Test(
    "planes of one colour give that colour, however they are coded",
    arguments: YCbCrCoding.all, chromas)
  func plain(coding: YCbCrCoding, chroma: HeifImage.Chroma) throws {
    let image = try Planes.image(9, 7, chroma, coding) { _, _ in [200, 90, 40] }
    let picture = try #require(PlanarPicture(image))
    for size in [PixelSize(9, 7), PixelSize(4, 3), PixelSize(1, 1)] {
      let rgb = try picture.rgb(at: size)
      #expect(rgb.size == size && rgb.bands == 3 && rgb.interpretation == .srgb)
      #expect(
        try areNear(rgb.colour(size.width - 1, size.height - 1), [200, 90, 40], within: 4))
    }
  }

  @Test("a plane of brightness gives gray", arguments: [true, false])
  func gray(fullRange: Bool) throws {
    let coding = YCbCrCoding(matrix: 1, fullRange: fullRange)
    let image = try Planes.image(8, 5, .monochrome, coding) { x, _ in
      Array(repeating: UInt8(x * 36), count: 3)
    }
    let gray = try #require(PlanarPicture(image)).rgb(at: PixelSize(8, 5))
    #expect(gray.bands == 1 && gray.interpretation == .grey)
    #expect(try areNear(Array(gray.samples().prefix(8)), (0..<8).map { $0 * 36 }, within: 1))
  }

  @Test(
    "shrunk planes have the sizes that the reduction asks for, rounded up",
    arguments: [
      (PixelSize(64, 48), PixelSize(32, 24)), (PixelSize(64, 48), PixelSize(33, 25)),
      (PixelSize(65, 49), PixelSize(32, 24)), (PixelSize(65, 49), PixelSize(31, 23)),
      (PixelSize(65, 49), PixelSize(1, 1)), (PixelSize(2000, 3), PixelSize(100, 1)),
    ] as [(PixelSize, PixelSize)], chromas)
  func sizes(sizes: (PixelSize, PixelSize), chroma: HeifImage.Chroma) throws {
    let (from, to) = sizes
    let shrunk = try Planes.waves(from.width, from.height, chroma).shrunk(to: to)
    #expect(shrunk.size == to)
    let chromaSize =
      switch chroma {
      case .ycbcr420: PixelSize((to.width + 1) / 2, (to.height + 1) / 2)
      case .ycbcr422: PixelSize((to.width + 1) / 2, to.height)
      default: to
      }
    #expect(
      shrunk.planes.map { PixelSize($0.width, $0.height) } == [to, chromaSize, chromaSize])
    #expect(shrunk.chroma == chroma && shrunk.color == YCbCrCoding.jpeg.color)
  }

  @Test("at their own size planes are not touched")
  func untouched() throws {
    let picture = try Planes.waves(16, 12, .ycbcr420)
    #expect(
      try zip(picture.shrunk(to: picture.size).planes, picture.planes).allSatisfy {
        $0.buffer === $1.buffer
      })
  }

  @Test(
    "a JPEG of shrunk planes looks like the picture that goes through RGB",
    arguments: [
      PixelSize(96, 64), PixelSize(48, 32), PixelSize(47, 31), PixelSize(33, 21),
    ], chromas)
  func jpeg(size: PixelSize, chroma: HeifImage.Chroma) throws {
    let picture = try Planes.waves(97, 65, chroma)
    let encoder = Encoder(format: .jpeg, quality: 98, threads: 1)
    let file = try encoder.encode(picture.shrunk(to: size)).bytes
    let seen = try VipsImage.loadJPEG(file).samples()
    let wanted = try picture.rgb(at: size).samples()
    #expect(seen.count == wanted.count)
    #expect(areNear(seen, wanted, within: 12))
    #expect(meanDistance(seen, wanted) < 2)
  }

  @Test("what is not 8-bit and opaque in such planes is left to others")
  func refused() throws {
    let image = try Planes.image(4, 4, .ycbcr420) { _, _ in [1, 2, 3] }
    func with(bits: Int = 8, chroma: HeifImage.Chroma = .ycbcr420, alpha: PixelPlane? = nil)
      -> HeifImage
    {
      HeifImage(
        width: 4, height: 4, bits: bits, chroma: chroma, color: image.color, planes: image.planes,
        alpha: alpha, alphaBits: alpha == nil ? 0 : 8, hasPremultipliedAlpha: false, warnings: [])
    }
    #expect(PlanarPicture(with()) != nil)
    #expect(PlanarPicture(with(bits: 10)) == nil)
    #expect(PlanarPicture(with(alpha: image.planes[0])) == nil)
    #expect(PlanarPicture(with(chroma: .rgb)) == nil)
    #expect(PlanarPicture(with(chroma: .interleaved)) == nil)
  }

  @Test(
    "planes are a JPEG's own in full range by BT.601 or by no matrix that is told",
    arguments: YCbCrCoding.all)
  func jpegsOwn(coding: YCbCrCoding) throws {
    let colour = try Planes.waves(8, 8, .ycbcr420, coding)
    #expect(colour.isJPEGs == (coding.fullRange && [2, 5, 6].contains(coding.matrix)))
    let gray = try Planes.waves(8, 8, .monochrome, coding)
    #expect(gray.isJPEGs == coding.fullRange)
  }

  @Test("a profile fits planes of its own kind of colour")
  func profiles() throws {
    let (rgb, gray) = (try VipsImage.BuiltInProfile.p3.bytes(), Profiles.gray)
    let colour = try Planes.waves(8, 8, .ycbcr422)
    #expect(colour.colours.fit(rgb) && !colour.colours.fit(gray))
    let brightness = try Planes.waves(8, 8, .monochrome)
    #expect(brightness.colours.fit(gray) && !brightness.colours.fit(rgb))
  }

  @Test("JPEG knows the reductions by its own names")
  func subsampling() throws {
    #expect(try Planes.waves(8, 8, .ycbcr420).subsampling == .ycbcr420)
    #expect(try Planes.waves(8, 8, .ycbcr422).subsampling == .ycbcr422)
    #expect(try Planes.waves(8, 8, .ycbcr444).subsampling == .ycbcr444)
    #expect(try Planes.waves(8, 8, .monochrome).subsampling == .gray)
  }
}
