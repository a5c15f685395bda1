import Formats
import Testing

@testable import Metadata

@Suite("Metadata written into a JPEG XL")
struct JXLMetadataWriteTests {
  private static func box(_ type: String, _ data: [UInt8]) -> [UInt8] {
    big(UInt32(data.count + 8)) + Array(type.utf8) + data
  }

  private static let codestream: [UInt8] = [0xFF, 0x0A, 1, 2, 3]
  private static let start =
    box("JXL ", [0x0D, 0x0A, 0x87, 0x0A]) + box("ftyp", Array("jxl \0\0\0\0jxl ".utf8))

  private func types(_ bytes: [UInt8]) -> [String] {
    Box.boxes(in: bytes, 0..<bytes.count).map { "\($0.type)" }
  }

  private static var said: PictureMetadata {
    var metadata = PictureMetadata()
    metadata.exif = EXIFBuilder.camera().build().bytes
    metadata.xmp = Samples.xmp("")
    return metadata
  }

  @Test("A bare codestream gets a container, in which all is found again")
  func bare() throws {
    let made = try JXLMetadata.write(Self.said, into: Self.codestream).value
    #expect(types(made) == ["JXL", "ftyp", "Exif", "xml", "jxlc"])
    #expect(made.starts(with: Self.start))
    #expect(made.suffix(5).elementsEqual(Self.codestream))
    #expect(JXLMetadata.read(made) == Warned(Self.said))
  }

  @Test("A bare codestream of which nothing is said stays one")
  func nothing() throws {
    #expect(
      try JXLMetadata.write(PictureMetadata(), into: Self.codestream).value == Self.codestream)
  }

  @Test("What a container said before is gone, in whatever box, and the codestream stays")
  func replaced() throws {
    let old = [
      Self.start, Self.box("jxll", [10]), Self.box("Exif", [0, 0, 0, 0, 1]),
      Self.box("brob", Array("xml ".utf8) + [9]), Self.box("jbrd", [1]), Self.box("jumb", [2]),
      Self.box("jxlp", [0, 0, 0, 0] + Self.codestream), Self.box("jxlp", [0x80, 0, 0, 1, 7]),
      Self.box("xml ", [0x3C]),
    ].flatMap { $0 }
    let made = try JXLMetadata.write(Self.said, into: old).value
    #expect(types(made) == ["JXL", "ftyp", "jxll", "Exif", "xml", "jxlp", "jxlp"])
    #expect(JXLMetadata.read(made) == Warned(Self.said))
    let bare = try JXLMetadata.write(PictureMetadata(), into: made).value
    #expect(types(bare) == ["JXL", "ftyp", "jxll", "jxlp", "jxlp"])
  }

  @Test("A last box without a size gets one")
  func openEnd() throws {
    let old = Self.start + [0, 0, 0, 0] + Array("jxlc".utf8) + Self.codestream
    let made = try JXLMetadata.write(PictureMetadata(), into: old).value
    #expect(made == Self.start + Self.box("jxlc", Self.codestream))
  }

  @Test("What is no JPEG XL, or ends early, is refused")
  func refused() {
    let whole = Self.start + Self.box("jxlc", Self.codestream)
    for bytes in [[], [0x49, 0x49, 42, 0], Self.start, Array(whole.dropLast(2))] {
      #expect(throws: MetadataError.notOfFormat("JPEG XL")) {
        try JXLMetadata.write(Self.said, into: bytes)
      }
    }
  }
}
