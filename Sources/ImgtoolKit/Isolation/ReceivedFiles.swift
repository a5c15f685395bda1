internal import Formats
internal import Imaging

/// Files that a worker hands out, one after the other, as far as they are what it says.
///
/// A worker that a picture has taken over can say anything: whatever is not possible is no file.
struct ReceivedFiles {
  private let worker: Worker
  private let input: [UInt8]
  private let limits: WorkLimits
  private let expected: ExpectedPicture
  private let end: Double

  /// Nothing is taken yet.
  ///
  /// - Parameters:
  ///   - worker: Who made them.
  ///   - input: The picture of which they are made.
  ///   - expected: What must be true of each.
  ///   - limits: What the worker was allowed.
  ///   - end: When they have to be there, in seconds of `MonotonicClock`.
  init(
    from worker: Worker, input: [UInt8], _ expected: ExpectedPicture, _ limits: WorkLimits,
    until end: Double
  ) {
    self.end = end
    self.expected = expected
    self.worker = worker
    self.input = input
    self.limits = limits
  }

  /// The next file; nil where it is not what it is said to be.
  func next(_ made: MadeByWorker) -> Rendering? {
    guard made.isPossible, made.byteCount <= limits.fileBytes else { return nil }
    let bytes: [UInt8]
    if made.isUntouched {
      bytes = input
    } else {
      guard let found = worker.bytes(made.byteCount, until: end) else { return nil }
      bytes = found
    }
    var rendering = Rendering(
      bytes: bytes, format: made.format, size: made.size, quality: made.quality,
      encodes: made.encodes, decodes: made.decodes, isUntouched: made.isUntouched,
      warnings: made.warnings, score: made.score)
    // Of all others the header tells.
    if expected.size.isEmpty { rendering.drawnSize = made.drawnSize }
    return expected.isMet(by: rendering) ? rendering : nil
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
      && (drawnSize.map { sides.contains($0.width) && sides.contains($0.height) } ?? true)
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
