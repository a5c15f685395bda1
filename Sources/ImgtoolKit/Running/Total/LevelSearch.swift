/// Finds the level at which all fits, and who may stand one above it.
enum LevelSearch {
  /// The first level of a range that fits, where what is behind one that fits does so as well.
  ///
  /// The level before it was asked about, too.
  ///
  /// - Parameters:
  ///   - levels: Where to look.
  ///   - guess: Where to begin.
  ///   - fits: Whether a level does.
  /// - Returns: The level; nil where none fits.
  static func first(
    in levels: Range<Int>, near guess: Int, where fits: (Int) -> Bool
  ) -> Int? {
    var tooMuch = levels.lowerBound - 1
    var found = levels.upperBound
    var next = guess
    var stride = 1
    while found - tooMuch > 1 {
      next = min(max(next, tooMuch + 1), found - 1)
      if fits(next) { found = next } else { tooMuch = next }
      if found == levels.upperBound {
        next = tooMuch + stride
      } else if tooMuch < levels.lowerBound {
        next = found - stride
      } else {
        next = (tooMuch + found) / 2
      }
      stride = min(stride * 2, levels.count)
    }
    return found < levels.upperBound ? found : nil
  }

  /// Which of several may have what costs more, so that the sum still fits.
  ///
  /// Those that cost least come first, since each gains one level alike; then those that stand first.
  ///
  /// - Parameters:
  ///   - costs: What each takes at its level, and at the next better one.
  ///   - total: The most that all may take together.
  /// - Returns: Whether each has the better one.
  static func raised(_ costs: [(plain: Int, better: Int)], total: Int) -> [Bool] {
    var left = total - costs.reduce(0) { $0 + $1.plain }
    var raised = costs.map { _ in false }
    let order = costs.indices.sorted {
      let (one, other) = (costs[$0].better - costs[$0].plain, costs[$1].better - costs[$1].plain)
      return one == other ? $0 < $1 : one < other
    }
    for index in order {
      let cost = costs[index].better - costs[index].plain
      guard cost <= left else { break }
      left -= cost
      raised[index] = true
    }
    return raised
  }
}
