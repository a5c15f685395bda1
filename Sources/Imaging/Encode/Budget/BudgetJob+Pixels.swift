internal import Formats

extension BudgetJob {
  /// The pixels of the input, ready.
  private mutating func decoded() throws(ImagingError) -> ReadyPixels {
    let (pixels, runs) = try job.decode(source)
    decodes += runs
    try checkpoint()
    return try ready(pixels)
  }

  /// The picture in the form in which it is tried at many qualities.
  mutating func rungs() throws(ImagingError) -> ReadyPixels {
    if job.keepsGainMap(of: source) {
      source.gainMap?.begin(for: source.shared?.largest ?? job.target)
    }
    if isLossless { return try decoded() }
    if let coefficients = coefficients() { return coefficients }
    return try coded(try decoded())
  }

  /// The coefficients of a JPEG that only needs another quality, or smaller pixels that come of them; where
  /// pixels are decoded for others anyway, those do.
  private mutating func coefficients() -> ReadyPixels? {
    guard source.shared == nil else { return nil }
    let coded = CodedPixels(source, job.recipe, job.format)
    if coded != nil { decodes += 1 }
    return coded.map(ReadyPixels.coefficients)
  }

  /// The pixels in the form in which many qualities cost least.
  func coded(_ pixels: ReadyPixels) throws(ImagingError) -> ReadyPixels {
    guard job.format == .jpeg, let coded = try CodedPixels(pixels) else { return pixels }
    return .coefficients(coded)
  }
}
