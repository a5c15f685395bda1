import Heif
import Testing

@testable import Imaging

@Suite("YCbCrConversion")
struct YCbCrConversionTests {
  /// What the conversion makes of numbers, rounded.
  private func rgb(_ ycc: [UInt8], _ conversion: YCbCrConversion) -> [Int] {
    zip(conversion.matrix, conversion.offsets).map { row, offset in
      let sum = zip(row, ycc).reduce(offset) { $0 + $1.0 * Double($1.1) }
      return Int(sum.rounded())
    }
  }

  static let colours: [[UInt8]] = [
    [0, 0, 0], [255, 255, 255], [255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 0],
    [0, 255, 255], [255, 0, 255], [128, 128, 128], [200, 40, 40], [12, 200, 99],
  ]

  @Test(
    "numbers become the colour that they were made of, in every matrix and range",
    arguments: YCbCrCoding.all, colours)
  func roundTrip(coding: YCbCrCoding, colour: [UInt8]) {
    let found = rgb(coding.ycc(colour), YCbCrConversion(coding.color))
    // Whole numbers of limited range are steps of 255/219, and of 2·255/224 at most in chroma.
    #expect(areNear(found, colour.map(Int.init), within: coding.fullRange ? 2 : 3))
  }

  @Test(
    "black and white are exact",
    arguments: [
      (true, 0, 0), (true, 255, 255), (false, 16, 0), (false, 235, 255),
    ] as [(Bool, UInt8, Int)])
  func grays(fullRange: Bool, luma: UInt8, level: Int) {
    for matrix in [1, 6, 9] {
      let conversion = YCbCrConversion(
        HeifColor(primaries: 1, transfer: 1, matrix: matrix, fullRange: fullRange))
      #expect(rgb([luma, 128, 128], conversion) == [level, level, level])
      let alone = conversion.lumaScale * Double(luma) + conversion.lumaOffset
      #expect(Int(alone.rounded()) == level)
    }
  }

  // ITU-R BT.601-7, 2.5.3 with the ranges of JFIF (ITU-T T.871, 7): the factors that all JPEGs use.
  @Test("JPEG's own factors are those that everybody knows")
  func jpeg() {
    let matrix = YCbCrConversion(.unstated).matrix
    let known = [[1, 0, 1.402], [1, -0.344136, -0.714136], [1, 1.772, 0]]
    for (row, wanted) in zip(matrix, known) {
      for (factor, number) in zip(row, wanted) { #expect(abs(factor - number) < 0.00001) }
    }
  }

  @Test(
    "matrices that mix in other ways are not taken for known",
    arguments: [0, 3, 8, 11, 12, 14, 255])
  func unknown(matrix: Int) {
    #expect(!YCbCrConversion.knows(matrix))
  }

  @Test("the matrices of BT.601, BT.709 and BT.2020 and the older ones are known")
  func known() {
    #expect([1, 2, 4, 5, 6, 7, 9, 10].allSatisfy(YCbCrConversion.knows))
  }
}
