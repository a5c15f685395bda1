import Pixels
import TestSupport
import Testing

@testable import Heif

@Suite("What is encoded comes back")
struct RoundTripTests {
  @Test(
    "sizes, odd and tiny ones too, come back exactly", arguments: HeifLibrary.Codec.allCases,
    [(1, 1), (2, 1), (1, 3), (15, 17), (63, 65), (64, 64), (131, 77)])
  func sizes(codec: HeifLibrary.Codec, size: (Int, Int)) throws {
    let file = try Pictures.open(Pictures.file(codec, size.0, size.1))
    let picture = try file.primary()
    #expect(picture.width == size.0)
    #expect(picture.height == size.1)
    let image = try picture.decode(.rgb8)
    #expect(image.width == size.0)
    #expect(image.height == size.1)
    #expect(image.planes.count == 1)
    let expected = try Pictures.gradient(size.0, size.1)
    // In two pixels of opposite colours 4:2:0 keeps no colour at all.
    if size.0 > 3 { #expect(image.planes[0].distance(to: expected) < 12) }
  }

  @Test(
    "full colour comes back closer than subsampled colour", arguments: HeifLibrary.Codec.allCases)
  func fullColour(codec: HeifLibrary.Codec) throws {
    var encoder = HeifEncoder(codec, quality: 95)
    encoder.preset = Pictures.fast(codec)
    let stripes = try Pictures.stripes(64, 64)
    let subsampled = try Pictures.open(encoder.encode(stripes)).primary().decode(.rgb8)
    encoder.chroma = .ycbcr444
    let file = try Pictures.open(encoder.encode(stripes))
    #expect(try file.primary().chroma == .ycbcr444)
    let full = try file.primary().decode(.rgb8)
    #expect(full.planes[0].distance(to: stripes) < 8)
    #expect(subsampled.planes[0].distance(to: stripes) > 30)
  }

  @Test("lossless is exact, sample for sample", arguments: HeifLibrary.Codec.allCases)
  func lossless(codec: HeifLibrary.Codec) throws {
    var encoder = HeifEncoder(codec, quality: 1)
    encoder.isLossless = true
    encoder.preset = Pictures.fast(codec)
    let stripes = try Pictures.stripes(70, 66)
    let image = try Pictures.open(encoder.encode(stripes)).primary().decode(.rgb8)
    #expect(image.planes[0].buffer.bytes == stripes.buffer.bytes)
  }

  @Test(
    "transparency comes back, beside the colours or among them",
    arguments: HeifLibrary.Codec.allCases)
  func transparency(codec: HeifLibrary.Codec) throws {
    let pixels = try Pictures.gradient(64, 48, bands: 4)
    let picture = try Pictures.open(Pictures.file(codec, bands: 4)).primary()
    #expect(picture.hasAlpha)
    #expect(!picture.hasPremultipliedAlpha)
    let interleaved = try picture.decode(.rgba8)
    #expect(interleaved.planes[0].bands == 4)
    #expect(interleaved.alpha == nil)
    #expect(interleaved.planes[0].distance(to: pixels) < 12)
    let native = try picture.decode(.native)
    let alpha = try #require(native.alpha)
    #expect((alpha.width, alpha.height, alpha.bands) == (64, 48, 1))
    #expect(native.alphaBits == 8)
    let expected = pixels.samples.enumerated().filter { $0.offset % 4 == 3 }.map(\.element)
    let distance = zip(alpha.samples, expected).map { abs($0 - $1) }.max() ?? 255
    #expect(distance < 12)
  }

  @Test("an opaque picture decodes to opaque pixels")
  func opaque() throws {
    let image = try Pictures.open(Pictures.file()).primary().decode(.rgba8)
    let alpha = image.planes[0].samples.enumerated().filter { $0.offset % 4 == 3 }.map(\.element)
    #expect(Set(alpha) == [255])
  }

  @Test("deep samples keep their depth", arguments: HeifLibrary.Codec.allCases, [10, 12])
  func deep(codec: HeifLibrary.Codec, bits: Int) throws {
    var encoder = HeifEncoder(codec, quality: 95)
    encoder.bits = bits
    encoder.preset = Pictures.fast(codec)
    let pixels = try Pictures.deepGradient(64, 48, bits: bits)
    let picture = try Pictures.open(encoder.encode(pixels)).primary()
    #expect(picture.lumaBits == bits)
    let image = try picture.decode(.rgb16)
    #expect(image.bits == bits)
    #expect(image.planes[0].sample == .uint16)
    #expect(image.planes[0].distance(to: pixels) < Double(16 << (bits - 8)))
    let native = try picture.decode(.native)
    #expect(native.bits == bits)
    #expect(native.planes.allSatisfy { $0.sample == .uint16 })
    #expect(native.planes[0].samples.max() ?? 0 > 1 << (bits - 2))
    let flat = try picture.decode(.rgb8)
    #expect(flat.bits == 8)
    #expect(flat.planes[0].sample == .uint8)
  }

  @Test("gray is stored as one plane", arguments: HeifLibrary.Codec.allCases)
  func gray(codec: HeifLibrary.Codec) throws {
    let pixels = try Pictures.gradient(64, 48, bands: 1)
    let picture = try Pictures.open(Pictures.file(codec, bands: 1)).primary()
    #expect(picture.chroma == .monochrome)
    let image = try picture.decode(.native)
    #expect(image.chroma == .monochrome)
    #expect(image.planes.count == 1)
    #expect(image.planes[0].distance(to: pixels) < 6)
  }

  @Test("a higher quality takes more bytes", arguments: HeifLibrary.Codec.allCases)
  func quality(codec: HeifLibrary.Codec) throws {
    let sizes = try [5, 50, 95].map { quality in
      var encoder = HeifEncoder(codec, quality: quality)
      encoder.preset = Pictures.fast(codec)
      return try encoder.encode(Pictures.noise(96, 96)).count
    }
    #expect(sizes == sizes.sorted())
    #expect(Set(sizes).count == 3)
  }

  @Test("the number of threads changes no byte", arguments: HeifLibrary.Codec.allCases)
  func threads(codec: HeifLibrary.Codec) throws {
    var encoder = HeifEncoder(codec, quality: 60)
    encoder.preset = Pictures.fast(codec)
    let pixels = try Pictures.noise(200, 200)
    let one = try encoder.encode(pixels)
    encoder.threads = 4
    #expect(try encoder.encode(pixels) == one)
  }

  @Test("what can't be encoded is refused", arguments: [(2, 8), (3, 10), (3, 7)])
  func refused(bands: Int, bits: Int) throws {
    var encoder = HeifEncoder(.hevc, quality: 60)
    encoder.bits = bits
    let pixels = try Pictures.gradient(8, 8, bands: bands)
    let error = errorThrown(HeifError.self) { try encoder.encode(pixels) }
    #expect(error?.kind == .unsupported)
  }

  @Test("an unknown preset is an error, not a default")
  func unknownPreset() throws {
    var encoder = HeifEncoder(.hevc, quality: 60)
    encoder.preset = "leisurely"
    let pixels = try Pictures.gradient(8, 8)
    #expect(throws: HeifError.self) { try encoder.encode(pixels) }
  }
}
