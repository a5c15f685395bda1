import Pixels
import TestSupport
import Testing

@testable import TurboJPEG

@Suite("JPEG from planes and back")
struct RoundTripTests {
  @Test(
    "planes come back with their sizes, at odd and tiny ones too",
    arguments: TurboJPEG.Subsampling.allCases, [(1, 1), (2, 3), (15, 17), (64, 48), (131, 77)])
  func planes(subsampling: TurboJPEG.Subsampling, size: (Int, Int)) throws {
    let planes = try Pictures.planes(size.0, size.1, subsampling)
    let bytes = try TurboJPEG.encode(
      planes: planes, width: size.0, height: size.1, subsampling: subsampling, quality: 100,
      isProgressive: false)
    let header = try TurboJPEG.header(of: bytes)
    #expect((header.width, header.height) == size)
    #expect(header.subsampling == subsampling)
    #expect(header.colorspace == (subsampling == .gray ? .gray : .ycbcr))
    let back = try TurboJPEG.decodePlanes(bytes, maximumPixels: 1 << 20)
    #expect((back.width, back.height) == size)
    #expect(back.subsampling == subsampling)
    #expect(back.planes.map(\.width) == planes.map(\.width))
    #expect(back.planes.map(\.height) == planes.map(\.height))
    for (plane, original) in zip(back.planes, planes) {
      #expect(plane.distance(to: original) < 2)
    }
  }

  @Test("pixels come back as planes", arguments: TurboJPEG.Subsampling.allCases)
  func pixels(subsampling: TurboJPEG.Subsampling) throws {
    let bytes = try TurboJPEG.encode(
      Pictures.gradient(61, 43), subsampling: subsampling, quality: 95, isProgressive: false)
    let back = try TurboJPEG.decodePlanes(bytes, maximumPixels: 1 << 20)
    #expect(back.subsampling == subsampling)
    let luma = try Pictures.gradient(61, 43).buffer.bytes
    // ITU-T T.871, 7: Y = 0.299 R + 0.587 G + 0.114 B.
    let expected = stride(from: 0, to: luma.count, by: 3).map { index in
      let sum = 299 * Int(luma[index]) + 587 * Int(luma[index + 1]) + 114 * Int(luma[index + 2])
      return UInt8(sum / 1000)
    }
    #expect(back.planes[0].distance(to: try Pictures.plane(expected, 61, 43)) < 3)
  }

  @Test("gray pixels are stored as gray")
  func gray() throws {
    let pixels = try Pictures.gradient(33, 21, bands: 1)
    let bytes = try TurboJPEG.encode(
      pixels, subsampling: .ycbcr420, quality: 95, isProgressive: false)
    let back = try TurboJPEG.decodePlanes(bytes, maximumPixels: 1 << 20)
    #expect(back.subsampling == .gray)
    #expect(back.planes.count == 1)
    #expect(back.planes[0].distance(to: pixels) < 3)
  }

  @Test("progressive is smaller, and the same picture")
  func progressive() throws {
    let planes = try Pictures.planes(256, 192, .ycbcr420)
    let files = try [false, true].map {
      try TurboJPEG.encode(
        planes: planes, width: 256, height: 192, subsampling: .ycbcr420, quality: 80,
        isProgressive: $0)
    }
    #expect(files[1].count < files[0].count)
    let pictures = try files.map { try TurboJPEG.decodePlanes($0, maximumPixels: 1 << 20) }
    #expect(
      pictures[0].planes.map(\.buffer.bytes) == pictures[1].planes.map(\.buffer.bytes))
    // Start of frame, ITU-T T.81, table B.1: SOF0 is baseline, SOF2 progressive.
    #expect(files[0].containsMarker(0xc0))
    #expect(files[1].containsMarker(0xc2))
  }

  @Test("a higher quality takes more bytes, out of range it is the nearest")
  func quality() throws {
    let pixels = try Pictures.noise(64, 64)
    let sizes = try [1, 50, 90, 100].map {
      try TurboJPEG.encode(pixels, subsampling: .ycbcr420, quality: $0, isProgressive: false).count
    }
    #expect(sizes == sizes.sorted())
    #expect(Set(sizes).count == 4)
    let beyond = try [Int.min, .max].map {
      try TurboJPEG.encode(pixels, subsampling: .ycbcr420, quality: $0, isProgressive: false).count
    }
    #expect(beyond == [sizes[0], sizes[3]])
  }

  @Test("the edge of an odd picture is as good as its middle")
  func edge() throws {
    let planes = try (0..<3).map { index in
      let size = TurboJPEG.Subsampling.ycbcr420.size(ofPlane: index, width: 17, height: 17)
      let bytes = [UInt8](repeating: index == 0 ? 200 : 128, count: size.width * size.height)
      return try Pictures.plane(bytes, size.width, size.height)
    }
    let bytes = try TurboJPEG.encode(
      planes: planes, width: 17, height: 17, subsampling: .ycbcr420, quality: 75,
      isProgressive: false)
    let back = try TurboJPEG.decodePlanes(bytes, maximumPixels: 1 << 20)
    #expect(back.planes[0].buffer.bytes.allSatisfy { (198...202).contains($0) })
  }

  @Test("planes of wrong sizes are refused")
  func mismatch() throws {
    let planes = try Pictures.planes(16, 16, .ycbcr420)
    for (width, subsampling) in [
      (17, TurboJPEG.Subsampling.ycbcr420), (16, .ycbcr444), (16, .gray),
    ] {
      let error = errorThrown(TurboJPEGError.self) {
        try TurboJPEG.encode(
          planes: planes, width: width, height: 16, subsampling: subsampling, quality: 80,
          isProgressive: false)
      }
      #expect(error?.kind == .mismatch)
    }
  }

  @Test("sides that no JPEG has are refused", arguments: [(0, 1), (1, 65_501), (Int.max, Int.max)])
  func sides(width: Int, height: Int) throws {
    let error = errorThrown(TurboJPEGError.self) {
      try TurboJPEG.encode(
        planes: [], width: width, height: height, subsampling: .gray, quality: 80,
        isProgressive: false)
    }
    #expect(error?.kind == .tooLarge)
  }
}

extension [UInt8] {
  /// Whether a marker stands in the bytes.
  func containsMarker(_ code: UInt8) -> Bool {
    zip(self, dropFirst()).contains { $0 == 0xff && $1 == code }
  }
}
