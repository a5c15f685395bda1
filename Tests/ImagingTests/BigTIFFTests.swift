import Formats
import Metadata
import Testing
import Vips

@testable import Imaging

@Suite("BigTIFF")
struct BigTIFFTests {
  /// A little-endian BigTIFF of one row of RGB, with an ICC profile (BigTIFF: fields of 20 bytes).
  private func file(_ pixels: [UInt8], profile: [UInt8]) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    func field(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
      number(tag, 2) + number(type, 2) + number(count, 8) + value
        + [UInt8](repeating: 0, count: 8 - value.count)
    }
    let strip = 16 + profile.count
    let fields: [[UInt8]] = [
      field(256, 3, 1, number(pixels.count / 3, 2)), field(257, 3, 1, number(1, 2)),
      field(258, 3, 3, [8, 0, 8, 0, 8, 0]), field(259, 3, 1, number(1, 2)),
      field(262, 3, 1, number(2, 2)), field(273, 4, 1, number(strip, 4)),
      field(277, 3, 1, number(3, 2)), field(278, 3, 1, number(1, 2)),
      field(279, 4, 1, number(pixels.count, 4)), field(34675, 7, profile.count, number(16, 8)),
    ]
    let header: [UInt8] =
      [0x49, 0x49, 43, 0, 8, 0, 0, 0] + number(strip + pixels.count, 8)
    let directory = [number(fields.count, 8)] + fields + [number(0, 8)]
    return Array([header, profile, pixels].joined()) + Array(directory.joined())
  }

  @Test("its profile is that of its decoder")
  func profile() throws {
    // The red of sRGB in Display P3, rounded.
    let bytes = file([234, 51, 35, 234, 51, 35], profile: try VipsImage.BuiltInProfile.p3.bytes())
    let recipe = Recipe(format: .fixed(.png), convertsToSRGB: true)
    let made = try Pipeline(recipe: recipe, limits: PipelineLimits()).run(Source(bytes))
    #expect(try areNear(Files.pixels(made.bytes).inMemory().colour(1, 0), [255, 0, 0], within: 4))
    let kept = try Pipeline(recipe: Recipe(format: .fixed(.png)), limits: PipelineLimits())
      .run(Source(bytes))
    #expect(try Files.metadata(kept.bytes).icc != nil)
  }
}
