import Formats
import Foundation
import Metadata
import TestSupport
import Testing

@testable import Imaging

/// What a budget may cost: one decode, and five encodes at most, scaling down included; on our pictures, and
/// on real ones where `IMGTOOL_CORPUS` names a folder of them.
@Suite("The effort that a budget takes")
struct BudgetEffortTests {
  private static let corpus = ProcessInfo.processInfo.environment["IMGTOOL_CORPUS"]
  private static let budgets = [5_000_000, 1_000_000, 300_000, 100_000, 30_000, 5000]

  /// The encodes that a picture takes; nil for one that can't be made.
  @discardableResult
  private func encodes(
    _ source: Source, _ bytes: Int, _ choice: FormatChoice = .auto, name: String
  ) throws -> Int? {
    let recipe = Recipe(format: choice, metadata: .safe, budget: ByteBudget(bytes: bytes))
    let made: Rendering
    do throws(ImagingError) {
      made = try Pipeline(recipe: recipe, limits: PipelineLimits()).run(source)
    } catch {
      let reasons: [ImagingError.Reason] = [.damaged, .unsupported, .tooLarge, .overBudget]
      #expect(reasons.contains(error.reason), "\(name) under \(bytes): \(error)")
      return nil
    }
    #expect(made.bytes.count <= bytes, "\(name)")
    #expect(made.decodes == 1, "\(name) under \(bytes)")
    #expect(made.encodes <= 5, "\(name) under \(bytes) at \(made.quality ?? 0), \(made.size)")
    return made.encodes
  }

  @Test(
    "pictures of many kinds, as what they become by themselves",
    arguments: [
      "photo.jpg", "photo.heic", "progressive.jpg", "p3.jpg", "cmyk.jpg", "gray.jpg", "rgba.png",
      "lossy.webp", "orientation-3.jpg", "orientation-6.jpg",
    ], budgets + [1000])
  func fixtures(name: String, bytes: Int) throws {
    try encodes(Source(Fixtures.bytes(name)), bytes, name: name)
  }

  @Test(
    "in formats whose bytes can't be counted", arguments: ["photo.jpg", "photo.heic", "rgba.png"],
    [ImageFormat.webp, .heic, .avif])
  func dear(name: String, format: ImageFormat) throws {
    for bytes in [30_000, 5000, 2000] {
      try encodes(Source(Fixtures.bytes(name)), bytes, .fixed(format), name: name)
    }
  }

  @Test("real pictures", .enabled(if: corpus != nil, "skipped: IMGTOOL_CORPUS names none"))
  func realPictures() throws {
    let folder = try URL(fileURLWithPath: #require(Self.corpus))
    let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    let files = (all?.compactMap { $0 as? URL } ?? []).sorted { $0.path < $1.path }
    var found: [Int] = []
    // All of them at all budgets take too long: each at one of them, in turn.
    for (place, file) in files.enumerated() {
      guard let bytes = try? Data(contentsOf: file), bytes.count < 3_000_000,
        let source = try? Source(Array(bytes)), source.facts.displayedSize.count < 20_000_000
      else { continue }
      let budget = Self.budgets[place % Self.budgets.count]
      if let count = try encodes(source, budget, name: file.lastPathComponent) {
        found.append(count)
      }
    }
    try #require(found.count > 50)
    #expect(found.sorted()[found.count / 2] <= 3)
  }
}
