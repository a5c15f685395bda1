internal import Batch
internal import Formats
internal import Imaging
internal import Posix

/// Files that a worker hands out, one after the other, as far as they are what it says.
///
/// A worker that a picture has taken over can say anything: whatever is not possible is no file.
struct ReceivedFiles {
  private let worker: Worker
  private let input: [UInt8]
  private let limits: WorkLimits
  private let token: CancellationToken

  /// Nothing is taken yet.
  ///
  /// - Parameters:
  ///   - worker: Who made them.
  ///   - input: The picture of which they are made.
  ///   - limits: What the worker was allowed.
  ///   - token: Tells how long it may take.
  init(from worker: Worker, input: [UInt8], _ limits: WorkLimits, _ token: CancellationToken) {
    self.token = token
    self.worker = worker
    self.input = input
    self.limits = limits
  }

  /// The next file; nil where it is not what it is said to be.
  func next(_ made: MadeByWorker) -> Rendering? {
    guard made.isPossible, made.byteCount <= limits.fileBytes else { return nil }
    var bytes = input
    if !made.isUntouched {
      guard let found = worker.bytes(made.byteCount, token), Self.isPicture(found, made) else {
        return nil
      }
      bytes = found
    }
    return Rendering(
      bytes: bytes, format: made.format, size: made.size, quality: made.quality,
      encodes: made.encodes, decodes: made.decodes, isUntouched: made.isUntouched,
      warnings: made.warnings, score: made.score)
  }

  /// Whether the header of a file says the same of it.
  private static func isPicture(_ bytes: [UInt8], _ made: MadeByWorker) -> Bool {
    guard let facts = try? HeaderFacts(reading: MemorySource(bytes)),
      (try? Source.format(of: facts)) == made.format
    else { return false }
    return facts.displayedSize == made.size
  }
}

extension Worker {
  /// How often an encoder or decoder can run for one picture.
  static let mostEfforts = 10_000
}

extension MadeByWorker {
  /// Whether all figures are such as a picture can have.
  fileprivate var isPossible: Bool {
    let sides = 1...1 << 30
    let texts = warnings.map(\.name) + warnings.map(\.message)
    return sides.contains(size.width) && sides.contains(size.height) && byteCount >= 0
      && (quality.map { (0...100).contains($0) } ?? true)
      && (0...Worker.mostEfforts).contains(encodes)
      && (0...Worker.mostEfforts).contains(decodes)
      && (score.map { (0...100).contains($0) } ?? true)
      && texts.allSatisfy { $0.utf8.count <= Self.longestText }
      && warnings.count <= Self.mostWarnings
  }

  private static let longestText = 4096
  private static let mostWarnings = 64
}
