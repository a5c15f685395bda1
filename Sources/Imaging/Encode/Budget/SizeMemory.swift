internal import Batch
internal import Formats

/// What a run has learned of the sizes that pictures take, by camera and size.
///
/// It makes searches shorter; what they find never depends on it.
package final class SizeMemory: Sendable {
  private let known = Locked<[Key: Double]>([:])

  /// Nothing is known yet.
  package init() {}

  /// What makes pictures alike.
  struct Key: Hashable, Sendable {
    /// Maker and model.
    let camera: String?
    /// The format of the output.
    let format: ImageFormat
    /// Size of the output in pixels.
    let width, height: Int
  }

  /// The logarithm of the bytes at quality 80 of pictures like it, that of the last ones most.
  subscript(key: Key) -> Double? { known.withLock { $0[key] } }

  /// Takes note of a picture.
  func learn(_ bytes: Double, of key: Key) {
    known.withLock { known in
      known[key] = known[key].map { ($0 + bytes) / 2 } ?? bytes
      if known.count > Self.most { known = [key: bytes] }
    }
  }

  private static let most = 10_000
}
