internal import Batch
package import Checksum
internal import Formats
package import Imaging
internal import Posix
package import ResultCache

/// The cache as a run of one recipe uses it.
package struct PictureCache: Sendable {
  /// Where results are.
  package let results: ResultCache
  private let base: CacheKey.Base
  /// What all hints of ladders have in common; nil where nothing is to be brought under a budget.
  private let ladderBase: CacheKey.Base?

  /// The cache for pictures that are made by `recipe`.
  ///
  /// - Parameters:
  ///   - results: Where results are.
  ///   - recipe: What is made of a picture. Its picture number counts for nothing here.
  ///   - sharing: What the decode serves that the picture is made of together with others; nil where it is
  ///     made alone.
  ///   - versions: What else has a say in the bytes: the program, libraries and encoders.
  package init(
    _ results: ResultCache, recipe: Recipe, sharing: SharedSizes? = nil,
    versions: [(name: String, version: String)]
  ) {
    self.results = results
    var recipe = recipe
    recipe.picture = nil
    let shared = sharing.map { CanonicalEncoding.members(of: $0) } ?? []
    let versions =
      versions.map { CacheKey.Part($0.name, Array($0.version.utf8)) }
      + shared.map { CacheKey.Part("decode.\($0.name)", $0.bytes) }
    base = CacheKey.Base(Self.choices(of: recipe) + versions)
    ladderBase = recipe.forAnyBudget.map { recipe in
      CacheKey.Base(
        [CacheKey.Part("kind", Array("ladder".utf8))] + Self.choices(of: recipe) + versions)
    }
  }

  private static func choices(of recipe: Recipe) -> [CacheKey.Part] {
    CanonicalEncoding.members(of: recipe).map { CacheKey.Part("recipe.\($0.name)", $0.bytes) }
  }

  /// The part of a key that stands for the input's bytes.
  package static let contentPart = "content"

  /// What a result depends on.
  ///
  /// - Parameters:
  ///   - content: The digest of the input's bytes.
  ///   - picture: Which of its pictures is made, from 0; nil for the primary one, standing for the file.
  /// - Returns: The key.
  package func key(_ content: ContentDigest, picture: Int?) -> CacheKey {
    CacheKey(base, Self.parts(content, picture))
  }

  /// What the hint of a picture's ladder depends on; nil where there is no ladder.
  ///
  /// - Parameters:
  ///   - content: The digest of the input's bytes.
  ///   - picture: Which of its pictures is made, as in `key`.
  ///   - format: The format of the output, which may depend on the budget.
  /// - Returns: The key, the same for all budgets.
  func ladderKey(_ content: ContentDigest, picture: Int?, format: ImageFormat) -> CacheKey? {
    ladderBase.map { base in
      CacheKey(
        base,
        Self.parts(content, picture) + [CacheKey.Part("format", Array(format.rawValue.utf8))])
    }
  }

  private static func parts(_ content: ContentDigest, _ picture: Int?) -> [CacheKey.Part] {
    [
      CacheKey.Part(contentPart, content.bytes),
      CacheKey.Part("picture", Array((picture.map { "\($0)" } ?? "").utf8)),
    ]
  }

  /// What the cache knows of the primary picture of a file of this status, without opening the file.
  func picture(of status: FileStatus) -> KnownPicture? {
    guard let content = results.knownDigest(of: status) else { return nil }
    let key = key(content, picture: nil)
    guard let record = results.expectedRecord(for: key),
      let picture = CachedPicture(record.facts)
    else { return nil }
    return KnownPicture(content: content, key: key, record: record, picture: picture)
  }

  /// What the cache knows of a picture; nil where it knows none.
  func picture(_ content: ContentDigest, for key: CacheKey) -> KnownPicture? {
    guard let record = results.record(for: key), let picture = CachedPicture(record.facts)
    else { return nil }
    return KnownPicture(content: content, key: key, record: record, picture: picture)
  }

  /// Whether the bytes of a picture are still there, of the size that was planned with; nothing is opened.
  ///
  /// Those of an input that stays as it was are in the input.
  func isThere(_ known: KnownPicture) -> Bool {
    if known.record.isInput { return true }
    guard let size = results.pixelSize(of: known.record) else { return false }
    return PixelSize(width: size.width, height: size.height) == known.picture.size
  }

  /// Whether a file holds what would be written to it.
  ///
  /// It is opened only where the system says that something was done to it since it was written or read.
  ///
  /// - Parameters:
  ///   - output: Where it would be written.
  ///   - status: What the system says of the file that is there.
  ///   - known: What would be written.
  ///   - modified: When it is to count as last changed; nil where that doesn't matter.
  /// - Returns: Whether it needs no writing.
  func isUpToDate(
    _ output: FilePath, _ status: FileStatus, _ known: KnownPicture, modified: FileTime?
  ) -> Bool {
    guard status.kind == .file, status.size == known.record.byteCount,
      modified.map({ $0 == status.modified }) ?? true
    else { return false }
    return results.holds(output, status) { $0 == known.record.output }
  }
}

/// A picture that was made by an earlier run.
// A class, as plans of many pictures are passed on often.
final class KnownPicture: Sendable {
  /// The digest of the input.
  let content: ContentDigest
  /// What the result depends on.
  let key: CacheKey
  /// What is kept of it.
  let record: CacheRecord
  /// What the program knows of it.
  let picture: CachedPicture

  init(content: ContentDigest, key: CacheKey, record: CacheRecord, picture: CachedPicture) {
    self.content = content
    self.key = key
    self.record = record
    self.picture = picture
  }
}
