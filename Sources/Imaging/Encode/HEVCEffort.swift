/// What x265 is told for each effort: what it need not try, and what it shall try harder.
enum HEVCEffort {
  /// The efforts there are, from fastest to smallest.
  static let all = 0...9
  /// The effort that pictures get where nobody asked for one.
  static let standard = 4

  /// The parameters of an effort by the names that libheif and x265 have for them.
  static func settings(_ effort: Int) -> [(name: String, value: String)] {
    common + levels[min(max(effort, 0), levels.count - 1)]
  }

  /// What holds for every effort, measured by the bytes at equal SSIMULACRA2.
  ///
  /// Dull parts get no finer steps than others, colour gets finer ones than libheif's, and edges are
  /// smoothed a little less. One frame needs no threads for others.
  private static let common: [(name: String, value: String)] = [
    ("tune", "psnr"), ("x265:cbqpoffs", "-4"), ("x265:crqpoffs", "-4"), ("x265:sao", "0"),
    ("x265:deblock", "-1:-1"), ("x265:frame-threads", "1"),
  ]

  /// What each effort adds to that.
  ///
  /// Blocks of 8 pixels are worth the most, then to weigh each coefficient against its bytes; the
  /// depth of transforms and more modes give little. The last gives up threads for a better model.
  private static let levels: [[(name: String, value: String)]] = [
    [("preset", "superfast"), ("tu-intra-depth", "1"), ("x265:min-cu-size", "16")],
    [("preset", "superfast"), ("tu-intra-depth", "2"), ("x265:min-cu-size", "16")],
    [
      ("preset", "superfast"), ("tu-intra-depth", "2"), ("x265:min-cu-size", "16"),
      ("x265:rdoq-level", "2"),
    ],
    [("preset", "superfast"), ("tu-intra-depth", "1")],
    [("preset", "veryfast"), ("tu-intra-depth", "1")],
    [("preset", "veryfast"), ("tu-intra-depth", "1"), ("x265:rdoq-level", "2")],
    [("preset", "medium"), ("tu-intra-depth", "2"), ("x265:rdoq-level", "2")],
    [("preset", "slow"), ("tu-intra-depth", "2")],
    [("preset", "slower"), ("tu-intra-depth", "3")],
    [
      ("preset", "slower"), ("tu-intra-depth", "4"), ("x265:rd-refine", "1"), ("x265:wpp", "0"),
    ],
  ]
}
