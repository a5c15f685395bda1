import Pixels
import TestSupport
import Testing

@testable import TurboJPEG

@Suite("Decoding at a smaller size")
struct ScaleTests {
  @Test("the scales begin with full size and get smaller down to an eighth")
  func scales() {
    let values = TurboJPEG.scales.map { Double($0.numerator) / Double($0.denominator) }
    #expect(TurboJPEG.scales.first == .full)
    #expect(values == values.sorted(by: >))
    #expect(values.last == 0.125)
    #expect(values.contains(0.625))
  }

  @Test("every scale gives a picture of its size that looks the same", arguments: TurboJPEG.scales)
  func everyScale(scale: TurboJPEG.Scale) throws {
    for subsampling in TurboJPEG.Subsampling.allCases {
      let planes = try Pictures.planes(101, 67, subsampling)
      let bytes = try TurboJPEG.encode(
        planes: planes, width: 101, height: 67, subsampling: subsampling, quality: 95,
        isProgressive: false)
      let small = try TurboJPEG.decodePlanes(bytes, scale: scale, maximumPixels: 1 << 20)
      #expect(small.width == scale.applied(to: 101))
      #expect(small.height == scale.applied(to: 67))
      for (index, plane) in small.planes.enumerated() {
        let size = subsampling.size(ofPlane: index, width: small.width, height: small.height)
        #expect((plane.width, plane.height) == size)
        let mean = plane.buffer.bytes.reduce(0) { $0 + Int($1) } / plane.buffer.count
        // The last column may stand for less of the picture than the others.
        #expect((110...150).contains(mean))
      }
    }
  }

  @Test(
    "a length at a scale is rounded up",
    arguments: [(1, 8, 101, 13), (1, 1, 7, 7), (5, 8, 8, 5), (3, 8, 1, 1), (1, 8, 0, 0)])
  func rounding(numerator: Int, denominator: Int, length: Int, scaled: Int) {
    #expect(TurboJPEG.Scale(numerator, denominator).applied(to: length) == scaled)
  }

  @Test("an absurd scale is nothing, not a crash", arguments: [(1, 0), (Int.max, 1), (-1, 2)])
  func absurd(numerator: Int, denominator: Int) throws {
    let scale = TurboJPEG.Scale(numerator, denominator)
    #expect(scale.applied(to: 1000) == 0)
    let bytes = try TurboJPEG.encode(
      Pictures.gradient(16, 16), subsampling: .gray, quality: 80, isProgressive: false)
    let error = errorThrown(TurboJPEGError.self) {
      try TurboJPEG.decodePlanes(bytes, scale: scale, maximumPixels: 1 << 20)
    }
    #expect(error?.kind == .unsupported)
  }
}
