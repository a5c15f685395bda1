internal import Formats

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

extension ByteBudget {
  /// About what share of its bytes at the best quality a photograph takes at another one.
  ///
  /// - Parameter quality: 0 to 100.
  /// - Returns: 1 at the best quality; only where a search begins may depend on it.
  package static func expectedShare(ofQuality quality: Int) -> Double {
    exp(QualityCost.of(quality, .jpeg) - QualityCost.of(bestQuality, .jpeg))
  }
}
