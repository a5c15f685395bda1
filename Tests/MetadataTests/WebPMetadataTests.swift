import Testing

@testable import Metadata

@Suite("Metadata of a WebP")
struct WebPMetadataTests {
  private typealias Build = WebPBuilder
  private let exif = EXIFBuilder.camera().build().bytes

  private func names(_ bytes: [UInt8]) throws -> [String] {
    try #require(WebPChunks(bytes)).chunks.map(\.name.text)
  }

  /// What a WebP can hold, with odd sizes, so that padding shows.
  private var metadata: PictureMetadata {
    var metadata = PictureMetadata()
    metadata.exif = exif + [1]
    metadata.xmp = Samples.xmp("")
    metadata.icc = Samples.icc(201)
    return metadata
  }

  @Test("Finds EXIF with and without its JPEG name, XMP and the profile")
  func read() {
    for prefix in [[], Array("Exif\0\0".utf8)] {
      let file = Build.file([
        Build.extended(0x2C, width: 8, height: 8), Build.chunk("ICCP", Samples.icc(201)),
        Build.lossy(width: 8, height: 8), Build.chunk("EXIF", prefix + exif + [1]),
        Build.chunk("XMP ", Samples.xmp("")),
      ])
      #expect(WebPMetadata.read(file) == Warned(metadata))
    }
  }

  @Test("Damage is warned of, and what is whole is taken")
  func damage() {
    let file = Build.file([
      Build.extended(0x08, width: 8, height: 8), Build.lossy(width: 8, height: 8),
      Build.chunk("EXIF", [1, 2, 3, 4]), Build.chunk("XMP ", Samples.xmp("")),
      Build.chunk("XMP ", [1, 2]),
    ])
    let found = WebPMetadata.read(file)
    #expect(found.warnings == [.exifDamaged, .duplicate])
    #expect(found.value.xmp == Samples.xmp(""))
    #expect(WebPMetadata.read(Array(file.dropLast(4))).warnings.contains(.containerDamaged))
  }

  @Test(
    "The simple form becomes the extended one, of the picture's size and alpha",
    arguments: [
      (WebPBuilder.lossy(width: 4000, height: 3000), 0x2C, 4000, 3000),
      (WebPBuilder.lossless(width: 16_384, height: 1, alpha: true), 0x3C, 16_384, 1),
      (WebPBuilder.lossless(width: 1, height: 16_384, alpha: false), 0x2C, 1, 16_384),
    ] as [([UInt8], UInt8, Int, Int)])
  func extends(picture: [UInt8], features: UInt8, width: Int, height: Int) throws {
    let written = try WebPMetadata.write(metadata, into: Build.file([picture]))
    #expect(written.warnings.isEmpty)
    #expect(
      written.value
        == Build.file([
          Build.extended(features, width: width, height: height),
          Build.chunk("ICCP", Samples.icc(201)), picture, Build.chunk("EXIF", exif + [1]),
          Build.chunk("XMP ", Samples.xmp("")),
        ]))
    #expect(WebPMetadata.read(written.value) == Warned(metadata))
  }

  @Test("The extended form keeps its size, animation and alpha, and states what is there now")
  func updates() throws {
    let animated = Build.file([
      Build.extended(0x3E, width: 100, height: 50), Build.chunk("ICCP", [1, 2]),
      Build.chunk("ANIM", [0, 0, 0, 0, 0, 0]), Build.chunk("ANMF", Array(repeating: 1, count: 24)),
      Build.chunk("EXIF", [1, 2]), Build.chunk("XMP ", [1, 2]), Build.chunk("abcd", [1, 2]),
    ])
    var metadata = PictureMetadata()
    metadata.exif = exif
    let written = try WebPMetadata.write(metadata, into: animated).value
    #expect(try names(written) == ["VP8X", "ANIM", "ANMF", "EXIF"])
    #expect(written.dropFirst(12).starts(with: Build.extended(0x1A, width: 100, height: 50)))
  }

  @Test("Without metadata the simple form stays the simple form")
  func simple() throws {
    let bare = Build.file([Build.lossy(width: 8, height: 8)])
    #expect(try WebPMetadata.write(PictureMetadata(), into: bare).value == bare)
  }

  @Test(
    "What is no WebP, or has no picture, is refused",
    arguments: [
      [], Array("RIFF".utf8), Array("RIFF\0\0\0\0WAVE".utf8), WebPBuilder.file([]),
      WebPBuilder.file([WebPBuilder.chunk("VP8 ", [1, 2, 3])]),
      WebPBuilder.file([WebPBuilder.chunk("VP8X", [1, 2, 3])]), JPEGBuilder().bytes,
    ] as [[UInt8]])
  func notAWebP(bytes: [UInt8]) {
    #expect(throws: MetadataError.notOfFormat("WebP")) {
      try WebPMetadata.write(PictureMetadata(), into: bytes)
    }
  }

  @Test("Cut anywhere or with any byte changed, a WebP is read and written without harm")
  func hostile() throws {
    let whole = try WebPMetadata.write(
      metadata, into: Build.file([Build.lossy(width: 8, height: 8)])
    ).value
    for index in whole.indices {
      var changed = whole
      changed[index] ^= 0x81
      for bytes in [changed, Array(whole[..<index])] {
        let read = WebPMetadata.read(bytes)
        if let written = try? WebPMetadata.write(read.value, into: bytes) {
          #expect(WebPMetadata.read(written.value).value == read.value, "byte \(index)")
        }
      }
    }
  }
}
