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

  @Test("What a depth map's packet says of the camera is said of the picture, its storage is not")
  func depth() throws {
    let main = Samples.xmp(attributes: #"xmp:CreatorTool="16.2""#)
    let depth = Samples.xmp(
      """
      <rdf:Description rdf:about="" xmlns:apdi="http://ns.apple.com/pixeldatainfo/1.0/"
        xmlns:depthData="http://ns.apple.com/depthData/1.0/">
        <apdi:AuxiliaryImageType>disparity</apdi:AuxiliaryImageType>
        <depthData:Quality>high</depthData:Quality>
      </rdf:Description>
      """)
    for (xmp, wanted) in [(main, ["CreatorTool", "Quality"]), (nil, ["Quality"])] {
      let found = HEIFMetadata.metadata(exif: nil, xmp: xmp, depth: depth, icc: nil)
      #expect(found.warnings.isEmpty)
      let packet = try XMPDocument(#require(found.value.xmp))
      #expect(packet.properties.map(\.name.local) == wanted)
    }
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
