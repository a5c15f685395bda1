import Testing

@testable import Vips

@Suite("Resampling")
struct ResampleTests {
  @Test(
    "resize multiplies the sides and rounds to the nearest pixel",
    arguments: [(0.5, 50, 30), (0.333, 33, 20), (1.27, 127, 76), (1, 100, 60)])
  func resizes(scale: Double, width: Int, height: Int) throws {
    let image = try Pictures.photo(width: 100, height: 60).resize(scale: scale)
    #expect(image.width == width)
    #expect(image.height == height)
    #expect(try image.samples().count == width * height * 3)
  }
}
