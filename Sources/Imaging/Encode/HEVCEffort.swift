/// What x265 is told for each effort: what it need not try, and what it shall try harder.
enum HEVCEffort {
  /// The efforts there are, from fastest to smallest.
  static let all = 0...9
  /// The effort that pictures get where nobody asked for one.
  static let standard = 4

  /// What holds for every effort. Blocks get no quality of their own and no noise is kept for looks:
  /// at equal SSIMULACRA2 both cost bytes. There is one frame, so none need be coded side by side.
  private static let common: [(name: String, value: String)] = [
    ("tune", "psnr"), ("x265:psy-rd", "0"), ("x265:psy-rdoq", "0"), ("x265:frame-threads", "1"),
  ]

  /// The parameters of an effort by the names that libheif and x265 have for them.
  static func settings(_ effort: Int) -> [(name: String, value: String)] {
    let levels: [[(name: String, value: String)]] = [
      [("preset", "ultrafast"), ("tu-intra-depth", "1")],
      [("preset", "superfast"), ("tu-intra-depth", "1")],
      [("preset", "veryfast"), ("tu-intra-depth", "1")],
      [("preset", "veryfast"), ("tu-intra-depth", "2")],
      [("preset", "veryfast"), ("tu-intra-depth", "2"), ("x265:rdoq-level", "1")],
      [("preset", "medium"), ("x265:rdoq-level", "2"), ("x265:fast-intra", "1")],
      [("preset", "slow"), ("x265:rd", "3")],
      [("preset", "slow")],
      [("preset", "slower"), ("tu-intra-depth", "3")],
      [("preset", "veryslow"), ("tu-intra-depth", "4")],
    ]
    return common + levels[min(max(effort, 0), levels.count - 1)]
  }
}
