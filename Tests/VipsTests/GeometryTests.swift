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
}
