import Formats
import Foundation
import Posix
import Testing

/// Compares what headers say with a list of measured facts, for a folder of real pictures.
@Suite("A folder of real pictures")
struct CorpusTests {
  /// One picture of the folder's `manifest.json`.
  struct Entry: Decodable, CustomTestStringConvertible {
    var path, format, expected: String
    var width, height, bits: Int?
    var alpha: Bool?
    var frames: Int
    var testDescription: String { path }
  }

  private static let folder = ProcessInfo.processInfo.environment["IMGTOOL_CORPUS"]

  private static func entries() throws -> [Entry] {
    guard let folder else { return [] }
    let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/manifest.json"))
    return try JSONDecoder().decode([Entry].self, from: data)
  }

  private static func facts(of entry: Entry) throws -> HeaderFacts {
    let path = (folder ?? "") + "/" + entry.path
    return try FormatsTests.facts([UInt8](Data(contentsOf: URL(fileURLWithPath: path))))
  }

  /// The kind that a manifest's words stand for.
  private static func kind(_ format: String) -> String {
    let words = [
      "MPO": "jpeg", "APNG": "png", "Extended WEBP": "webp", "JXL Codestream": "jxl",
      "unrecognised": "unknown", "TXT": "unknown", "JSON": "unknown",
    ]
    if let word = words[format] { return word }
    guard format.hasPrefix("HEIF") else { return format.lowercased() }
    return format.contains("AV1") ? "avif" : format.contains("HEVC") ? "heic" : "heif"
  }

  /// Files whose measured kind is less exact than ours, and why.
  private static let otherKinds = [
    // The manifest doesn't look into `mini` boxes.
    "heic/hevc32-mini.heif": "heic", "heic/lightning_mini.heif": "heic",
    "not-heif/simple_osm_tile_alpha.avif": "avif",
    // It has one name for AV1 pictures and sequences, and for both kinds of JPEG 2000.
    "not-heif/colors-animated-8bpc.avif": "avis", "not-heif/star.avifs": "avis",
    "not-heif/fixture.mj2": "mj2",
    // Its "grid of None" and the like are HEVC by brand, the tiles being out of reach.
    "bad/fuzz-cf5732616832024576.heic": "heic", "bad/fuzz-clap-overflow-divide-zero.heic": "heic",
    "bad/fuzz-github_367_1.heic": "heic", "bad/fuzz-github_44.heic": "heic",
    "bad/fuzz-github_45.heic": "heic", "bad/fuzz-github_48.heic": "heic",
    "bad/fuzz-region-mask-missing-refs.heic": "heic", "bad/issue_1793_poc.heic": "heic",
    // `ftyp` and a brand that nobody knows, with garbage behind.
    "bad/issue_2427_poc.jpg": "unknown",
  ]

  /// Files whose measured facts other than the kind differ, and why.
  private static let otherFacts: Set<String> = [
    // Cropped by `clap` to half the size that the manifest states.
    "heic/other-codec-avc32.heif",
    // An APNG of 20 frames, of which the measuring tool saw one.
    "png-webp-tiff/ball.png",
    // The bits as stored: of a palette's index, and of a bilevel JPEG XL.
    "png-webp-tiff/ffffcc-gamma1.6.png", "png-webp-tiff/test.jxl",
  ]

  @Test(
    "Kinds, sizes, bits, alpha and frames are those that were measured",
    .enabled(if: folder != nil, "skipped: set IMGTOOL_CORPUS to a folder with a manifest.json"))
  func corpus() throws {
    for entry in try Self.entries() {
      let facts = try Self.facts(of: entry)
      #expect(
        facts.kind.name == Self.otherKinds[entry.path] ?? Self.kind(entry.format), "\(entry.path)")
      #expect(entry.expected != "ok" || facts.state == .sound, "\(entry.path)")
      // Facts of files that no one can decode were guessed.
      guard entry.expected != "error", !Self.otherFacts.contains(entry.path) else { continue }
      if let width = entry.width, let height = entry.height, facts.kind != .unknown {
        #expect(facts.displayedSize == PixelSize(width: width, height: height), "\(entry.path)")
        #expect(entry.bits == nil || facts.bitsPerSample == entry.bits, "\(entry.path)")
      }
      // Measured: whether any frame is transparent, here whether the first one is.
      #expect(entry.alpha != true || facts.hasAlpha || facts.state != .sound, "\(entry.path)")
      #expect(entry.alpha != false || !facts.hasAlpha, "\(entry.path)")
      #expect(entry.frames == facts.pictures, "\(entry.path)")
    }
  }
}
