import Formats
import Heif
import Metadata
import TestSupport
import Testing
import Vips

@testable import Imaging

@Suite("Encoder")
struct EncodingTests {
  // Not in the attribute: Swift 6.0 crashes on a closure there.
  static let unwritten = ImageFormat.allCases.filter { !$0.canBeWritten }

  static let formats: [ImageFormat] = [.jpeg, .png, .webp, .tiff, .jxl, .heic, .avif]
  static let lossy: [ImageFormat] = [.jpeg, .webp, .jxl, .heic, .avif]

  private func encoded(
    _ format: ImageFormat, _ image: VipsImage, quality: Int? = nil,
    metadata: PictureMetadata = PictureMetadata()
  ) throws -> EncodedPicture {
    try Encoder(format: format, quality: quality, threads: 1).encode(image, metadata: metadata)
  }

  @Test("the file is of the format that was asked for, and shows the picture", arguments: formats)
  func format(format: ImageFormat) throws {
    let image = try Pictures.waves(width: 64, height: 48)
    let file = try encoded(format, image, quality: 90).bytes
    let facts = try Source(file)
    #expect(facts.format == format)
    #expect(facts.facts.displayedSize == PixelSize(64, 48))
    #expect(try meanDistance(Files.pixels(file).samples(), image.samples()) < 4)
  }

  @Test(
    "sizes of any kind come out as they are",
    arguments: formats,
    [PixelSize(1, 1), PixelSize(1, 5), PixelSize(3, 2), PixelSize(17, 9), PixelSize(65, 33)])
  func sizes(format: ImageFormat, size: PixelSize) throws {
    let image = try Pictures.plain([200, 60, 90], width: size.width, height: size.height)
    let pixels = try Files.pixels(encoded(format, image, quality: 90).bytes)
    #expect(pixels.size == size)
    let colour = try pixels.inMemory().colour(size.width - 1, size.height - 1)
    #expect(areNear(colour, [200, 60, 90], within: 12), "\(colour)")
  }

  @Test("transparency is kept where the format has it", arguments: formats.filter(\.holdsAlpha))
  func transparency(format: ImageFormat) throws {
    let image = try Pictures.plain([200, 60, 90, 128], width: 31, height: 17)
    let pixels = try Files.pixels(encoded(format, image, quality: 90).bytes)
    #expect(pixels.hasAlpha && pixels.size == PixelSize(31, 17))
    #expect(try areNear(pixels.inMemory().colour(15, 8), [200, 60, 90, 128], within: 10))
  }

  @Test(
    "under a budget PNG and WebP are packed harder, to the same picture",
    arguments: [ImageFormat.png, .webp])
  func packing(format: ImageFormat) throws {
    let source = try Files.source("photo.jpg")
    let decoder = try SourceDecoder(source, limits: PipelineLimits()) { false }
    let image = try Files.pixels(source.bytes).inMemory()
    var files: [[UInt8]] = []
    for budget in [nil, ByteBudget(bytes: 1_000_000)] {
      let job = OutputJob(
        recipe: Recipe(budget: budget), format: format, target: image.size, threads: 1)
      files.append(try job.encoder(decoder).encode(image, metadata: PictureMetadata()).bytes)
    }
    #expect(files[1].count < files[0].count)
    let shown = try files.map { try Files.pixels($0).samples() }
    #expect(meanDistance(shown[0], shown[1]) < (format == .png ? 0.001 : 3))
  }

  @Test("less quality makes fewer bytes", arguments: lossy)
  func quality(format: ImageFormat) throws {
    let image = try Pictures.noise(width: 96, height: 64)
    let sizes = try [20, 50, 90].map { try encoded(format, image, quality: $0).bytes.count }
    #expect(sizes[0] < sizes[1] && sizes[1] < sizes[2], "\(sizes)")
  }

  @Test("the quality that was used is told; a lossless format has none")
  func usedQuality() throws {
    let image = try Pictures.waves(width: 16, height: 16)
    for format in Self.lossy {
      #expect(try encoded(format, image).quality == 80)
      #expect(try encoded(format, image, quality: 33).quality == 33)
      #expect(DefaultQuality.of(format) == 80)
    }
    #expect(try encoded(.png, image, quality: 33).quality == nil)
    #expect(try encoded(.tiff, image, quality: 33).quality == nil)
  }

