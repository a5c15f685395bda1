internal import Formats
internal import Vips

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Multi-scale structural similarity of two pictures of one band each.
///
/// Z. Wang, E. P. Simoncelli, A. C. Bovik: Multi-scale structural similarity for image quality
/// assessment, 37th Asilomar Conference, 2003; windows and constants as in their paper of 2004. Both
/// pictures come as their sum and their difference: what is the same in both has a difference of 0
/// then, and nothing of a small one is lost to rounding.
struct StructuralSimilarity {
  /// The sum and the difference of the pictures, two bands of samples from 0 to 255 each.
  private let pair: VipsImage

  /// - Parameter pair: The sum of both pictures and their difference, as bands of numbers.
  init(sumAndDifference pair: VipsImage) {
    self.pair = pair
  }

  /// How much of the likeness is missing: 0 for equal pictures, at most 1.
  ///
  /// - Throws: `VipsError` where the pictures can't be computed.
  func loss() throws(VipsError) -> Double {
    let weights = Self.weights(for: PixelSize(width: pair.width, height: pair.height))
    var level = pair
    var likeness = 1.0
    for (scale, weight) in weights.enumerated() {
      let isLast = scale == weights.count - 1
      // Luminance counts at the coarsest scale alone. Opposite structures count as none in common.
      likeness *= pow(max(1 - (try Self.meanLoss(level, withLuminance: isLast)), 0), weight)
      if !isLast { level = try level.shrink(horizontally: 2, vertically: 2).inMemory() }
    }
    return 1 - likeness
  }

  /// The exponents of the scales, the finest first (2003, 3.2).
  ///
  /// Small pictures have fewer scales, so that a window fits into the coarsest one; what is left of the
  /// exponents is brought to a sum of 1 again.
  static func weights(for size: PixelSize) -> [Double] {
    let all = [0.0448, 0.2856, 0.3001, 0.2363, 0.1333]
    var count = 1
    while count < all.count, min(size.width, size.height) >> count >= window.count { count += 1 }
    let sum = all.prefix(count).reduce(0, +)
    return all.prefix(count).map { $0 / sum }
  }

  /// The window: 11 samples of a Gaussian of a standard deviation of 1.5 (2004, III.B).
  static let window: [Double] = {
    let bell = (-5...5).map { exp(-Double($0 * $0) / (2 * 1.5 * 1.5)) }
    let sum = bell.reduce(0, +)
    return bell.map { $0 / sum }
  }()

  /// (K₁L)² and (K₂L)², with K₁ = 0.01, K₂ = 0.03 and L = 255.
  private static let c1 = 6.5025
  private static let c2 = 58.5225

  /// Rows that are computed at once: memory stays bounded, and a stop is noticed in time.
  private static let rowsAtOnce = 256

  /// The mean over all windows of 1 - cs, or of 1 - l·cs.
  private static func meanLoss(
    _ pair: VipsImage, withLuminance: Bool
  ) throws(VipsError) -> Double {
    let margin = window.count / 2
    var picture = pair
    if min(pair.width, pair.height) < window.count {
      picture = try pair.embed(
        x: margin, y: margin, width: pair.width + 2 * margin, height: pair.height + 2 * margin,
        extend: .copy
      ).inMemory()
    }
    let rows = picture.height - 2 * margin
    var sum = 0.0
    var top = 0
    while top < rows {
      let count = min(rowsAtOnce, rows - top)
      let strip = try picture.extractArea(
        left: 0, top: top, width: picture.width, height: count + 2 * margin
      ).inMemory()
      sum += try losses(strip, withLuminance: withLuminance).avg() * Double(count)
      top += count
    }
    return sum / Double(rows)
  }

  /// 1 - cs, or 1 - l·cs, of every window that lies within a strip.
  ///
  /// With S and D the means of sum and difference in a window, V and W their variances:
  /// l = (S² - D² + 2c₁) / (S² + D² + 2c₁) and cs = (V - W + 2c₂) / (V + W + 2c₂).
  private static func losses(
    _ strip: VipsImage, withLuminance: Bool
  ) throws(VipsError) -> VipsImage {
    let margin = window.count / 2
    // In memory, since each is read several times.
    let moments = try VipsImage.bandjoin([strip, strip.multiply(strip)]).convsep(window)
      .extractArea(
        left: margin, top: margin, width: strip.width - 2 * margin,
        height: strip.height - 2 * margin
      ).inMemory()
    let means = try moments.extractBand(0, count: 2)
    let squares = try means.multiply(means).inMemory()
    let variances = try moments.extractBand(2, count: 2).subtract(squares).inMemory()
    let structure = try share(variances, 2 * c2)
    guard withLuminance else { return structure }
    let luminance = try share(squares, 2 * c1)
    // 1 - (1 - a)(1 - b)
    return try structure.add(luminance).subtract(structure.multiply(luminance))
  }

  /// Twice the second band's share in both and a constant.
  private static func share(_ bands: VipsImage, _ constant: Double) throws(VipsError) -> VipsImage {
    try bands.extractBand(1).linear([2], [0])
      .divide(bands.recomb([[1, 1]]).linear([1], [constant]))
  }
}
