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
  /// Whether no picture is scaled down.
  var keepsSize: Bool { budget.keepsSize }

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

  /// How many levels there are.
  var count: Int { levels.count }

  /// How many levels on either side of a guess are made with it, of one decode: forecasts of qualities are
  /// off by a percent or two, those of sizes by some more.
  func reach(of guess: Int) -> Int { guess >= qualities.upperBound ? 3 : budget.step < 4 ? 2 : 1 }

  /// About how many bytes a picture takes at a level.
  ///
  /// - Parameters:
  ///   - level: The number of the level.
  ///   - forecast: What its bytes are expected to be.
  ///   - size: Its size at full size, in pixels.
  /// - Returns: Bytes; at the first level those of the best quality.
  func forecast(_ level: Int, _ forecast: ByteForecast, of size: PixelSize) -> Int {
    switch levels[level] {
    case .untouched: forecast.bytes(quality: budget.qualities(upTo: nil).first ?? 0)
    case .quality(let quality): forecast.bytes(quality: quality)
    case .scaled(let factor): forecast.bytes(at: Self.limit(size, factor))
    }
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
  /// - Returns: Its budget, and the size that it is scaled down to.
  func rung(_ level: Int, of size: PixelSize, metadataRoom: Int) -> BudgetRung {
    var rung = BudgetRung(budget: budget, size: nil)
    rung.budget.metadataBytes = metadataRoom
    switch levels[level] {
    case .untouched: break
    case .quality(let quality): rung.budget.ceiling = quality
    case .scaled(let factor):
      rung.budget.ceiling = budget.qualities(upTo: nil).last
      rung.size = Self.limit(size, factor)
    }
    return rung
  }

  private static func limit(_ size: PixelSize, _ factor: Double) -> SizeLimit {
    .longEdge(max(Int(Double(max(size.width, size.height)) * factor), 1))
  }
}
