import Formats
import Testing
import Vips

@testable import Imaging

@Suite("Resample")
struct ResampleTests {
  @Test(
    "the result has exactly the size that is asked for",
    arguments: [
      (PixelSize(101, 67), PixelSize(50, 33)), (PixelSize(101, 67), PixelSize(51, 34)),
      (PixelSize(1000, 3), PixelSize(100, 1)), (PixelSize(7, 7), PixelSize(1, 1)),
      (PixelSize(1, 1), PixelSize(3, 2)), (PixelSize(640, 480), PixelSize(639, 479)),
      (PixelSize(33, 2000), PixelSize(2, 100)),
    ], [1, 2, 3, 4])
  func size(sizes: (PixelSize, PixelSize), bands: Int) throws {
    let (from, to) = sizes
    let colour: [UInt8] = [200, 40, 90, 255]
    let picture = try Pictures.plain(
      Array(colour.prefix(bands)), width: from.width, height: from.height)
    let resized = try picture.resampled(to: to)
    #expect(resized.size == to)
    #expect(resized.bands == bands)
    #expect(resized.format == .uchar)
  }

  @Test("a picture that has the size already is not touched")
  func untouched() throws {
    let picture = try Pictures.waves(width: 20, height: 10, bands: 4)
    #expect(try picture.resampled(to: PixelSize(20, 10)) === picture)
  }

  @Test(
    "one colour all over stays that colour, transparent or not",
    arguments: [
      [90], [200, 40, 40], [200, 40, 40, 255], [200, 40, 40, 128], [1, 254, 3, 7], [77, 200],
    ] as [[UInt8]], [PixelSize(7, 5), PixelSize(19, 12), PixelSize(60, 50)])
  func plain(colour: [UInt8], size: PixelSize) throws {
    let resized = try Pictures.plain(colour, width: 40, height: 30).resampled(to: size)
    let wanted = Array(repeatElement(colour.map(Int.init), count: size.count).joined())
    #expect(try resized.samples() == wanted)
  }

  @Test(
    "what lies under clear pixels leaves no fringe", arguments: [PixelSize(8, 4), PixelSize(21, 9)])
  func fringes(size: PixelSize) throws {
    // Opaque red to the left, clear black to the right.
    let row: [UInt8] =
      Array(repeatElement([255, 0, 0, 255] as [UInt8], count: 21).joined())
      + Array(repeating: 0, count: 19 * 4)
    let picture = try Pictures.bytes(
      Array(repeatElement(row, count: 16).joined()), width: 40, height: 16, bands: 4)
    let resized = try picture.resampled(to: size)
    for x in 0..<size.width {
      let colour = try resized.colour(x, size.height / 2)
      if colour[3] > 0 { #expect(Array(colour.prefix(3)) == [255, 0, 0], "column \(x)") }
    }
    #expect(try resized.colour(0, 0) == [255, 0, 0, 255])
    #expect(try resized.colour(size.width - 1, 0)[3] == 0)
  }

  @Test("samples of 16 bits stay so, in the same sense", arguments: [1, 2, 3, 4])
  func deep(bands: Int) throws {
    let colour = Array([51_300, 1025, 33_000, 40_000].prefix(bands))
    let picture = try Pictures.deep(
      Array(repeatElement(colour, count: 24).joined()), width: 6, height: 4, bands: bands)
    let resized = try picture.resampled(to: PixelSize(3, 2))
    #expect(resized.format == .ushort)
    #expect(resized.interpretation == picture.interpretation)
    #expect(try areNear(resized.colour(1, 1), colour, within: 1))
  }

  @Test("pixels that stand for less than their number are scaled by what they stand for")
  func covered() throws {
    // A ramp of 5 a column; the last of 50 columns is one that the original did not have.
    let ramp = (0..<50).map { UInt8($0 * 5) }
    let picture = try Pictures.bytes(ramp + ramp, width: 50, height: 2, bands: 1)
    let resized = try picture.resampled(
      to: PixelSize(24, 1), covered: CoveredSize(width: 49, height: 2))
    #expect(resized.size == PixelSize(24, 1))
    for x in 2..<22 {
      let wanted = 5 * ((Double(x) + 0.5) * 49 / 24 - 0.5)
      #expect(try abs(Double(resized.colour(x, 0)[0]) - wanted) <= 3.5, "column \(x)")
    }
  }
}
