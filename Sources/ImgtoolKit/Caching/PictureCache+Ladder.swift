internal import Checksum
internal import Formats
internal import Imaging
internal import ResultCache

/// What was learned of a picture's ladder, under whatever budget, and where it is kept.
struct KnownLadder: Sendable {
  /// What the rungs took; more is added as it is learned.
  let rungs: RungMemory
  private let key: CacheKey?
  private let results: ResultCache?

  /// Nothing is known, and nothing will be kept.
  init() {
    rungs = RungMemory()
    key = nil
    results = nil
  }

  fileprivate init(_ key: CacheKey?, in results: ResultCache) {
    self.key = key
    self.results = results
    let known = key.flatMap { results.hint(for: $0) }.flatMap { [RungMemory.Rung: Int](hint: $0) }
    rungs = RungMemory(known ?? [:])
  }

  /// Keeps for later runs what was learned in this one.
  func keep() {
    guard let key, let results, rungs.hasNews else { return }
    results.keepHint(rungs.sizes.hint, for: key)
  }
}

extension PictureCache {
  /// What is known of the ladder of a picture.
  ///
  /// - Parameters:
  ///   - content: The digest of the input's bytes.
  ///   - picture: Which of its pictures is made, from 0; nil for the primary one, standing for the file.
  ///   - format: The format of the output.
  /// - Returns: What is known; nothing for recipes without a budget.
  func ladder(_ content: ContentDigest, picture: Int?, format: ImageFormat) -> KnownLadder {
    KnownLadder(ladderKey(content, picture: picture, format: format), in: results)
  }
}

extension Recipe {
  /// The recipe under one budget that stands for all; nil where it has none.
  ///
  /// A rung takes the same bytes whatever the budget is, and however many others are tried.
  var forAnyBudget: Recipe? {
    guard budget != nil else { return nil }
    var recipe = self
    recipe.budget = ByteBudget(bytes: 0)
    recipe.scoring = nil
    return recipe
  }
}

extension [RungMemory.Rung: Int] {
  /// The hint that holds them: a version, then width, height, quality and bytes of each.
  var hint: [UInt8] {
    var writer = FieldWriter()
    writer.add(Self.version)
    for (rung, bytes) in sorted(by: { $0.key.order < $1.key.order }) {
      writer.add(UInt32(clamping: rung.width))
      writer.add(UInt32(clamping: rung.height))
      writer.add(UInt8(clamping: rung.quality))
      writer.add(UInt32(clamping: bytes))
    }
    return writer.bytes
  }

  /// The sizes of a hint; nil where it is none of ours, or says what can't be.
  init?(hint: [UInt8]) {
    self.init()
    var reader = FieldReader(hint)
    guard reader.number(UInt8.self) == Self.version else { return nil }
    while !reader.isAtEnd {
      guard let width = reader.number(UInt32.self), let height = reader.number(UInt32.self),
        let quality = reader.number(UInt8.self), let bytes = reader.number(UInt32.self),
        width > 0, height > 0, count < RungMemory.most
      else { return nil }
      let rung = RungMemory.Rung(
        width: Int(width), height: Int(height), quality: Int(quality))
      self[rung] = Int(bytes)
    }
  }

  private static var version: UInt8 { 1 }
}

extension RungMemory.Rung {
  fileprivate var order: (Int, Int, Int) { (width, height, quality) }
}
