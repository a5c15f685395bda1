import Testing

@testable import Vips

@Suite("Metadata of an image")
struct MetadataTests {
  private func tagged() throws -> VipsImage {
    let plain = try Pictures.photo(width: 16, height: 16)
    let jpeg = try JPEGSegments.adding(
      [JPEGSegments.exif(orientation: 3), JPEGSegments.xmp("<x:xmpmeta/>")],
      to: plain.saveJPEG(quality: 90))
    return try .loadJPEG(jpeg, access: .random)
  }

  @Test("blocks, numbers and texts are read by their names")
  func reads() throws {
    let image = try tagged()
    #expect(image.blob(.exif)?.starts(with: Array("Exif\0\0MM".utf8)) == true)
    #expect(image.blob(.xmp).map { String(decoding: $0, as: UTF8.self) } == "<x:xmpmeta/>")
    #expect(image.integer("orientation") == 3)
    #expect(image.text("vips-loader") == "jpegload_buffer")
    #expect(image.has("exif-data"))
    #expect(image.fields.contains("exif-data"))
  }

  @Test("a field of another kind is none")
  func otherKind() throws {
    let image = try tagged()
    #expect(image.integer("exif-data") == nil)
    #expect(image.text("orientation") == nil)
    #expect(image.blob("orientation") == nil)
    #expect(image.blob("no-such-field") == nil)
  }

  @Test("a profile is put on a copy and taken off one")
  func profiles() throws {
    let image = try tagged()
    let profiled = try image.withProfile([1, 2, 3])
    #expect(profiled.blob(.icc) == [1, 2, 3])
    #expect(image.blob(.icc) == nil)
    #expect(try profiled.withProfile([4]).blob(.icc) == [4])
    #expect(try profiled.withProfile(nil).blob(.icc) == nil)
    #expect(profiled.blob(.icc) == [1, 2, 3])
    #expect(try profiled.samples() == image.samples())
  }

  @Test("a copy can be without any metadata")
  func strips() throws {
    let image = try tagged().withProfile([1])
    let bare = try image.withoutMetadata()
    for block in VipsImage.Block.allCases { #expect(bare.blob(block) == nil) }
    #expect(bare.integer("orientation") == nil)
    #expect(image.integer("orientation") == 3)
    #expect(try bare.samples() == image.samples())
  }
}
