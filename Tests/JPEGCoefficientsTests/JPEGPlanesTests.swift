import Pixels
import Resampling
import TestSupport
import Testing
import TurboJPEG

@testable import JPEGCoefficients

@Suite("A JPEG's planes")
struct JPEGPlanesTests {
  private func decode(
    _ jpeg: [UInt8], _ shapes: [JPEGPlanes.Shape], eighths: Int = 8, maximumPixels: Int = 1 << 24,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws -> [PixelPlane] {
    try JPEGPlanes.decode(
      jpeg, eighths: eighths, into: shapes, maximumPixels: maximumPixels, isCancelled: isCancelled)
  }

  /// The planes of a picture at its own size.
  private func shapes(
    _ width: Int, _ height: Int, _ subsampling: TurboJPEG.Subsampling
  ) -> [JPEGPlanes.Shape] {
    (0..<subsampling.planeCount).map { index in
      let size = subsampling.size(ofPlane: index, width: width, height: height)
      let unit = subsampling.size(ofPlane: index, width: 4, height: 4)
      return JPEGPlanes.Shape(
        width: size.width, height: size.height,
        across: Span(0, Double(size.width * 4 / unit.width) / Double(width)),
        down: Span(0, Double(size.height * 4 / unit.height) / Double(height)))
    }
  }

  private static let sizes = [(1, 1), (7, 9), (17, 33), (200, 120), (131, 77)]

  @Test(
    "at their own size they are what the JPEG has, at odd and tiny sizes too",
    arguments: TurboJPEG.Subsampling.allCases, sizes)
  func whole(subsampling: TurboJPEG.Subsampling, size: (Int, Int)) throws {
    for isProgressive in [false, true] {
      let jpeg = try Pictures.jpeg(size.0, size.1, subsampling, isProgressive: isProgressive)
      let made = try decode(jpeg, shapes(size.0, size.1, subsampling))
      #expect(try made.map(\.buffer.bytes) == Pictures.planes(jpeg).map(\.buffer.bytes))
    }
  }

  @Test(
    "whole blocks are the library's bit by bit, from coarse ones to those without a zero",
    arguments: [1, 10, 50, 90, 100], [TurboJPEG.Subsampling.ycbcr420, .ycbcr444, .gray])
  func wholeBlocks(quality: Int, subsampling: TurboJPEG.Subsampling) throws {
    let (width, height) = (141, 93)
    var state: UInt32 = 3
    let planes = try (0..<subsampling.planeCount).map { index in
      let size = subsampling.size(ofPlane: index, width: width, height: height)
      // Noise on the left, then black and white, then one brightness, whose blocks have no coefficients.
      let bytes = (0..<size.width * size.height).map { place in
        state = state &* 1_664_525 &+ 1_013_904_223
        let column = place % size.width * 3 / size.width
        return column == 0 ? UInt8(state >> 24) : column == 1 ? UInt8(state >> 31) * 255 : 90
      }
      return try #require(
        PixelPlane(
          width: size.width, height: size.height, bands: 1, sample: .uint8,
          buffer: PixelBuffer(bytes)))
    }
    let jpeg = try TurboJPEG.encode(
      planes: planes, width: width, height: height, subsampling: subsampling, quality: quality,
      isProgressive: false)
    let made = try decode(jpeg, shapes(width, height, subsampling))
    #expect(try made.map(\.buffer.bytes) == Pictures.planes(jpeg).map(\.buffer.bytes))
  }

