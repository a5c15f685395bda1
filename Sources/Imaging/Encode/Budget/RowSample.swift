internal import JPEGCoefficients

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Some rows of a large picture, or all of a small one, whose symbols foretell the sizes of the whole at a
/// fraction of the work.
struct RowSample {
  private let picture: CoefficientPicture
  /// One row of units in so many is looked at.
  private let interval: Int

  /// More rows of a large picture tell little more.
  private static let usualInterval = 8
  /// Pixels of a picture below which a part saves no work, and is a matter of luck.
  private static let fewestPixels = 1_000_000

  /// A sample of this picture.
  init(_ picture: CoefficientPicture) {
    let isLarge = picture.width * picture.height >= Self.fewestPixels
    self.picture = picture
    interval = isLarge ? Self.usualInterval : 1
  }

  /// Whether it is not the whole picture.
  var isPart: Bool { interval > 1 }

  /// About how many bytes a quality takes, without metadata.
  ///
  /// - Throws: `CoefficientError` where there is no memory for it.
  func bytes(at quality: Int) throws(CoefficientError) -> Int {
    let least = try picture.leastBytes(quality: quality, every: interval)
    return Int(Double(least) * CoefficientPicture.aboveLeast)
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
      let bytes = try self.bytes(at: qualities[index]) + search.overhead
      sizes[index] = bytes
      return bytes
    }
    let index = found ?? search.costs.count - 1
    return sizes[index].map { search.logarithm($0) - search.costs[index] } ?? expected
  }

  /// How much smaller progressive scans make a quality, as a share of its bytes: 0.98 for 2 %.
  func progressiveShare(at quality: Int) throws(CoefficientError) -> Double {
    let plain = try picture.sample(every: Self.usualInterval, quality: quality).bytes
    let scans = try picture.sample(every: Self.usualInterval, quality: quality, isProgressive: true)
    return Double(scans.bytes) / Double(max(plain, 1))
  }
}
