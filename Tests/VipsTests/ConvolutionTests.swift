import Pixels
import Testing

@testable import Vips

@Suite("Convolution")
struct ConvolutionTests {
  @Test("each sample becomes the weighted sum of its neighbours, both ways")
  func weighs() throws {
    var samples = [UInt8](repeating: 0, count: 25)
    samples[12] = 100
    let image = try Pictures.bytes(samples, width: 5, height: 5, bands: 1)
    let result = try image.convsep([0.25, 0.5, 0.25])
    #expect(result.format == .float && result.width == 5 && result.height == 5)
    #expect(try result.getpoint(x: 2, y: 2) == [25])
    #expect(try result.getpoint(x: 1, y: 2) == [12.5])
    #expect(try result.getpoint(x: 3, y: 1) == [6.25])
    #expect(try result.getpoint(x: 0, y: 2) == [0])
  }

  @Test("the picture goes on beyond its edges, in every band")
  func edges() throws {
    let image = try Pictures.plain([40, 80, 120], width: 2, height: 2)
    #expect(try image.convsep([0.25, 0.5, 0.25]).getpoint(x: 0, y: 0) == [40, 80, 120])
  }

  @Test("no weights are refused")
  func refuses() throws {
    let image = try Pictures.plain([1], width: 2, height: 2)
    #expect(throws: VipsError.self) { try image.convsep([]) }
  }
}
