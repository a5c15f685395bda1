internal import Formats

/// What x265 is told for each effort: what it need not try, and what it shall try harder.
///
/// Against libheif's own choice at equal SSIMULACRA2, on four parts of photographs of 512 × 512 pixels
/// at three qualities with scores from about 60 to 85: how many times faster x265 is (processor time
/// on a busy machine, so only roughly), and how many bytes more or less it makes. The parts are of
/// the photographs that this was tuned on, and single ones differ by 10 % and more; a whole program
/// also starts, reads and converts, which lessens what is won. `scripts/bench heic` measures that.
///
///     effort   0     1     2     3     4     5     6     7     8     9
///     faster   9.0   8.0   5.6   4     4     2.6   1.6   1.4   1.0   1.0
///     bytes   +14%   +8%   +7%   +3%   +1%   +1%   -4%   -6%   -6%   -6%
enum HEVCEffort {
  /// The efforts there are, from fastest to smallest.
  static let all = 0...9
  /// The effort that pictures get where nobody asked for one.
  static let standard = 4

  /// The parameters of an effort by the names that libheif and x265 have for them.
  ///
  /// - Parameters:
  ///   - effort: 0 to 9; one beyond is that at the end.
  ///   - size: Width and height in pixels of what is to be encoded. Never the number of threads: equal
  ///     pictures make equal bytes.
  /// - Returns: Names and values, in the order in which they are set.
  static func settings(_ effort: Int, size: PixelSize) -> [(name: String, value: String)] {
    var settings = common + levels[min(max(effort, 0), levels.count - 1)]
    let shortest = min(size.width, size.height)
    if shortest < largestBlock {
      settings.removeAll { $0.name == blockSize }
      settings.append((blockSize, shortest < 32 ? "16" : "32"))
    }
    settings.append((rows, size.width * size.height > mostPixelsOfOneThread ? "1" : "0"))
    return settings
  }

  /// What a thumbnail of such a size in pixels is made with: it is seen for a moment, and no effort
  /// above the standard is worth it.
  static func thumbnail(_ effort: Int, size: PixelSize) -> [(name: String, value: String)] {
    settings(min(effort, standard), size: size)
  }

  /// Size of the blocks that a picture is cut into.
  private static let blockSize = "x265:ctu"
  /// Whether rows of blocks are encoded side by side.
  private static let rows = "x265:wpp"
  /// Pixels of a side of HEVC's largest block: no picture's side may be shorter than the block's.
  private static let largestBlock = 64
  /// Up to so many pixels, one thread is quick enough.
  ///
  /// Rows that don't wait for one another start with less knowledge of the picture, and cost bytes.
  private static let mostPixelsOfOneThread = 2_097_152

  /// What holds for every effort.
  ///
  /// libheif asks for noise that looks like detail (`psy-rd`), which takes bits and time but brings
  /// nothing nearer to the original. Fine detail gets coarser steps than broad shapes
  /// (`scaling-list`), as in JPEG, and colour gets finer ones: at a quarter of the samples it costs
  /// little. Edges are smoothed a little less. One frame needs no threads for others.
  private static let common: [(name: String, value: String)] = [
    ("preset", "veryfast"), ("x265:psy-rd", "0"), ("x265:psy-rdoq", "0"), ("x265:aq-mode", "1"),
    ("x265:scaling-list", "default"), ("x265:cbqpoffs", "-4"), ("x265:crqpoffs", "-3"),
    ("x265:sao", "0"), ("x265:deblock", "-1:-1"), ("x265:frame-threads", "1"),
  ]

  /// What each effort adds to that.
  ///
  /// To weigh each coefficient against its bytes (`rdoq-level`) is worth the most for its time, then
  /// signs told by parity (`signhide`); smaller blocks (`min-cu-size`, 8 where nothing is said),
  /// deeper transforms and more modes (`rd`) give little more.
  private static let levels: [[(name: String, value: String)]] = [
    coarse + [("tu-intra-depth", "1"), ("x265:signhide", "0")],
    coarse + [("tu-intra-depth", "2"), ("x265:signhide", "0")],
    coarse + [("tu-intra-depth", "2")],
    coarse + [("tu-intra-depth", "2"), ("x265:signhide", "0"), ("x265:rdoq-level", "2")],
    coarse + [("tu-intra-depth", "2"), ("x265:rdoq-level", "2")],
    coarse + [("tu-intra-depth", "3"), ("x265:rdoq-level", "2")],
    quick + [(blockSize, "32"), ("tu-intra-depth", "1"), ("x265:rdoq-level", "2")],
    [
      ("tu-intra-depth", "2"), ("x265:rd", "2"), ("x265:splitrd-skip", "1"),
      ("x265:rdoq-level", "2"),
    ],
    [("tu-intra-depth", "2"), ("x265:rd", "3"), ("x265:rdoq-level", "2")],
    [("tu-intra-depth", "3"), ("x265:rd", "3"), ("x265:rdoq-level", "2")],
  ]

  /// Few modes, and no more of them once the parts of a block cost more than the whole.
  private static let quick: [(name: String, value: String)] = [
    ("x265:rd", "1"), ("x265:splitrd-skip", "1"),
  ]
  /// Blocks of two sizes only, besides.
  private static let coarse = quick + [(blockSize, "32"), ("x265:min-cu-size", "16")]
}
