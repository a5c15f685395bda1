import Formats
import Testing

@testable import Metadata

@Suite("EXIF as containers hold it")
struct EXIFBlockTests {
  private static let block = EXIFBuilder.camera(.big).build().bytes
  private static let prefix = Array("Exif\0\0".utf8)

  @Test(
    "What stands before the TIFF header is taken off",
    arguments: [
      [], prefix, Array("Exif\0\u{1}".utf8), [0, 0, 0, 0], [0, 0, 0, 6] + prefix,
      [0, 0, 0, 0] + prefix, [0, 0, 0, 3, 1, 2, 3],
    ] as [[UInt8]])
  func normalised(before: [UInt8]) {
    #expect(EXIFBlock.normalised((before + Self.block)[...]) == Self.block)
    #expect(EXIFBlock.normalised(([1, 2, 3] + before + Self.block).dropFirst(3)) == Self.block)
  }

  @Test(
    "What holds no TIFF header is nothing",
    arguments: [
      [], [0, 0], prefix, [0xFF, 0xFF, 0xFF, 0xFF] + block.dropFirst(8), Array("nonsense".utf8),
    ]
      as [[UInt8]])
  func nothing(bytes: [UInt8]) {
    #expect(EXIFBlock.normalised(bytes[...]) == nil)
  }

  @Test("The items of a HEIF file become metadata, a broken one is left out with a warning")
  func heif() {
    let whole = HEIFMetadata.metadata(
      exif: [0, 0, 0, 6] + Self.prefix + Self.block, xmp: Samples.xmp("") + [0, 0],
      icc: Samples.icc())
    #expect(whole.warnings.isEmpty)
    #expect(whole.value.exif == Self.block)
    #expect(whole.value.xmp == Samples.xmp(""))
    #expect(whole.value.icc == Samples.icc())

    let broken = HEIFMetadata.metadata(exif: [1, 2, 3], xmp: [], icc: [1, 2])
    #expect(broken == Warned(PictureMetadata(), [.exifDamaged, .iccDamaged]))
    #expect(HEIFMetadata.metadata(exif: [], xmp: nil, icc: []) == Warned(PictureMetadata()))
  }
}