  @Test(
    "a PNG and a TIFF have every sample as it was, of 16 bits too",
    arguments: [.png, .tiff] as [ImageFormat])
  func lossless(format: ImageFormat) throws {
    let noise = try Pictures.noise(width: 20, height: 10)
    #expect(try Files.pixels(encoded(format, noise).bytes).samples() == noise.samples())
    let deep = try Pictures.deep([1, 300, 65_535, 0, 257, 40_000], width: 2, height: 1, bands: 3)
    #expect(try Files.pixels(encoded(format, deep).bytes).samples() == deep.samples())
  }

  @Test("a TIFF holds inks")
  func inks() throws {
    let image = try Pictures.plain([10, 200, 90, 30], width: 5, height: 3, .cmyk)
    let found = try Files.pixels(encoded(.tiff, image).bytes)
    #expect(try found.interpretation == .cmyk && found.samples() == image.samples())
  }

  @Test(
    "samples of 16 bits stay deep: all of their bits in JPEG XL, 10 in HEIF",
    arguments: [.jxl, .heic, .avif] as [ImageFormat], [3, 4])
  func deep(format: ImageFormat, bands: Int) throws {
    let colour = [20_000, 33_000, 50_123, 40_000].prefix(bands)
    let image = try Pictures.deep(
      Array(repeatElement(colour, count: 32 * 32).joined()), width: 32, height: 32, bands: bands)
    let file = try encoded(format, image, quality: 95).bytes
    #expect(try Source(file).facts.bitsPerSample == (format == .jxl ? 16 : 10))
    let made = try Pipeline(recipe: Recipe(format: .fixed(.png)), limits: PipelineLimits())
      .run(Source(file))
    let seen = try Files.pixels(made.bytes)
    #expect(seen.format == .ushort && seen.bands == bands)
    #expect(try areNear(seen.inMemory().colour(9, 9), Array(colour), within: 400))
  }

  @Test(
    "gray stays one band where the format has that",
    arguments: [.jpeg, .png, .tiff, .jxl] as [ImageFormat])
  func gray(format: ImageFormat) throws {
    let image = try Pictures.plain([90], width: 9, height: 9)
    let pixels = try Files.pixels(encoded(format, image, quality: 90).bytes)
    #expect(pixels.bands == 1)
    #expect(try areNear(pixels.inMemory().colour(4, 4), [90], within: 2))
  }

  @Test(
    "only HEIF takes metadata while it is encoded; the others are bare but for a JPEG XL's profile",
    arguments: formats)
  func metadata(format: ImageFormat) throws {
    let said = try Files.metadata(Fixtures.bytes("photo.jpg"))
    let image = try Pictures.waves(width: 32, height: 32)
    let picture = try encoded(format, image, metadata: said)
    #expect(picture.holdsMetadata == format.isHEIF)
    let found = try Files.metadata(picture.bytes)
    // TIFF's comes with a density that its encoder made up.
    #expect(format == .tiff || found.exif == (format.isHEIF ? said.exif : nil))
    #expect(found.xmp == (format.isHEIF ? said.xmp : nil))
    #expect(found.icc == (format.isHEIF ? said.icc : nil))
    if format == .jxl { #expect(try Files.pixels(picture.bytes).blob(.icc) != nil) }
  }

  @Test(
    "formats that can't be written are refused",
    arguments: unwritten)
  func unsupported(format: ImageFormat) throws {
    let image = try Pictures.plain([1, 2, 3])
    let error = imagingError { try encoded(format, image) }
    #expect(error?.stage == .encode && error?.reason == .unsupported)
  }

  @Test(
    "a picture too long for its format is told so",
    arguments: [(.webp, 16_384, "16383"), (.jpeg, 65_501, "65500")] as [(ImageFormat, Int, String)])
  func tooLong(format: ImageFormat, length: Int, most: String) throws {
    let error = imagingError { try format.check(PixelSize(1, length)) }
    #expect(error?.stage == .encode && error?.reason == .tooLarge)
    #expect(error?.message.contains(most) == true)
    #expect(imagingError { try format.check(PixelSize(1, length - 1)) } == nil)
  }

  @Test("planes become a JPEG of the same reduction")
  func planes() throws {
    let picture = try Planes.waves(31, 17, .ycbcr420)
    let made = try Encoder(format: .jpeg, quality: 90, threads: 1).encode(picture)
    #expect(try Source(made.bytes).facts.displayedSize == PixelSize(31, 17))
    #expect(made.quality == 90 && !made.holdsMetadata)
  }
}
