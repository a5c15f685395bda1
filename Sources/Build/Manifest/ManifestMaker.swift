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
  let placeholders: KeptPlaceholders

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
      .flatMap { placeholders.placeholder(of: $0, at: paths.whole($0.path)) }
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
