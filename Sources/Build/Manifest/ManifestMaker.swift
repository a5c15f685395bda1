internal import Checksum
internal import Formats
internal import Imaging
internal import ImgtoolKit
internal import Posix
internal import ResultCache

/// Turns what a build came to into its manifest.
struct ManifestMaker: Sendable {
  let paths: ProjectPaths
  let contents: FileContents
  /// More pixels than this in one picture are refused.
  let maximumPixels: Int

  /// The manifest of a build's outcomes; what failed is not in it.
  func manifest(of outcomes: [Outcome]) -> Manifest {
    var groups: [(input: FilePath, outcomes: [Outcome])] = []
    for outcome in outcomes where outcome.status != .failed {
      if groups.last?.input == outcome.input {
        groups[groups.count - 1].outcomes.append(outcome)
      } else {
        groups.append((outcome.input, [outcome]))
      }
    }
    return Manifest(groups.compactMap { entry(of: $0.input, $0.outcomes) })
  }

  private func entry(of input: FilePath, _ outcomes: [Outcome]) -> Manifest.Input? {
    let outputs = outcomes.compactMap(output)
    guard let found = contents.look(at: input), let size = outcomes.first?.sourceSize,
      !outputs.isEmpty
    else { return nil }
    let placeholder = outputs.min { ($0.size.count, $0.path) < ($1.size.count, $1.path) }
      .flatMap {
        KeptPlaceholder(of: $0, at: paths.whole($0.path), contents.results, maximumPixels)
      }
    return Manifest.Input(
      path: paths.own(input), digest: found.digest, size: size, color: placeholder?.color,
      placeholder: placeholder?.uri, outputs: outputs)
  }

  private func output(of outcome: Outcome) -> Manifest.Output? {
    guard let path = outcome.output, let recipe = outcome.recipe, let size = outcome.size,
      let format = outcome.format,
      let found = contents.look(at: path)
    else { return nil }
    return Manifest.Output(
      path: paths.own(path), size: size, format: format, bytes: found.bytes, digest: found.digest,
      quality: outcome.quality, recipe: recipe.fingerprint)
  }
}

/// The placeholder of an output, made once for all builds.
private struct KeptPlaceholder {
  let uri: String
  let color: String

  init?(
    of output: Manifest.Output, at path: FilePath, _ results: ResultCache?, _ maximumPixels: Int
  ) {
    let key = results.map { results in
      CacheKey(
        [
          CacheKey.Part("kind", Array("placeholder 1".utf8)),
          CacheKey.Part("content", output.digest.bytes),
        ]
          + ProgramVersions.all(results, recipe: Recipe()).map {
            CacheKey.Part($0.name, Array($0.version.utf8))
          })
    }
    if let key, let hint = results?.hint(for: key), let kept = KeptPlaceholder(hint) {
      self = kept
      return
    }
    guard let bytes = try? FileSource(path).readAll(),
      let made = try? Placeholder(of: bytes, limits: PipelineLimits(maximumPixels: maximumPixels))
    else { return nil }
    uri = made.uri
    color = made.color.hexadecimal
    if let key { results?.keepHint(Array("\(color) \(uri)".utf8), for: key) }
  }

  private init?(_ hint: [UInt8]) {
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
