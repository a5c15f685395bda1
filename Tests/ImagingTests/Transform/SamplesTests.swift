import Formats
import Testing
import Vips

@testable import Imaging

@Suite("Samples")
struct SamplesTests {
  @Test(
    "bands beside the transparency tell what the samples are",
    arguments: [
      (1, .grey, .gray), (2, .grey, .gray), (3, .srgb, .rgb), (4, .srgb, .rgb), (4, .cmyk, .cmyk),
      (5, .cmyk, .cmyk),
    ] as [(Int, VipsImage.Interpretation, VipsImage.Colours)])
  func colours(
    bands: Int, meaning: VipsImage.Interpretation, wanted: VipsImage.Colours
  ) throws {
    let picture = try Pictures.plain(Array(repeating: 9, count: bands), meaning)
    #expect(picture.colours == wanted)
    #expect(picture.sampleBits == 8)
  }

  @Test(
    "16 bits become the nearest 8",
    arguments: [
      (0, 0), (128, 0), (129, 1), (257, 1), (385, 1), (386, 2), (65_406, 254), (65_407, 255),
      (65_535, 255),
    ])
  func narrowed(sample: Int, wanted: Int) throws {
    let gray = try Pictures.deep([sample], width: 1, height: 1, bands: 1).in8Bits()
    #expect(try gray.samples() == [wanted])
    #expect(gray.interpretation == .grey)
    let alpha = try Pictures.deep([0, sample, 65_535, sample], width: 1, height: 1, bands: 4)
    #expect(try alpha.in8Bits().samples() == [0, wanted, 255, wanted])
    #expect(try alpha.in8Bits().interpretation == .srgb)
  }

  @Test("8 bits stay as they are")
  func kept() throws {
    let picture = try Pictures.waves(width: 5, height: 5)
    #expect(try picture.in8Bits() === picture)
    #expect(try picture.withPlainSamples() === picture)
  }

  @Test("floating point light becomes sRGB of 8 bits")
  func floats() throws {
    let bands = try ([1, 0.214, 0] as [Float]).map {
      try VipsImage(floats: [$0], width: 1, height: 1)
    }
    let light = try VipsImage.bandjoin(bands).copy(interpretation: .scrgb)
    #expect(try areNear(light.withPlainSamples().samples(), [255, 128, 0], within: 1))
  }

  @Test("gray light of floating point becomes gray of 8 bits, as bright as in colour")
  func grayFloats() throws {
    for (light, wanted) in [(1, 255), (0.214, 128), (0, 0)] as [(Float, Int)] {
      let gray = try VipsImage(floats: [light], width: 1, height: 1).copy(interpretation: .grey)
      #expect(try areNear(gray.withPlainSamples().samples(), [wanted], within: 1))
      #expect(try gray.withPlainSamples().interpretation == .grey)
    }
  }

  @Test("signed numbers are taken for those of 8 bits that they are next to")
  func signed() throws {
    let numbers = try Pictures.plain([7, 200, 255]).cast(.int).linear([1], [-10])
      .cast(.int).copy(interpretation: .srgb)
    let plain = try numbers.withPlainSamples()
    #expect(plain.format == .uchar)
    #expect(try plain.extractArea(left: 0, top: 0, width: 1, height: 1).samples() == [0, 190, 245])
  }

  @Test("samples of 32 bits become the 16 that weigh most")
  func thirtyTwoBits() throws {
    let deep = try Pictures.deep([65_535, 32_768, 0], width: 1, height: 1, bands: 3)
    let deeper = try deep.cast(.uint, shift: true).copy(interpretation: .srgb).withPlainSamples()
    #expect(deeper.format == .ushort && deeper.interpretation == .rgb16)
    #expect(try deeper.in8Bits().samples() == [255, 128, 0])
  }

  @Test("samples whose meaning is not told are taken for gray or sRGB")
  func unnamed() throws {
    let rgb = try Pictures.plain([1, 2, 3], .multiband).withPlainSamples()
    #expect(rgb.interpretation == .srgb)
    let gray = try Pictures.plain([1], .multiband).withPlainSamples()
    #expect(gray.interpretation == .grey)
    let deep = try Pictures.deep([1, 2, 3], width: 1, height: 1, bands: 3)
      .copy(interpretation: .multiband).withPlainSamples()
    #expect(deep.interpretation == .rgb16)
    #expect(deep.format == .ushort)
  }

  @Test("JPEG and TIFF hold ink; they and PNG hold gray")
  func formats() {
    #expect(ImageFormat.allCases.filter(\.holdsCMYK) == [.jpeg, .tiff])
    #expect(ImageFormat.allCases.filter(\.holdsGray) == [.jpeg, .png, .tiff, .jxl])
  }
}
