internal import Batch
internal import Formats

/// How many bytes the rungs of one picture's ladder took, in this run or an earlier one.
///
/// Only where a search begins depends on it, and never what it finds: what is wrong in it costs time.
package final class RungMemory: Sendable {
  /// One rung: the picture at a size and a quality.
  package struct Rung: Codable, Hashable, Sendable {
    /// Size of the picture in pixels.
    package let width, height: Int
    /// Encoder quality, 1 to 100.
    package let quality: Int

    /// The rung of this size and quality.
    package init(width: Int, height: Int, quality: Int) {
      self.width = width
      self.height = height
      self.quality = quality
    }
  }

  private struct State {
    var sizes: [Rung: Int]
    var hasNews = false
  }

  private let state: Locked<State>

  /// What is known already: the bytes of each rung without its metadata.
  package init(_ known: [Rung: Int] = [:]) {
    state = Locked(State(sizes: known))
  }

  /// All that is known now.
  package var sizes: [Rung: Int] { state.withLock { $0.sizes } }

  /// Whether anything was learned.
  package var hasNews: Bool { state.withLock { $0.hasNews } }

  /// The bytes that rungs are known to take, by their place in a row, each with so many more.
  func foretold(_ rungs: [Rung], overhead: Int) -> [Int: Int] {
    let sizes = sizes
    var found: [Int: Int] = [:]
    for (index, rung) in rungs.enumerated() {
      guard let bytes = sizes[rung] else { continue }
      let (sum, overflow) = bytes.addingReportingOverflow(overhead)
      if !overflow { found[index] = sum }
    }
    return found
  }

  /// Takes note of a rung; a rough figure, as of a file that was given up, takes the place of none.
  func learn(_ bytes: Int, of rung: Rung, isRough: Bool) {
    state.withLock { state in
      let known = state.sizes[rung]
      guard known != bytes, known == nil || !isRough,
        known != nil || state.sizes.count < Self.most
      else { return }
      state.sizes[rung] = bytes
      state.hasNews = true
    }
  }

  /// Takes over what was learned elsewhere, as far as it can be true.
  package func learn(_ sizes: [Rung: Int]) {
    for (rung, bytes) in sizes where rung.width > 0 && rung.height > 0 && bytes >= 0 {
      learn(bytes, of: rung, isRough: false)
    }
  }

  /// The most rungs of a picture that are worth remembering.
  package static let most = 256
}

extension RungMemory.Rung {
  init(_ size: PixelSize, quality: Int) {
    self.init(width: size.width, height: size.height, quality: quality)
  }
}
