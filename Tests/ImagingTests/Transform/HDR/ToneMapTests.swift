import Testing
import Vips

@testable import Imaging

@Suite("ToneMap")
struct ToneMapTests {
  static let transfers: [HDRTransfer] = [.pq, .hlg]

  /// The signal of diffuse white (ITU-R BT.2408-7, table 1).
  private func diffuseWhite(_ transfer: HDRTransfer) -> Double { transfer == .pq ? 0.5807 : 0.75 }

  /// A row of grays from black to the highest signal.
  private func ramp(deep: Bool) throws -> VipsImage {
    deep
      ? try Pictures.deep(
        (0...255).flatMap { Array(repeating: $0 * 257, count: 3) }, width: 256, height: 1, bands: 3)
      : try Pictures.bytes(
        (0...255).flatMap { Array(repeating: UInt8($0), count: 3) }, width: 256, height: 1, bands: 3
      )
  }

  @Test(
    "grays stay gray from black to white, each as bright as the one before or brighter",
    arguments: transfers, [(1, true), (9, true), (12, true), (2, true), (9, false)])
  func grays(transfer: HDRTransfer, kind: (primaries: Int, deep: Bool)) throws {
    let mapped = try ramp(deep: kind.deep).toneMapped(from: transfer, primaries: kind.primaries)
    #expect(mapped.format == .uchar && mapped.interpretation == .srgb && mapped.bands == 3)
    let samples = try mapped.samples()
    #expect(Array(samples.prefix(3)) == [0, 0, 0])
    #expect(areNear(Array(samples.suffix(3)), [255, 255, 255], within: 1))
    var last = 0
    for x in 0..<256 {
      let pixel = Array(samples[x * 3..<x * 3 + 3])
      #expect(areNear(pixel, Array(repeating: pixel[1], count: 3), within: 1), "column \(x)")
      // Rounding on the way is worth a step.
      #expect(pixel[1] >= last - 1, "column \(x)")
      last = max(last, pixel[1])
    }
  }

  @Test("diffuse white comes out bright, with room for highlights above it", arguments: transfers)
  func white(transfer: HDRTransfer) throws {
    let signal = Int((diffuseWhite(transfer) * 65_535).rounded())
    let image = try Pictures.deep([signal, signal, signal], width: 1, height: 1, bands: 3)
    let samples = try image.toneMapped(from: transfer, primaries: 9).samples()
    // Two thirds of the light of white: what the curve of BT.2390 leaves of it.
    #expect(areNear(samples, [214, 214, 214], within: 3), "\(samples)")
  }

  @Test("a gray picture is mapped like the gray of a coloured one", arguments: transfers)
  func gray(transfer: HDRTransfer) throws {
    let levels: [UInt8] = [0, 40, 90, 148, 191, 255]
    let gray = try Pictures.bytes(levels, width: 6, height: 1, bands: 1)
      .toneMapped(from: transfer, primaries: 9)
    let colour = try Pictures.bytes(
      levels.flatMap { [$0, $0, $0] }, width: 6, height: 1, bands: 3
    ).toneMapped(from: transfer, primaries: 9).extractBand(1)
    #expect(gray.bands == 1 && gray.interpretation == .grey)
    #expect(try areNear(gray.samples(), colour.samples(), within: 1))
    let alpha = try Pictures.bytes([90, 7], width: 1, height: 1, bands: 2)
      .toneMapped(from: transfer, primaries: 9)
    #expect(try areNear(alpha.samples(), [gray.samples()[2], 7], within: 1))
  }

  @Test("transparency stays as it is", arguments: transfers)
  func transparency(transfer: HDRTransfer) throws {
    let plain = try Pictures.bytes([120, 90, 60, 77], width: 1, height: 1, bands: 4)
      .toneMapped(from: transfer, primaries: 9)
    #expect(plain.bands == 4 && plain.hasAlpha)
    #expect(try plain.colour(0, 0)[3] == 77)
    let deep = try Pictures.deep([30_000, 20_000, 9000, 77 * 257], width: 1, height: 1, bands: 4)
      .toneMapped(from: transfer, primaries: 9)
    #expect(try deep.colour(0, 0)[3] == 77)
  }

  @Test("colours keep their hue, and those beyond sRGB come to its edge", arguments: transfers)
  func hues(transfer: HDRTransfer) throws {
    let image = try Pictures.bytes([140, 100, 100, 150, 0, 0], width: 2, height: 1, bands: 3)
    let mapped = try image.toneMapped(from: transfer, primaries: 9)
    let soft = try mapped.colour(0, 0)
    #expect(soft[0] > max(soft[1], soft[2]) + 10, "\(soft)")
    let pure = try mapped.colour(1, 0)
    #expect(pure[0] > 100 && pure[1] == 0 && pure[2] == 0, "\(pure)")
  }
}

@Suite("Primaries")
struct PrimariesTests {
  @Test("white stays white in every conversion", arguments: [1, 2, 9, 12, 255])
  func white(primaries: Int) {
    for row in Primaries.toSRGB(from: primaries) {
      #expect(abs(row.reduce(0, +) - 1) < 0.00001)
    }
    #expect(abs(Primaries.luminance(of: primaries).reduce(0, +) - 1) < 0.00001)
  }

  @Test("sRGB's own and unknown primaries are left as they are", arguments: [1, 2, 0, 255])
  func identity(primaries: Int) {
    #expect(Primaries.toSRGB(from: primaries) == [[1, 0, 0], [0, 1, 0], [0, 0, 1]])
  }

  // What a conversion to sRGB does to a colour's luminance is nothing.
  @Test("a conversion keeps luminance", arguments: [9, 12])
  func luminance(primaries: Int) {
    let matrix = Primaries.toSRGB(from: primaries)
    let weights = Primaries.luminance(of: 1)
    for (column, wanted) in Primaries.luminance(of: primaries).enumerated() {
      let found = (0..<3).reduce(0) { $0 + weights[$1] * matrix[$1][column] }
      #expect(abs(found - wanted) < 0.0005, "column \(column)")
    }
  }
}
