import Testing

@testable import Vips

@Suite("Geometry")
struct GeometryTests {
  // 1 2 3
  // 4 5 6
  private func image() throws -> VipsImage {
    try Pictures.bytes([1, 2, 3, 4, 5, 6], width: 3, height: 2, bands: 1)
  }

  @Test(
    "rotate turns clockwise",
    arguments: [
      (VipsImage.Angle.d0, 3, [1, 2, 3, 4, 5, 6] as [UInt8]), (.d90, 2, [4, 1, 5, 2, 6, 3]),
      (.d180, 3, [6, 5, 4, 3, 2, 1]), (.d270, 2, [3, 6, 2, 5, 1, 4]),
    ])
  func rotates(angle: VipsImage.Angle, width: Int, samples: [UInt8]) throws {
    let turned = try image().rotate(angle)
    #expect(turned.width == width)
    #expect(try turned.samples() == samples)
  }

  @Test(
    "flip swaps left and right, or top and bottom",
    arguments: [
      (VipsImage.Direction.horizontal, [3, 2, 1, 6, 5, 4] as [UInt8]),
      (.vertical, [4, 5, 6, 1, 2, 3]),
    ])
  func flips(direction: VipsImage.Direction, samples: [UInt8]) throws {
    #expect(try image().flip(direction).samples() == samples)
  }

  @Test("extractArea cuts a rectangle out")
  func extracts() throws {
    let part = try image().extractArea(left: 1, top: 0, width: 2, height: 2)
    #expect(try part.samples() == [2, 3, 5, 6])
  }

  @Test("extractArea throws for a rectangle that is not inside")
  func refusesOutside() throws {
    let image = try image()
    #expect(throws: VipsError.self) {
      try image.extractArea(left: 2, top: 0, width: 2, height: 2)
    }
  }

  @Test(
    "embed places the image on a canvas and fills the rest",
    arguments: [
      (VipsImage.Extend.black, [0, 1, 2, 0, 0] as [UInt8]), (.white, [255, 1, 2, 255, 255]),
      (.copy, [1, 1, 2, 2, 2]), (.repeat, [2, 1, 2, 1, 2]), (.mirror, [1, 1, 2, 2, 1]),
      (.background, [7, 1, 2, 7, 7]),
    ])
  func embeds(extend: VipsImage.Extend, samples: [UInt8]) throws {
    let image = try Pictures.bytes([1, 2], width: 2, height: 1, bands: 1)
    let canvas = try image.embed(
      x: 1, y: 0, width: 5, height: 1, extend: extend, background: extend == .background ? [7] : nil
    )
    #expect(try canvas.samples() == samples)
  }

  @Test("embed cuts what the canvas does not hold")
  func embedCuts() throws {
    #expect(try image().embed(x: -1, y: -1, width: 2, height: 1).samples() == [5, 6])
  }
}
