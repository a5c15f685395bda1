internal import Vips

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// How much a picture looks like another one, from 0 (nothing left of it) to 100 (the same).
///
/// What multi-scale structural similarity (`StructuralSimilarity`) finds missing in luma counts eight
/// tenths, in each chroma band a tenth: encoders save on chroma, which luma alone doesn't see. Chroma is
/// compared at half the size, as eyes see no more of it. That loss lies between 0.001 and 0.01 for all
/// that anyone would publish, so it is spread out: 100·exp(-24·loss^0.85). Shares and numbers are those
/// that come nearest to SSIMULACRA2 over 12 photographs of 960 pixels as JPEG of quality 10 to 95 and
/// WebP of quality 5 to 80 (rank correlation 0.99, 4 points off on average), so that scores read alike:
/// 90 is no difference to be seen, 70 high quality, 50 medium, 30 low. Below that they stay above 0,
/// where SSIMULACRA2 has negative numbers.
enum PictureScore {
  /// The score of a picture, in steps of a tenth.
  ///
  /// - Parameters:
  ///   - output: The picture, gray or sRGB in samples of 8 bits, in memory.
  ///   - reference: What it should look like, of the same size and kind.
  ///   - isCancelled: Asked while the pixels are compared.
  /// - Returns: 0 to 100.
  /// - Throws: `VipsError` where the pictures can't be computed.
  static func of(
    _ output: VipsImage, against reference: VipsImage,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(VipsError) -> Double {
    let both = try VipsImage.bandjoin([reference, output]).cancellable(isCancelled)
    guard reference.bands == 3 else { return score(ofLoss: try loss(in: both, [1])) }
    var loss = lumaShare * (try Self.loss(in: both, luma))
    let half =
      min(both.width, both.height) < 2 * StructuralSimilarity.window.count
      ? both : try both.cast(.float).shrink(horizontally: 2, vertically: 2).inMemory()
    for row in chroma { loss += chromaShare * (try Self.loss(in: half, row)) }
    return score(ofLoss: loss)
  }

  /// What is missing of the sum of bands times `row`.
  private static func loss(in both: VipsImage, _ row: [Double]) throws(VipsError) -> Double {
    let pair = try both.recomb([row + row, row + row.map { -$0 }])
    return try StructuralSimilarity(sumAndDifference: pair).loss()
  }

  // Luma, Cb and Cr of JFIF, without their offsets, which a difference doesn't have.
  private static let luma = [0.299, 0.587, 0.114]
  private static let chroma = [[-0.168_736, -0.331_264, 0.5], [0.5, -0.418_688, -0.081_312]]
  private static let lumaShare = 0.8
  private static let chromaShare = 0.1

  /// The score that a loss from 0 to 1 comes to.
  static func score(ofLoss loss: Double) -> Double {
    (1000 * exp(-24 * pow(max(loss, 0), 0.85))).rounded() / 10
  }
}
