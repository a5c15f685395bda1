internal import Checksum
internal import Imaging
internal import ImgtoolKit
internal import Posix
internal import ResultCache

/// The placeholders of outputs, each made once for all builds.
struct KeptPlaceholders: Sendable {
  /// A tiny picture as a `data:` URI, and the average colour as `#rrggbb`.
  struct Kept: Sendable {
    let uri: String
    let color: String
  }

  private let results: ResultCache?
  private let maximumPixels: Int
  /// What all keys share: put together once, as it asks for the program's own bytes.
  private let base: CacheKey.Base?

  /// Placeholders that are kept among results.
  ///
  /// - Parameters:
  ///   - results: Results of earlier builds; nil where none are used or kept.
  ///   - maximumPixels: More pixels than this in one picture are refused.
  init(_ results: ResultCache?, maximumPixels: Int) {
    self.results = results
    self.maximumPixels = maximumPixels
    base = results.map { results in
      let versions = ProgramVersions.all(results, recipe: Recipe())
      return CacheKey.Base(
        [CacheKey.Part("kind", Array("placeholder 1".utf8))]
          + versions.map { CacheKey.Part($0.name, Array($0.version.utf8)) })
    }
  }

  /// The placeholder of an output; nil where none can be made.
  func placeholder(of output: Manifest.Output, at path: FilePath) -> Kept? {
    let key = base.map { CacheKey($0, [CacheKey.Part("content", output.digest.bytes)]) }
    if let key, let kept = results?.hint(for: key).flatMap(Kept.init(hint:)) { return kept }
    guard let bytes = try? FileSource(path).readAll(),
      let made = try? Placeholder(of: bytes, limits: PipelineLimits(maximumPixels: maximumPixels))
    else { return nil }
    let kept = Kept(uri: made.uri, color: made.color.hexadecimal)
    if let key { results?.keepHint(kept.hint, for: key) }
    return kept
  }
}

extension KeptPlaceholders.Kept {
  fileprivate var hint: [UInt8] { Array("\(color) \(uri)".utf8) }

  fileprivate init?(hint: [UInt8]) {
    let parts = String(decoding: hint, as: UTF8.self).split(separator: " ")
    guard parts.count == 2, parts[0].hasPrefix("#"), parts[1].hasPrefix("data:") else { return nil }
    (color, uri) = (String(parts[0]), String(parts[1]))
  }
}

extension RGBColor {
  /// `#rrggbb`.
  fileprivate var hexadecimal: String {
    "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
