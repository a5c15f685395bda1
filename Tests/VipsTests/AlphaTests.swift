import Pixels
import Testing

@testable import Vips

@Suite("Alpha")
struct AlphaTests {
  @Test(
    "flatten lays the colours over a background",
    arguments: [
      ([100, 0, 200, 255] as [UInt8], [255.0], [100, 0, 200] as [UInt8]),
      ([100, 0, 200, 0], [255], [255, 255, 255]), ([100, 0, 200, 0], [10, 20, 30], [10, 20, 30]),
      ([100, 0, 200, 128], [0], [50, 0, 100]),
    ])
  func flattens(pixel: [UInt8], background: [Double], result: [UInt8]) throws {
    let image = try Pictures.plain(pixel, width: 1, height: 1).flatten(background: background)
    #expect(!image.hasAlpha)
    #expect(try image.samples() == result)
  }

  @Test("premultiply and unpremultiply are each other's opposite")
  func roundTrip() throws {
    let image = try Pictures.plain([200, 100, 50, 51], width: 1, height: 1)
    let multiplied = try image.premultiply()
    #expect(multiplied.format == .float)
    #expect(try close(multiplied.getpoint(x: 0, y: 0), [40, 20, 10, 51]))
    #expect(try close(multiplied.unpremultiply().getpoint(x: 0, y: 0), [200, 100, 50, 51]))
  }

  @Test("16 bits have their own highest alpha")
  func deep() throws {
    let image = try Pictures.plain([200, 100, 50, 128], width: 1, height: 1)
      .cast(.ushort).linear([1, 1, 1, 0], [0, 0, 0, 32768]).cast(.ushort).copy(
        interpretation: .rgb16)
    #expect(try close(image.premultiply().getpoint(x: 0, y: 0), [100, 50, 25, 32768]))
    #expect(
      try close(image.premultiply().unpremultiply().getpoint(x: 0, y: 0), [200, 100, 50, 32768]))
    #expect(try close(image.flatten(background: [0]).getpoint(x: 0, y: 0), [100, 50, 25]))
  }

  @Test("the highest alpha can be given")
  func maxAlpha() throws {
    let image = try Pictures.plain([200, 100, 50, 51], width: 1, height: 1)
    #expect(try close(image.premultiply(maxAlpha: 102).getpoint(x: 0, y: 0), [100, 50, 25, 51]))
    #expect(
      try close(image.unpremultiply(maxAlpha: 102).getpoint(x: 0, y: 0), [400, 200, 100, 51]))
    #expect(try image.flatten(background: [0], maxAlpha: 102).samples() == [100, 50, 25])
  }

  private func close(_ left: [Double], _ right: [Double]) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { abs($0 - $1) < 1.01 }
  }
}
