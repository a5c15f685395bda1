internal import CJPEG

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

extension CoefficientPicture {
  /// The bytes below which no baseline encoding of a quality can be, whatever its Huffman tables.
  ///
  /// A code can't do with less than the entropy of its symbols (Shannon's source coding theorem).
  /// Optimal tables come within some percent of that, at a third of the cost of encoding.
  ///
  /// - Parameters:
  ///   - quality: 1 to 100 on libjpeg's scale.
  ///   - interval: Of so many rows of units (16 pixels high with colour, else 8) one is looked at, and
  ///     taken for the others: then this is no bound any more but about the right size.
  /// - Returns: Bytes of the coded picture, without headers.
  /// - Throws: `CoefficientError` where there is no memory for it.
  package func leastBytes(
    quality: Int, every interval: Int = 1
  ) throws(CoefficientError) -> Int {
    var counts = imgtool_jpeg_counts()
    let request = request(quality, interval: interval)
    try CoefficientError.check { message in
      imgtool_jpeg_count(handle, request, &counts, message)
    }
    var bits = Double(counts.plain_bits)
    for table in [counts.tables.0, counts.tables.1] {
      bits += withUnsafeBytes(of: table.dc) { Self.entropy($0.bindMemory(to: UInt32.self)) }
      bits += withUnsafeBytes(of: table.ac) { Self.entropy($0.bindMemory(to: UInt32.self)) }
    }
    return Int(bits / 8 / share(of: interval))
  }

  /// The bits that symbols of these counts take at least, all of them together.
  private static func entropy(_ counts: UnsafeBufferPointer<UInt32>) -> Double {
    var sum = 0.0
    var bits = 0.0
    for count in counts where count > 0 {
      sum += Double(count)
      bits -= Double(count) * log2(Double(count))
    }
    return sum > 0 ? bits + sum * log2(sum) : 0
  }
}
