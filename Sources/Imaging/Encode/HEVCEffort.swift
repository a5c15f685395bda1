/// What x265 is told for each effort: what it need not try, and what it shall try harder.
enum HEVCEffort {
  /// The efforts there are, from fastest to smallest.
  static let all = 0...9
  /// The effort that pictures get where nobody asked for one.
  static let standard = 4

  /// The parameters of an effort by the names that libheif and x265 have for them.
  static func settings(_ effort: Int) -> [(name: String, value: String)] {
    let levels: [[(name: String, value: String)]] = [
      [("preset", "ultrafast")]
    ]
    return levels[min(max(effort, 0), levels.count - 1)]
  }
}
