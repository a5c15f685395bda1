internal import Batch
internal import CommandLineOptions
internal import ImgtoolKit
internal import Posix
internal import ResultCache

/// Prints why the results of inputs would be found or not.
final class CacheExplainer: Sendable {
  private let isJSON: Bool
  private let console: any Console
  private let failed = Locked(false)

  init(isJSON: Bool, console: any Console) {
    self.isJSON = isJSON
    self.console = console
  }

  /// Whether an input could not be read.
  var hasFailed: Bool { failed.withLock { $0 } }

  /// Prints a line for each input.
  @Sendable func explain(_ cache: PictureCache?, _ inputs: [FoundInput]) {
    for input in inputs {
      do throws(FileError) {
        if case .failed(_, let error) = input { throw error }
        try explain(input.path, cache)
      } catch {
        failed.withLock { $0 = true }
        console.writeLine("\(Program.name): \(input.path): \(error.message)", to: .error)
      }
    }
  }

  private func explain(_ path: FilePath, _ cache: PictureCache?) throws(FileError) {
    guard let cache else { return print(path, nil, "no cache is used", isHit: false, []) }
    let (key, explanation) = try cache.explain(path)
    switch explanation {
    case .hit(let record):
      let facts = record.facts
      let size = ByteSize(bytes: record.byteCount)
      print(
        path, key, "\(facts.format), \(facts.width)×\(facts.height), \(size)", isHit: true, [])
    case .differs(let names, _):
      print(
        path, key, "the nearest result of this picture differs in \(names.joined(separator: ", "))",
        isHit: false, names)
    case .unknown:
      print(path, key, "there is no result of a picture with this content", isHit: false, [])
    }
  }

  private func print(
    _ path: FilePath, _ key: String?, _ words: String, isHit: Bool, _ names: [String]
  ) {
    let state = isHit ? "hit" : "miss"
    guard isJSON else { return console.writeLine("\(path): \(state): \(words)", to: .output) }
    console.writeJSON(
      JSONObject([
        ("input", .path(path)), ("state", .text(Message(state))),
        ("key", key.map { .text(Message($0)) }),
        ("differs", .list(names.map { .text(Message($0)) })),
      ]))
  }
}
