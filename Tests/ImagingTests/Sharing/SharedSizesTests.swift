import Formats
import Imaging
import TestSupport
import Testing

@Suite("SharedSizes")
struct SharedSizesTests {
  @Test(
    "the largest output of a picture decides for what it is decoded",
    arguments: [
      ([.longEdge(320), .longEdge(960), .longEdge(640)], PixelSize(960, 720)),
      ([.longEdge(320), .longEdge(5000)], PixelSize(4000, 3000)),
      ([.longEdge(320), .unlimited], PixelSize(4000, 3000)),
      ([.longEdge(600), .box(width: 2000, height: 600)], PixelSize(800, 600)),
      ([.longEdge(900), .box(width: 2000, height: 600)], PixelSize(900, 675)),
      ([.box(width: 300, height: 300), .box(width: 400, height: 200)], PixelSize(300, 225)),
    ] as [([SizeLimit], PixelSize)])
  func largest(limits: [SizeLimit], size: PixelSize) {
    #expect(SharedSizes(of: limits).largest(of: PixelSize(4000, 3000)) == size)
    #expect(SharedSizes(of: limits.reversed()) == SharedSizes(of: limits))
  }

  @Test("smaller sizes change nothing, larger ones do")
  func smaller() {
    let sizes = SharedSizes(of: [.longEdge(320), .longEdge(960)])
    #expect(SharedSizes(of: [.longEdge(100), .longEdge(960)]) == sizes)
    #expect(SharedSizes(of: [.longEdge(320), .longEdge(961)]) != sizes)
  }
}