  /// A plane that grows brighter to the right and downwards, or upwards.
  private func ramp(_ width: Int, _ height: Int, isUpsideDown: Bool) throws -> PixelPlane {
    var bytes: [UInt8] = []
    for y in 0..<height {
      let row = isUpsideDown ? height - y : y
      for x in 0..<width {
        bytes.append(UInt8(20 + x * 110 / width + row * 110 / height))
      }
    }
    return try #require(
      PixelPlane(
        width: width, height: height, bands: 1, sample: .uint8, buffer: PixelBuffer(bytes)))
  }

  @Test(
    "reduced while they are decoded, they show the same at the same places",
    arguments: TurboJPEG.Subsampling.allCases, [1, 2, 4])
  func reduced(subsampling: TurboJPEG.Subsampling, eighths: Int) throws {
    // No side is a multiple of a block.
    for (width, height) in [(397, 283), (403, 290)] {
      let planes = try (0..<subsampling.planeCount).map { index in
        let size = subsampling.size(ofPlane: index, width: width, height: height)
        return try ramp(size.width, size.height, isUpsideDown: index == 1)
      }
      let jpeg = try TurboJPEG.encode(
        planes: planes, width: width, height: height, subsampling: subsampling, quality: 100,
        isProgressive: false)
      let shape = JPEGPlanes.Shape(width: 20, height: 15)
      let wanted = Array(repeating: shape, count: subsampling.planeCount)
      let whole = try decode(jpeg, wanted)
      let made = try decode(jpeg, wanted, eighths: eighths)
      // A ramp of 5 a sample: a shift by a fifth of one would show.
      for (one, other) in zip(made, whole) {
        let pairs = zip(one.buffer.bytes, other.buffer.bytes)
        #expect(pairs.allSatisfy { abs(Int($0) - Int($1)) <= 2 })
        let sum = pairs.reduce(0) { $0 + Int($1.0) - Int($1.1) }
        #expect(abs(Double(sum) / 300) < 0.3)
      }
    }
  }

  @Test("they are resampled as planes in memory are", arguments: [(40, 30), (197, 119), (1, 1)])
  func resampled(size: (Int, Int)) throws {
    let jpeg = try Pictures.jpeg(200, 120, .ycbcr422)
    let (across, down) = (Span(1, 0), Span(-0.01, 1.02))
    let shape = JPEGPlanes.Shape(width: size.0, height: size.1, across: across, down: down)
    let made = try decode(jpeg, [shape, shape, shape])
    for (plane, whole) in try zip(made, Pictures.planes(jpeg)) {
      let (width, height) = (Double(whole.width), Double(whole.height))
      let wanted = whole.resampled(
        width: size.0, height: size.1, across: Span(width, 0),
        down: Span(-0.01 * height, 1.02 * height))
      #expect(plane.buffer.bytes == wanted?.buffer.bytes)
    }
  }

  @Test("a JPEG cut anywhere is damaged", arguments: [0, 2, 20, 200, 2000], [false, true])
  func cut(length: Int, isProgressive: Bool) throws {
    let jpeg = try Pictures.jpeg(131, 77, isProgressive: isProgressive)
    let error = errorThrown(CoefficientError.self) {
      try decode(Array(jpeg.prefix(length)), shapes(131, 77, .ycbcr420))
    }
    #expect(error?.kind == .damaged && error?.detail.isEmpty == false)
  }

  @Test(
    "coded data that goes on after the picture was misread; what fills up was not",
    arguments: [1, 2, 4, 8], [false, true])
  func surplus(eighths: Int, isGray: Bool) throws {
    let jpeg = try Pictures.jpeg(64, 48, isGray ? .gray : .ycbcr420)
    let end = jpeg.count - 2
    func decoded(_ surplus: [UInt8]) throws(CoefficientError) {
      let shapes = (0..<(isGray ? 1 : 3)).map { _ in JPEGPlanes.Shape(width: 8, height: 8) }
      _ = try JPEGPlanes.decode(
        Array(jpeg[..<end]) + surplus + Array(jpeg[end...]), eighths: eighths, into: shapes,
        maximumPixels: 1 << 20)
    }
    try decoded([])
    try decoded([UInt8](repeating: 0, count: 100))
    try decoded([UInt8](repeating: 0xFF, count: 100))
    for misread in [[UInt8](repeating: 0x5A, count: 40), [0xFF, 0xD0, 1, 2, 3]] {
      let error = errorThrown(CoefficientError.self) { try decoded(misread) }
      #expect(error?.kind == .damaged)
    }
  }

  @Test("a changed byte never ends the process", arguments: [1, 8])
  func changed(eighths: Int) throws {
    let whole = try Pictures.jpeg(64, 64)
    var failures = 0
    for position in stride(from: 2, to: min(whole.count, 900), by: 2) {
      var bytes = whole
      bytes[position] ^= 0x5a
      do {
        _ = try decode(bytes, shapes(64, 64, .ycbcr420), eighths: eighths, maximumPixels: 1 << 16)
      } catch {
        failures += 1
      }
    }
    #expect(failures > 20)
  }

  @Test("too many pixels, other planes and other reductions are refused")
  func refused() throws {
    let jpeg = try Pictures.jpeg(64, 48)
    let colour = shapes(64, 48, .ycbcr420)
    func kind(_ shapes: [JPEGPlanes.Shape], eighths: Int = 8, maximumPixels: Int = 1 << 20)
      -> CoefficientError.Kind?
    {
      errorThrown(CoefficientError.self) {
        try decode(jpeg, shapes, eighths: eighths, maximumPixels: maximumPixels)
      }?.kind
    }
    #expect(kind(colour, maximumPixels: 64 * 48 - 1) == .tooLarge)
    #expect(kind(colour, maximumPixels: 64 * 48) == nil)
    #expect(kind(Array(colour.prefix(1))) == .unsupported)
    #expect(kind([]) == .unsupported)
    #expect(kind(colour, eighths: 3) == .unsupported)
    #expect(kind(colour.map { _ in JPEGPlanes.Shape(width: 0, height: 1) }) == .unsupported)
  }

  @Test("decoding ends when nobody wants it any more", arguments: [false, true])
  func cancelled(isProgressive: Bool) throws {
    let jpeg = try Pictures.jpeg(64, 48, isProgressive: isProgressive)
    let error = errorThrown(CoefficientError.self) {
      try decode(jpeg, shapes(64, 48, .ycbcr420), isCancelled: { true })
    }
    #expect(error?.kind == .cancelled)
  }

  @Test(
    "written and read again they are nearly the same, at odd and tiny sizes too",
    arguments: [(1, 1), (2, 2), (1, 2), (2, 1)], sizes)
  func roundTrip(factors: (Int, Int), size: (Int, Int)) throws {
    let subsampling: TurboJPEG.Subsampling =
      switch factors {
      case (2, 2): .ycbcr420
      case (2, 1): .ycbcr422
      case (1, 2): .ycbcr440
      default: .ycbcr444
      }
    for planeCount in [1, 3] {
      let all = try Pictures.planes(Pictures.jpeg(size.0, size.1, subsampling))
      let planes = Array(all.prefix(planeCount))
      let jpeg = try JPEGPlanes.encode(
        planes, horizontal: factors.0, vertical: factors.1, quality: 100)
      let header = try TurboJPEG.header(of: jpeg)
      #expect((header.width, header.height) == size)
      #expect(header.subsampling == (planeCount == 1 ? .gray : subsampling))
      for (made, plane) in try zip(Pictures.planes(jpeg), planes) {
        #expect((made.width, made.height) == (plane.width, plane.height))
        #expect(made.distance(to: plane) < 1)
      }
    }
  }

  @Test("Huffman tables of their own make them smaller", arguments: [40, 80, 95])
  func tables(quality: Int) throws {
    let planes = try Pictures.planes(Pictures.jpeg(640, 480, quality: 98))
    let plain = try TurboJPEG.encode(
      planes: planes, width: 640, height: 480, subsampling: .ycbcr420, quality: quality,
      isProgressive: false)
    let made = try JPEGPlanes.encode(planes, horizontal: 2, vertical: 2, quality: quality)
    #expect(made.count < plain.count)
    // The tables apart, it is the same picture.
    #expect(
      try Pictures.planes(made).map(\.buffer.bytes) == Pictures.planes(plain).map(\.buffer.bytes))
  }

  @Test("planes that make no picture are refused")
  func mismatch() throws {
    let planes = try Pictures.planes(Pictures.jpeg(64, 48))
    for (planes, factor) in [(planes, 1), (planes, 3), (Array(planes.prefix(2)), 2), ([], 1)] {
      let error = errorThrown(CoefficientError.self) {
        try JPEGPlanes.encode(planes, horizontal: factor, vertical: factor, quality: 80)
      }
      #expect(error?.kind == .unsupported)
    }
  }
}
