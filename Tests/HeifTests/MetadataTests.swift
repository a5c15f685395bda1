import Testing

@testable import Heif

@Suite("What is said about a picture")
struct MetadataTests {
  /// The smallest EXIF data: big-endian, one directory with the orientation.
  private let exif: [UInt8] =
    [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0]
  private let xmp = Array("<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"></x:xmpmeta>".utf8)
  // Libraries look no further than the size that the header states.
  private let icc: [UInt8] = [0, 0, 0, 200] + [UInt8](repeating: 7, count: 196)

  @Test("EXIF, XMP and ICC come back byte for byte", arguments: HeifLibrary.Codec.allCases)
  func comesBack(codec: HeifLibrary.Codec) throws {
    var encoder = HeifEncoder(codec, quality: 50)
    encoder.preset = Pictures.fast(codec)
    encoder.exif = exif
    encoder.xmp = xmp
    encoder.iccProfile = icc
    let picture = try Pictures.open(encoder.encode(Pictures.gradient(32, 32))).primary()
    #expect(picture.exif == exif)
    #expect(picture.xmp == xmp)
    #expect(picture.iccProfile == icc)
    #expect(picture.color == .profiled)
    #expect(
      Set(picture.metadataTypes.map(\.item)) == ["Exif", "mime"])
    #expect(picture.metadataTypes.contains { $0.content == "application/rdf+xml" })
  }

  @Test("a picture without any of them says so")
  func without() throws {
    let picture = try Pictures.open(Pictures.file()).primary()
    #expect(picture.exif == nil)
    #expect(picture.xmp == nil)
    #expect(picture.iccProfile == nil)
    #expect(picture.metadataTypes.isEmpty)
    #expect(picture.auxiliaryTypes.isEmpty)
    #expect(picture.thumbnails.isEmpty)
    #expect(picture.depth == nil)
  }

  @Test("colours are stated even where nobody asked", arguments: HeifLibrary.Codec.allCases)
  func stated(codec: HeifLibrary.Codec) throws {
    let picture = try Pictures.open(Pictures.file(codec)).primary()
    #expect(picture.color == .sRGB)
    #expect(try picture.decode(.native).color == .sRGB)
  }

  @Test(
    "colours come back as they were stated", arguments: HeifLibrary.Codec.allCases,
    [
      HeifColor(primaries: 12, transfer: 13, matrix: 1, fullRange: true),
      HeifColor(primaries: 9, transfer: 16, matrix: 9, fullRange: true),
      HeifColor(primaries: 1, transfer: 1, matrix: 1, fullRange: false),
    ])
  func colours(codec: HeifLibrary.Codec, color: HeifColor) throws {
    var encoder = HeifEncoder(codec, quality: 90)
    encoder.preset = Pictures.fast(codec)
    encoder.color = color
    let pixels = try Pictures.gradient(64, 48)
    let picture = try Pictures.open(encoder.encode(pixels)).primary()
    #expect(picture.color == color)
    let native = try picture.decode(.native)
    // Libraries from 1.20 on turn the planes to JPEG's matrix and range themselves, and say so.
    #expect(native.color == color || native.color == .sRGB)
    let rgb = try picture.decode(.rgb8)
    #expect(rgb.color?.primaries == color.primaries)
    #expect(rgb.color?.transfer == color.transfer)
    #expect(rgb.color?.matrix == 0)
    #expect(rgb.planes[0].distance(to: pixels) < 8)
  }

  @Test("colours with an unknown number are refused")
  func unknownColour() throws {
    var encoder = HeifEncoder(.hevc, quality: 90)
    encoder.color = HeifColor(primaries: 77, transfer: 13, matrix: 6, fullRange: true)
    let pixels = try Pictures.gradient(16, 16)
    #expect(throws: HeifError.self) { try encoder.encode(pixels) }
  }

  private static let tiff: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 0, 0]
  private static let name = Array("Exif".utf8) + [0, 0]

  @Test(
    "the TIFF header is found wherever writers put it",
    arguments: [
      [0, 0, 0, 0], [0, 0, 0, 6] + name, [0, 0, 0, 0] + name, [0, 0, 0, 3, 1, 2, 3], name, [],
      [0, 0, 0, 9],
    ] as [[UInt8]])
  func header(before: [UInt8]) {
    #expect(HeifPicture.tiff(inExifItem: before + Self.tiff) == Self.tiff)
  }

  @Test(
    "what has no TIFF header is no EXIF",
    arguments: [
      [], [0, 0, 0, 0], [0, 0, 0, 6] + name, [0xff, 0xff, 0xff, 0xff] + name,
      [UInt8](repeating: 1, count: 100),
    ] as [[UInt8]])
  func noHeader(item: [UInt8]) {
    #expect(HeifPicture.tiff(inExifItem: item) == nil)
  }
}
