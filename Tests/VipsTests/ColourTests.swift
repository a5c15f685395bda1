import Testing

@testable import Vips

@Suite("Colour spaces")
struct ColourTests {
  private func close(_ image: VipsImage, to colour: [Double], by tolerance: Double = 1) throws
    -> Bool
  {
    try zip(image.getpoint(x: 0, y: 0), colour).allSatisfy { abs($0 - $1) <= tolerance }
  }

  @Test("colourspace converts by formula")
  func colourspace() throws {
    let grey = try Pictures.plain([255, 255, 255]).colourspace(.grey)
    #expect(grey.bands == 1)
    #expect(try grey.avg() == 255)
    let linear = try Pictures.plain([188, 188, 188]).colourspace(.scrgb)
    #expect(linear.format == .float)
    #expect(try close(linear, to: [0.503, 0.503, 0.503], by: 0.01))
    #expect(try close(linear.colourspace(.srgb), to: [188, 188, 188]))
    #expect(try Pictures.plain([255, 255, 255]).colourspace(.rgb16).max() >= 65280)
    #expect(throws: VipsError.self) { try grey.colourspace(.other) }
  }

  @Test("colourspace can be told what the samples mean")
  func sourceSpace() throws {
    let image = try Pictures.plain([128, 128, 128], .multiband)
    let asLinear = try image.linear([1.0 / 255], [0]).colourspace(.srgb, source: .scrgb)
    #expect(try close(asLinear, to: [188, 188, 188]))
  }
}
