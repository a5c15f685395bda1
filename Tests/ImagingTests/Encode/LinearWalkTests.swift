import Formats
import Foundation
import Metadata
import TestSupport
import Testing

@testable import Imaging

/// The ladder's answer is that of trying one quality after the other: on our pictures, and on real ones
/// where `IMGTOOL_CORPUS` names a folder of them.
@Suite("The ladder against a plain walk")
struct LinearWalkTests {
  private static let corpus = ProcessInfo.processInfo.environment["IMGTOOL_CORPUS"]

  /// The picture under a budget at its own size.
  private func made(
    _ source: Source, _ bytes: Int, _ format: ImageFormat, downTo quality: Int
  ) throws -> Rendering {
    let budget = ByteBudget(bytes: bytes, minimumQuality: quality, keepsSize: true)
    let recipe = Recipe(
      size: .longEdge(640), format: .fixed(format), metadata: .color, budget: budget)
    return try Pipeline(recipe: recipe, limits: PipelineLimits()).run(source)
  }

  /// The first quality from 90 down of which a file fits that is made for it alone.
  private func walked(_ source: Source, _ bytes: Int, _ format: ImageFormat) -> Int? {
    for quality in stride(from: 90, through: 10, by: -10) {
      // Of the qualities down to one that is tried alone, those above it are known not to fit.
      if let made = try? made(source, bytes, format, downTo: quality) { return made.quality }
    }
    return nil
  }

  private func compare(_ source: Source, _ bytes: Int, _ format: ImageFormat) {
    let found = try? made(source, bytes, format, downTo: 10)
    #expect(found?.quality == walked(source, bytes, format))
    if let found { #expect(found.bytes.count <= bytes && found.encodes <= 5) }
  }

  @Test(
    "on pictures of many kinds",
    arguments: ["photo.jpg", "photo.heic", "progressive.jpg", "p3.jpg", "gray.jpg", "rgba.png"],
    [ImageFormat.jpeg, .webp])
  func fixtures(name: String, format: ImageFormat) throws {
    let source = try Source(Fixtures.bytes(name))
    for bytes in [30_000, 12_000, 6000, 3000] { compare(source, bytes, format) }
  }

  @Test("on real pictures", .enabled(if: corpus != nil, "skipped: IMGTOOL_CORPUS names none"))
  func realPictures() throws {
    let folder = try #require(Self.corpus)
    var pictures = 0
    // A walk decodes again at each step: some of the pictures, at one budget, take long enough.
    for (kind, interval) in [("jpeg", 3), ("heic", 6)] {
      let url = URL(fileURLWithPath: folder).appendingPathComponent(kind)
      let names = try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
      for index in stride(from: 0, to: names.count, by: interval) {
        let name = names[index]
        let bytes = try Data(contentsOf: url.appendingPathComponent(name))
        guard bytes.count < 3_000_000, let source = try? Source(Array(bytes)) else { continue }
        pictures += 1
        compare(source, 30_000, .jpeg)
      }
    }
    #expect(pictures > 10)
  }
}
