internal import JPEGCoefficients

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Some rows of a large picture, whose sizes foretell those of the whole at a fraction of the work.
struct RowSample {
  private let picture: CoefficientPicture

  /// One row of units in so many is looked at: more tell little more.
  private static let interval = 8
  /// Pixels of a picture below which a sample saves no work, and is a matter of luck.
  private static let fewestPixels = 1_000_000

  /// Nil for a small picture.
  init?(_ picture: CoefficientPicture) {
    guard picture.width * picture.height >= Self.fewestPixels else { return nil }
    self.picture = picture
  }

  /// The logarithm of the bytes of a candidate of cost 0, read off the sample's first fit.
  ///
  /// - Parameters:
  ///   - search: The search in the whole picture.
  ///   - qualities: The quality of each candidate.
  ///   - expected: What is expected without a sample.
  /// - Returns: The logarithm.
  /// - Throws: `CoefficientError` where the rows can't be encoded.
  func expected(
    _ search: FirstFit, _ qualities: [Int], expecting expected: Double
  ) throws(CoefficientError) -> Double {
    var sizes: [Int: Int] = [:]
    let found = try search.search(expecting: expected) { index throws(CoefficientError) in
      let bytes =
        try picture.leastBytes(quality: qualities[index], every: Self.interval) + search.overhead
      sizes[index] = bytes
      return bytes
    }
    let index = found ?? search.costs.count - 1
    return sizes[index].map { search.logarithm($0) - search.costs[index] } ?? expected
  }

  /// How much smaller progressive scans make a quality, as a share of its bytes: 0.98 for 2 %.
  func progressiveShare(at quality: Int) throws(CoefficientError) -> Double {
    let plain = try picture.sample(every: Self.interval, quality: quality).bytes
    let scans = try picture.sample(every: Self.interval, quality: quality, isProgressive: true)
    return Double(scans.bytes) / Double(max(plain, 1))
  }
}
