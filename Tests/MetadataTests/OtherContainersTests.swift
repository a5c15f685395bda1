import Testing

@testable import Metadata

@Suite("Metadata of GIF, JPEG 2000 and JPEG XL")
struct OtherContainersTests {
  private static let exif = EXIFBuilder.camera().build().bytes

  // MARK: - GIF

  private static func subBlocks(_ data: [UInt8]) -> [UInt8] {
    stride(from: 0, to: data.count, by: 255).flatMap { start -> [UInt8] in
      let piece = data[start...].prefix(255)
      return [UInt8(piece.count)] + piece
    } + [0]
  }

  private static func application(_ name: String) -> [UInt8] {
    [0x21, 0xFF, 11] + Array(name.utf8)
  }

  /// What leads readers of sub-blocks past XMP.
  private static let magic = [1] + (0...255).reversed().map { UInt8($0) } + [0]

  private static func gif(_ extensions: [UInt8], isWhole: Bool = true) -> [UInt8] {
    let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4C, 1, 0]
    return Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF] + extensions
      + frame + (isWhole ? [0x3B] : [])
  }

  @Test("A GIF's comments, XMP and profile are found")
  func gif() {
    var expected = PictureMetadata()
    expected.comments = [Array(repeating: 65, count: 300), [66]]
    expected.xmp = Samples.xmp("")
    expected.icc = Samples.icc(700)
    // Sums of many parts take older compilers minutes.
    let parts: [[UInt8]] = [
      [0x21, 0xFE], Self.subBlocks(Array(repeating: 65, count: 300)),
      [0x21, 0xF9, 4, 0, 0, 0, 0, 0], Self.application("XMP DataXMP"), Samples.xmp(""),
      Self.magic, Self.application("ICCRGBG1012"), Self.subBlocks(Samples.icc(700)),
      [0x21, 0xFE], Self.subBlocks([66]),
    ]
    let file = Self.gif(parts.flatMap { $0 })
    #expect(GIFMetadata.read(file) == Warned(expected))
  }

  @Test("XMP in a GIF is found wherever its last byte leads a reader of sub-blocks")
  func gifXMP() {
    for length in 1...260 {
      let packet = Array("<a/>".utf8) + Array(repeating: UInt8(ascii: "x"), count: length)
      let file = Self.gif(
        Self.application("XMP DataXMP") + packet + Self.magic + [0x21, 0xFE] + Self.subBlocks([66]))
      let found = GIFMetadata.read(file)
      #expect(found.value.xmp == packet, "length \(length)")
      #expect(found.value.comments == [[66]], "length \(length)")
      #expect(found.warnings.isEmpty)
    }
  }

  @Test("A GIF that ends early gives what stands before that, with a warning")
  func cutGIF() {
    let comment = [0x21, 0xFE] + Self.subBlocks([66])
    let file = Self.gif(comment, isWhole: false)
    for end in 19 + comment.count...file.count {
      let found = GIFMetadata.read(Array(file[..<end]))
      #expect(found.value.comments == [[66]], "cut at \(end)")
      #expect(found.warnings == [.containerDamaged])
    }
    #expect(GIFMetadata.read([]).warnings == [.containerDamaged])
  }

  // MARK: - JPEG 2000

  private static func box(_ type: String, _ data: [UInt8]) -> [UInt8] {
    big(UInt32(data.count + 8)) + Array(type.utf8) + data
  }

  private static let jp2Start = box("jP  ", [0x0D, 0x0A, 0x87, 0x0A])

  @Test("JPEG 2000 holds EXIF, XMP and IPTC in boxes with identifiers, the profile in its header")
  func jp2() {
    let xmp: [UInt8] = [
      0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF,
      0xAC,
    ]
    let iptc: [UInt8] = [
      0x33, 0xC7, 0xA4, 0xD2, 0xB8, 0x1D, 0x47, 0x23, 0xA0, 0xBA, 0xF1, 0xA3, 0xE0, 0x97, 0xAD,
      0x38,
    ]
    var expected = PictureMetadata()
    expected.exif = Self.exif
    expected.xmp = Samples.xmp("")
    expected.iptc = Samples.iptc(80, "Pat")
    expected.icc = Samples.icc()
    let file =
      Self.jp2Start
      + Self.box(
        "jp2h", Self.box("colr", [1, 0, 0]) + Self.box("colr", [2, 0, 0] + Samples.icc()))
      + Self.box("uuid", xmp + Samples.xmp("")) + Self.box("uuid", iptc + Samples.iptc(80, "Pat"))
      + Self.box("uuid", Array("JpgTiffExif->JP2".utf8) + Self.exif) + Self.box("jp2c", [])
    #expect(JP2Metadata.read(file) == Warned(expected))
    #expect(JP2Metadata.read([0xFF, 0x4F, 0xFF, 0x51]) == Warned(PictureMetadata()))
  }

  // MARK: - JPEG XL

  private static let jxlStart = box("JXL ", [0x0D, 0x0A, 0x87, 0x0A])

  @Test("JPEG XL holds EXIF behind an offset, and XMP, in boxes")
  func jxl() {
    var expected = PictureMetadata()
    expected.exif = Self.exif
    expected.xmp = Samples.xmp("")
    let file =
      Self.jxlStart + Self.box("Exif", [0, 0, 0, 0] + Self.exif)
      + Self.box("xml ", Samples.xmp("")) + Self.box("jxlc", [0xFF, 0x0A])
    #expect(JXLMetadata.read(file) == Warned(expected))
    #expect(JXLMetadata.read([0xFF, 0x0A]) == Warned(PictureMetadata()))
  }

  @Test("Boxes compressed with Brotli are not read, with a warning", arguments: ["Exif", "xml "])
  func brotli(type: String) {
    let file = Self.jxlStart + Self.box("brob", Array(type.utf8) + [1, 2, 3])
    #expect(JXLMetadata.read(file) == Warned(PictureMetadata(), [.unread]))
  }

  @Test("Cut anywhere, the boxes are read without harm")
  func everyCut() {
    let boxes =
      Self.box("Exif", [0, 0, 0, 0] + Self.exif) + Self.box("jp2h", Self.box("colr", [2]))
    for start in [Self.jxlStart, Self.jp2Start] {
      let file = start + boxes
      for end in file.indices {
        let cut = Array(file[..<end])
        #expect(JXLMetadata.read(cut).value.exif?.count ?? 0 <= end)
        #expect(JP2Metadata.read(cut).value.isEmpty)
      }
    }
  }
}
