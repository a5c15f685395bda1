#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Finds the first of candidates, from large to small, whose bytes fit a limit, with few measurements.
///
/// The sizes seen so far foretell the others: along the candidates' expected costs the logarithm of the
/// bytes is nearly a line. A candidate counts only once it is measured and its larger neighbour does not
/// fit, so that the answer is that of trying one after the other.
struct FirstFit {
  /// The logarithm of the bytes that each candidate is expected to take, but for a constant.
  var costs: [Double]
  /// The most bytes.
  let limit: Int
  /// Bytes that are the same for all, such as those of metadata.
  var overhead = 0
  /// How many candidates at the end are in doubt: where one of them is wanted after one that was too
  /// large, the last is measured before them, as all depends on it.
  var doubtful = 0
  /// How many measurements are made at most once one fits; nil to go by measurements alone.
  ///
  /// For those that are dear, of neighbours much alike: the answer then is the first candidate that fits,
  /// or one next to it.
  var allowed: Int?
  /// The bytes that candidates took when they were measured before, by their index; only where a search
  /// begins depends on them.
  var foretold: [Int: Int] = [:]

  /// Measurements that suffice whatever the sizes are: one more than halving needs.
  var most: Int {
    let outcomes = costs.count + 1
    return (Int.bitWidth - (outcomes - 1).leadingZeroBitCount) + 1
  }

  /// Looks for the first candidate that fits.
  ///
  /// - Parameters:
  ///   - expected: The logarithm of the bytes of a candidate of cost 0, without the overhead.
  ///   - known: The bytes of candidates that were measured before.
  ///   - measure: The bytes of the candidate of this index, in whole.
  /// - Returns: Its index; nil where none fits.
  /// - Throws: What `measure` throws.
  func search<Failure: Error>(
    expecting expected: Double, known: [Int: Int] = [:],
    _ measure: (Int) throws(Failure) -> Int
  ) throws(Failure) -> Int? {
    var seen = known
    var fits = known.filter { $0.value <= limit }.keys.min() ?? costs.count
    var tooLarge = known.keys.filter { $0 < fits }.max() ?? -1
    while fits - tooLarge > 1 {
      let count = seen.count - known.count
      if isEnough(seen, fits, count) { return fits }
      var index = predicted(seen, tooLarge, fits, expected, count)
      if fits == costs.count, tooLarge >= 0, index >= costs.count - doubtful {
        index = costs.count - 1
      }
      index =
        allowed == nil
        ? split(index, tooLarge, fits, left: most - count)
        : min(max(index, tooLarge + 1), fits - 1)
      let bytes = try measure(index)
      seen[index] = bytes
      if bytes <= limit { fits = index } else { tooLarge = index }
    }
    if isEnough(seen, fits, seen.count - known.count) { return fits }
    // Sizes are not strictly in order where candidates are alike.
    while tooLarge > 0, seen[tooLarge - 1] == nil, let bytes = seen[tooLarge],
      isClose(bytes, to: tooLarge - 1, after: tooLarge)
    {
      tooLarge -= 1
      let bytes = try measure(tooLarge)
      seen[tooLarge] = bytes
      if bytes <= limit { fits = tooLarge }
    }
    return fits < costs.count ? fits : nil
  }

  /// Whether a candidate that fits may be taken for the first, going by what its larger neighbour is
  /// expected to take, or for want of measurements.
  private func isEnough(_ seen: [Int: Int], _ fits: Int, _ count: Int) -> Bool {
    guard let allowed, fits < costs.count, let bytes = seen[fits] else { return false }
    guard fits > 0, count < allowed else { return true }
    return logarithm(bytes) + costs[fits - 1] - costs[fits] > logarithm(limit) + Self.trusted
  }

  /// By how much the logarithm of the bytes of a neighbour is off at most, as a rule.
  private static let trusted = 0.01

  /// Whether a candidate may fit although the next smaller one, of so many bytes, doesn't.
  private func isClose(_ bytes: Int, to larger: Int, after smaller: Int) -> Bool {
    costs[larger] - costs[smaller] < 0.05 && Double(bytes) < Double(limit) * 1.005
  }

  /// The first candidate that the sizes seen let expect to fit.
  private func predicted(
    _ seen: [Int: Int], _ tooLarge: Int, _ fits: Int, _ expected: Double, _ count: Int
  ) -> Int {
    let target = logarithm(limit) - margin(count)
    var anchor = (cost: 0.0, bytes: expected)
    var slope = 1.0
    // What was foretold gives way to what was seen, and then still tells how steep the line is.
    for points in [nearest(foretold), nearest(seen)] {
      guard let first = points.first else { continue }
      anchor = first
      if points.count > 1, abs(first.cost - points[1].cost) > 1e-6 {
        let secant = (first.bytes - points[1].bytes) / (first.cost - points[1].cost)
        slope = min(max(secant, 0.4), 2.5)
      }
    }
    return costs.firstIndex { anchor.bytes + slope * ($0 - anchor.cost) <= target }
      ?? costs.count - 1
  }

  /// By how much less than the limit is aimed at, as a logarithm.
  ///
  /// What is too large is of no use. With no measurements left and nothing that fits, more are made all
  /// the same: a picture that is a little smaller than it had to be is better than none.
  private func margin(_ count: Int) -> Double {
    guard let allowed else { return 0 }
    if count < allowed - 1 { return count == 0 ? 0.03 : 0.005 }
    return 0.05 * Double(1 << min(count - allowed + 1, 10))
  }

  /// Candidates of known bytes, those first that come nearest to the limit.
  private func nearest(_ known: [Int: Int]) -> [(cost: Double, bytes: Double)] {
    let target = logarithm(limit)
    return known.sorted { $0.key < $1.key }.map {
      (cost: costs[$0.key], bytes: logarithm($0.value))
    }.sorted { abs($0.bytes - target) < abs($1.bytes - target) }
  }

  /// The logarithm of the bytes of a candidate, without the overhead.
  func logarithm(_ bytes: Int) -> Double { Self.logarithm(of: bytes - overhead) }

  /// The natural logarithm of a number of bytes or pixels, 1 at least.
  static func logarithm(of count: Int) -> Double { log(Double(max(count, 1))) }

  /// The share of a number of bytes that is so much further on in logarithms.
  static func share(ofLogarithm difference: Double) -> Double { exp(difference) }

  /// The candidate to measure: the wanted one, unless halving what is left would not end in time.
  private func split(_ wanted: Int, _ tooLarge: Int, _ fits: Int, left: Int) -> Int {
    let room = 1 << max(min(left - 1, 30), 0)
    let least = max(tooLarge + 1, fits - room)
    let greatest = min(fits - 1, tooLarge + room)
    guard least <= greatest else { return (tooLarge + fits) / 2 }
    return min(max(wanted, least), greatest)
  }
}
