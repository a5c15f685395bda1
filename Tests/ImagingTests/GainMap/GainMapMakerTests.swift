import Foundation
import Formats
import Metadata
import Testing
import Vips

@testable import Imaging

@Suite("GainMapMaker")
struct GainMapMakerTests {
  /// A picture of 16-bit signals in which light and colour change slowly, with a highlight.
  private func signals(width: Int, height: Int, bands: Int = 3, most: Double = 0.75) throws
    -> VipsImage
  {
    var samples: [Int] = []
    for y in 0..<height {
      for x in 0..<width {
        let across = Double(x) / Double(max(width - 1, 1))
        let down = Double(y) / Double(max(height - 1, 1))
        let level = most * (0.3 + 0.7 * across)
        let colour = [level, level * (0.9 + 0.1 * down), level * (1 - 0.1 * down), 1]
        samples += (bands < 3 ? [level, 1] : colour).prefix(bands).map { Int($0 * 65_535) }
      }
    }
    return try Pictures.deep(samples, width: width, height: height, bands: bands)
  }

  private func made(
    _ image: VipsImage, _ transfer: HDRTransfer, primaries: Int
  ) throws -> (base: VipsImage, map: MadeGainMap?) {
    let base = try image.toneMapped(from: transfer, primaries: primaries).inMemory()
    return (
      base,
      try GainMapMaker.map(hdr: image, transfer: transfer, primaries: primaries, base: base)
    )
  }

  /// The light that base and map come to in one pixel (ISO 21496-1, 5.2), 1 for diffuse white.
  private func light(
    _ base: VipsImage, _ map: MadeGainMap, x: Int, y: Int
  ) throws -> [Double] {
    let signal = try base.getpoint(x: x, y: y)
    let sample = try map.image.getpoint(x: x / 2, y: y / 2)
    return (0..<signal.count).map { band in
      let index = min(band, sample.count - 1)
      let channel = map.metadata.channels[index]
      let gain =
        channel.minimum
        + (channel.maximum - channel.minimum) * pow(sample[index] / 255, 1 / channel.gamma)
      return (ToneCurve.sRGBLight(signal[band] / 255) + channel.baseOffset) * exp2(gain)
        - channel.alternateOffset
    }
  }

  @Test(
    "base and map come to the light of the picture",
    arguments: [HDRTransfer.pq, .hlg], [1, 9, 12])
  func rendition(transfer: HDRTransfer, primaries: Int) throws {
    let image = try signals(width: 64, height: 48, most: transfer == .pq ? 0.75 : 1)
    let (base, made) = try made(image, transfer, primaries: primaries)
    let map = try #require(made)
    #expect(map.image.width == 32 && map.image.height == 24 && map.image.format == .uchar)
    #expect(map.metadata.channels.count == map.image.bands)
    let wanted = try image.displayLight(of: transfer, primaries: primaries)
      .recomb(Primaries.toSRGB(from: primaries)).inMemory()
    for (x, y) in [(4, 4), (20, 40), (33, 21), (50, 10), (60, 44)] {
      let found = try light(base, map, x: x, y: y)
      for (found, wanted) in try zip(found, wanted.getpoint(x: x, y: y)) where wanted > 0.02 {
        #expect(abs(found / wanted - 1) < 0.06, "\(x), \(y)")
      }
    }
  }

  @Test("the headroom is that of the brightest light", arguments: [0.7, 0.7518, 0.85])
  func headroom(most: Double) throws {
    let level = Int(most * 65_535)
    let dark = Array(repeating: 20_000, count: 30)
    let row = dark + Array(repeating: level, count: 30)
    let image = try Pictures.deep(
      Array(repeatElement(row, count: 16).joined()), width: 20, height: 16, bands: 3)
    let map = try #require(made(image, .pq, primaries: 1).map)
    let headroom = log2(HDRTransfer.pq.linear(most))
    #expect(abs(map.metadata.alternateHeadroom - headroom) < 0.02)
    #expect(map.metadata.baseHeadroom == 0 && map.metadata.usesBaseColours)
  }

  @Test(
    "gray needs one band, and so does what has the same gain in all colours", arguments: [1, 3])
  func oneBand(bands: Int) throws {
    let image = try signals(width: 40, height: 30, bands: bands)
    #expect(try made(image, .pq, primaries: 1).map?.image.bands == 1)
  }

  @Test("colours beyond sRGB, which the base cuts, have gains of their own")
  func threeBands() throws {
    let image = try Pictures.deep(
      Array(repeatElement([45_000, 20_000, 48_000], count: 600).joined()), width: 30, height: 20,
      bands: 3)
    let map = try #require(made(image, .pq, primaries: 9).map)
    #expect(map.image.bands == 3 && map.metadata.channels.count == 3)
  }

  @Test("where the base shows all the light there is no map is made", arguments: [1, 3])
  func none(bands: Int) throws {
    #expect(
      try made(signals(width: 20, height: 20, bands: bands, most: 0.35), .pq, primaries: 1).map
        == nil)
  }

  @Test(
    "pictures of odd and tiny sizes have maps of half the size, rounded up",
    arguments: [(1, 1), (1, 9), (3, 2), (17, 5)])
  func sizes(width: Int, height: Int) throws {
    let image = try Pictures.deep(
      Array(repeating: 46_000, count: width * height * 3), width: width, height: height, bands: 3)
    let map = try #require(made(image, .pq, primaries: 9).map)
    #expect(map.image.size == PixelSize((width + 1) / 2, (height + 1) / 2))
  }

  @Test("transparent places have no gain", arguments: [2, 4])
  func transparency(bands: Int) throws {
    let opaque = try signals(width: 40, height: 20, bands: bands)
    let colours = try opaque.extractBand(0, count: bands - 1)
    let clear = try VipsImage.bandjoin([
      colours, opaque.extractBand(bands - 1).linear([0], [0]).cast(.ushort),
    ])
    .copy(interpretation: opaque.interpretation)
    #expect(try made(opaque, .pq, primaries: 1).map != nil)
    #expect(try made(clear, .pq, primaries: 1).map == nil)
  }
}
