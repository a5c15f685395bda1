import Checksum
import Formats
import Imaging
import Metadata
import Posix
import ResultCache
import Testing

@testable import ImgtoolKit

@Suite("What is known of a picture's ladder")
struct KnownLadderTests {
  static let budgets = [4000, 9000, 20_000]
  let batch: PictureBatch

  init() throws {
    batch = try PictureBatch("photo.jpg", "photo.heic")
  }

  func cache(_ name: String, _ recipe: Recipe) -> PictureCache {
    PictureCache(
      ResultCache(at: batch.path(name)), recipe: recipe, versions: [("test", "1")])
  }

  func recipe(_ bytes: Int, step: Int = 1) -> Recipe {
    Recipe(metadata: .safe, budget: ByteBudget(bytes: bytes, step: step, minimumQuality: 1))
  }

  /// The record and the bytes of a picture under a budget.
  func made(
    _ name: String, _ bytes: Int, step: Int = 1, cache folder: String?
  ) throws -> (record: BatchRecord, bytes: [UInt8]) {
    let out = "out \(folder ?? "none")"
    let result = try batch.run([name], to: .folder(batch.path(out))) { settings in
      settings.recipe = recipe(bytes, step: step)
      settings.existing.overwrites = true
      settings.cache = folder.map { ResultCache(at: batch.path($0)) }
    }
    let record = try #require(try result.records().first)
    return (record, try batch.bytes("\(out)/\(try #require(record.outputName))"))
  }

  @Test(
    "brings another budget there with what fits and its neighbour",
    arguments: ["photo.jpg", "photo.heic"], [1, 10])
  func nearer(name: String, step: Int) throws {
    for bytes in Self.budgets { _ = try made(name, bytes, step: step, cache: "cache") }
    for bytes in Self.budgets.map({ $0 + 7 }) {
      let alone = try made(name, bytes, step: step, cache: nil)
      let helped = try made(name, bytes, step: step, cache: "cache")
      #expect(helped.bytes == alone.bytes)
      #expect(helped.record.encodes <= max(alone.record.encodes, 2))
      // Where sizes lie close together, more neighbours have to be asked.
      if step == 10 { #expect(helped.record.encodes <= 2) }
    }
  }

  @Test("serves a finer step, too", arguments: ["photo.jpg", "photo.heic"])
  func finer(name: String) throws {
    for bytes in Self.budgets {
      _ = try made(name, bytes, step: 10, cache: "cache")
      let alone = try made(name, bytes, step: 1, cache: nil)
      let helped = try made(name, bytes, step: 1, cache: "cache")
      #expect(helped.bytes == alone.bytes)
      // Finer steps try no progressive scans, so that their sizes are a little different.
      #expect(helped.record.encodes <= alone.record.encodes + 1)
    }
  }

  @Test(
    "changes no byte of any output, whatever lies it tells",
    arguments: [1, 700, 6001, Int(UInt32.max)], ["photo.jpg", "photo.heic"])
  func poisoned(size: Int, name: String) throws {
    let content = SHA256.digest(of: try batch.bytes(name))
    for bytes in Self.budgets {
      let alone = try made(name, bytes, cache: nil)
      let cache = cache("cache", recipe(bytes))
      let key = try #require(cache.ladderKey(content, picture: nil, format: .jpeg))
      let width = try #require(alone.record.width)
      let height = try #require(alone.record.height)
      var lies: [RungMemory.Rung: Int] = [:]
      for quality in 1...90 {
        // All rungs alike, or rising the wrong way.
        lies[RungMemory.Rung(width: width, height: height, quality: quality)] =
          size % 2 == 0 ? size : max(size - quality * 50, 1)
      }
      cache.results.keepHint(lies.hint, for: key)
      let helped = try made(name, bytes, cache: "cache")
      #expect(helped.record.status == "written")
      #expect(helped.bytes == alone.bytes)
      #expect(helped.record.quality == alone.record.quality)
    }
  }

  @Test("is the same for every budget, and another for everything else")
  func keys() throws {
    let content = SHA256.digest(of: [1])
    func key(
      _ recipe: Recipe, _ content: ContentDigest = content, format: ImageFormat = .jpeg,
      version: String = "1"
    ) -> ContentDigest? {
      PictureCache(ResultCache(at: "/nowhere"), recipe: recipe, versions: [("test", version)])
        .ladderKey(content, picture: nil, format: format)?.digest
    }
    let plain = recipe(1000)
    #expect(key(plain) == key(recipe(2000)))
    #expect(key(Recipe()) == nil)
    var smaller = plain
    smaller.size = .longEdge(10)
    let others = [
      key(plain), key(smaller), key(plain, SHA256.digest(of: [2])), key(plain, format: .webp),
      key(plain, version: "2"),
      PictureCache(ResultCache(at: "/nowhere"), recipe: plain, versions: [("test", "1")])
        .key(content, picture: nil).digest,
    ]
    #expect(Set(others).count == others.count)
  }

  @Test("comes back as it was, and is nothing where it is cut off or too long")
  func coding() {
    let sizes = [
      RungMemory.Rung(width: 70_000, height: 3, quality: 90): 123_456_789,
      RungMemory.Rung(width: 1, height: 1, quality: 1): 1,
    ]
    #expect([RungMemory.Rung: Int](hint: sizes.hint) == sizes)
    #expect([RungMemory.Rung: Int](hint: Array(sizes.hint.dropLast())) == nil)
    #expect([RungMemory.Rung: Int](hint: []) == nil)
    var many: [RungMemory.Rung: Int] = [:]
    for edge in 1...RungMemory.most + 1 {
      many[RungMemory.Rung(width: edge, height: 1, quality: 1)] = 1
    }
    #expect([RungMemory.Rung: Int](hint: many.hint) == nil)
    #expect(many.hint.count <= ResultCache.mostHintBytes)
  }
}
