import Pixels
import Testing

@testable import Vips

@Suite("Bands and formats")
struct BandsTests {
  @Test("copy changes what the samples mean and nothing else")
  func copies() throws {
    let image = try Pictures.plain([1, 2, 3], width: 1, height: 1)
    #expect(try image.copy().interpretation == .srgb)
    let other = try image.copy(interpretation: .multiband)
    #expect(other.interpretation == .multiband)
    #expect(try other.samples() == [1, 2, 3])
    #expect(image.interpretation == .srgb)
  }

  @Test("cast clips to the new range")
  func clips() throws {
    let image = try Pictures.plain([200], width: 1, height: 1).linear([2], [0])
    #expect(image.format == .float)
    #expect(try image.cast(.uchar).samples() == [255])
    #expect(try image.cast(.ushort).getpoint(x: 0, y: 0) == [400])
  }

  @Test("cast makes every format", arguments: VipsImage.Format.allCases)
  func formats(format: VipsImage.Format) throws {
    #expect(try Pictures.plain([200]).cast(format).format == format)
  }

  @Test("cast with a shift keeps the share of the range")
  func shifts() throws {
    let image = try Pictures.bytes([0, 128, 255], width: 3, height: 1, bands: 1)
    let wide = try image.cast(.ushort, shift: true)
    #expect(try wide.max() >= 65280)
    #expect(try image.cast(.ushort).max() == 255)
    #expect(try wide.cast(.uchar, shift: true).samples() == [0, 128, 255])
  }

  @Test("extractBand takes one band or several")
  func extracts() throws {
    let image = try Pictures.plain([1, 2, 3, 4], width: 1, height: 1)
    #expect(try image.extractBand(1).samples() == [2])
    #expect(try image.extractBand(1, count: 3).samples() == [2, 3, 4])
    #expect(throws: VipsError.self) { try image.extractBand(4) }
  }

  @Test("bandjoin puts the bands of images side by side")
  func joins() throws {
    let images = try [[1], [2, 3], [4]].map { try Pictures.plain($0, width: 2, height: 1) }
    #expect(try VipsImage.bandjoin(images).samples() == [1, 2, 3, 4, 1, 2, 3, 4])
    #expect(throws: VipsError.self) { try VipsImage.bandjoin([]) }
  }

  @Test("bandjoin adds constant bands")
  func joinsConstants() throws {
    let image = try Pictures.plain([1], width: 2, height: 1)
    #expect(try image.bandjoin(constants: [7, 9]).samples() == [1, 7, 9, 1, 7, 9])
  }

  @Test("recomb multiplies a pixel by a matrix")
  func recombines() throws {
    let image = try Pictures.plain([10, 20, 30], width: 1, height: 1)
    let result = try image.recomb([[1, 0, 0], [0.5, 0.5, 0], [-1, 1, 1], [0, 0, 0]])
    #expect(try result.getpoint(x: 0, y: 0) == [10, 15, 40, 0])
  }

  @Test(
    "recomb refuses a matrix of another shape",
    arguments: [[], [[]], [[1, 2], [3]], [[1, 2]]] as [[[Double]]])
  func refusesMatrix(matrix: [[Double]]) throws {
    let image = try Pictures.plain([10, 20, 30])
    #expect(throws: VipsError.self) { try image.recomb(matrix) }
  }
}
