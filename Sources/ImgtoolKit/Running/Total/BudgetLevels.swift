internal import Formats
internal import Imaging

/// The common levels of quality, from the best down, at one of which all pictures of a total are made.
///
/// First untouched where that can be, then quality by quality, then smaller and smaller at the lowest
/// quality.
struct BudgetLevels: Sendable {
  /// What one level means for a picture.
  private enum Level: Sendable {
    case untouched
    case quality(Int)
    /// The lowest quality, the edges times a factor below 1.
    case scaled(Double)
  }

  private let levels: [Level]
  /// The levels that are qualities at full size.
  let qualities: Range<Int>
  private let budget: ByteBudget

  /// - Parameters:
  ///   - budget: What may be given up for bytes.
  ///   - each: The most bytes of one output; nil for no limit.
  init(_ budget: ByteBudget, each: Int?) {
    let ladder = budget.qualities(upTo: nil)
    var levels: [Level] = [.untouched] + ladder.map(Level.quality)
    qualities = 1..<levels.count
    if !budget.keepsSize {
      levels += (1...Self.mostReductions).map { step in
        .scaled((0..<step).reduce(1.0) { factor, _ in factor * 0.95 })
      }
    }
    self.levels = levels
    var budget = budget
    // Half of it can be doubled again.
    budget.bytes = each ?? Int.max / 2
    self.budget = budget
  }

  /// 0.95 to this power leaves a single pixel of an edge of 30,000.
  private static let mostReductions = 200

  /// The levels that are sizes at the lowest quality; none where the size has to stay.
  var sizes: Range<Int> { qualities.upperBound..<levels.count }

  /// The quality with which the pictures are expected to fit, going by what they take at their best.
  ///
  /// - Parameters:
  ///   - total: The bytes to fit into.
  ///   - sum: The bytes of all, untouched or at the best quality.
  /// - Returns: The number of one of `qualities`.
  func guessQuality(for total: Int, from sum: Int) -> Int {
    let share = Double(total) / Double(max(sum, 1))
    return qualities.first { level in
      quality(of: level).map { ByteBudget.expectedShare(ofQuality: $0) <= share } == true
    } ?? qualities.upperBound - 1
  }

  /// The size at which the pictures are expected to fit, going by what they take at the lowest quality.
  ///
  /// - Parameters:
  ///   - total: The bytes to fit into.
  ///   - sum: The bytes at the lowest quality.
  /// - Returns: The number of one of `sizes`.
  func guessSize(for total: Int, from sum: Int) -> Int {
    var area = 1.0
    var level = sizes.lowerBound
    while level < sizes.upperBound - 1, area * Double(sum) > Double(total) {
      area *= 0.95 * 0.95
      level += 1
    }
    return max(level - 1, sizes.lowerBound)
  }

  /// The quality of a level at full size; nil for the others.
  func quality(of level: Int) -> Int? {
    if case .quality(let quality) = levels[level] { quality } else { nil }
  }

  /// How a picture is made at a level.
  ///
  /// - Parameters:
  ///   - level: The number of the level.
  ///   - size: The picture's size at full size, in pixels.
  ///   - metadataRoom: The most bytes that its metadata may take.
  /// - Returns: Its budget, and its largest size where that is not the recipe's.
  func making(
    _ level: Int, of size: PixelSize, metadataRoom: Int
  ) -> (budget: ByteBudget, size: SizeLimit?) {
    var budget = budget
    budget.metadataBytes = metadataRoom
    switch levels[level] {
    case .untouched: return (budget, nil)
    case .quality(let quality):
      budget.ceiling = quality
      return (budget, nil)
    case .scaled(let factor):
      budget.ceiling = budget.qualities(upTo: nil).last
      let edge = Double(max(size.width, size.height)) * factor
      return (budget, .longEdge(max(Int(edge), 1)))
    }
  }
}
