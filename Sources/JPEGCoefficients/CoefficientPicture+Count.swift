internal import CJPEG

extension CoefficientPicture {
  /// The bytes below which no baseline encoding of a quality is.
  ///
  /// Its headers, the bits that follow symbols, and the symbols in the best codes that there are for them
  /// (Huffman's). What is missing are the bytes that are stuffed in behind those of all ones, so that a
  /// file takes about `aboveLeast` times as many, at a third of the cost of encoding.
  ///
  /// - Parameters:
  ///   - quality: 1 to 100 on libjpeg's scale.
  ///   - interval: Of so many rows of units (16 pixels high with colour, else 8) one is looked at, and
  ///     taken for the others: then this is no bound any more but about the right size.
  /// - Returns: Bytes of the JPEG without any metadata.
  /// - Throws: `CoefficientError` where there is no memory for it.
  package func leastBytes(
    quality: Int, every interval: Int = 1
  ) throws(CoefficientError) -> Int {
    var counts = imgtool_jpeg_counts()
    let request = request(quality, interval: interval)
    try CoefficientError.check { message in
      imgtool_jpeg_count(handle, request, &counts, message)
    }
    var bits = Int(counts.plain_bits)
    var headers = isGray ? Self.grayHeaders : Self.colourHeaders
    for table in isGray ? [counts.tables.0] : [counts.tables.0, counts.tables.1] {
      for code in [
        withUnsafeBytes(of: table.dc) { HuffmanCode($0.bindMemory(to: UInt32.self)) },
        withUnsafeBytes(of: table.ac) { HuffmanCode($0.bindMemory(to: UInt32.self)) },
      ] {
        bits += code.leastBits
        headers += code.symbols
      }
    }
    return headers + Int(Double(bits) / 8 / share(of: interval))
  }

  /// How many times the least bytes a file takes: the mean over photographs.
  package static let aboveLeast = 1.003

  /// Bytes of all segments but JFIF's, which may give way to others, without symbols of tables
  /// (ITU-T T.81, B.2).
  private static let grayHeaders = 2 + 69 + 13 + 2 * 21 + 10 + 2
  private static let colourHeaders = 2 + 2 * 69 + 19 + 4 * 21 + 14 + 2
}

/// The best code for symbols that occur so often, as far as its length goes.
struct HuffmanCode {
  /// Symbols that occur.
  let symbols: Int
  /// The bits below which no code of libjpeg's makes all symbols.
  let leastBits: Int

  /// Bits of the longest code (ITU-T T.81, K.2).
  private static let longest = 16

  /// - Parameter counts: How often each symbol occurs.
  init(_ counts: UnsafeBufferPointer<UInt32>) {
    // One more symbol takes the code of all ones, which must not stand for anything.
    var leaves = counts.filter { $0 > 0 }.map(Int.init)
    symbols = leaves.count
    leaves.append(1)
    leaves.sort()
    var merged: [Int] = []
    var (leaf, node, bits) = (0, 0, 0)
    func next() -> Int {
      if node == merged.count || (leaf < leaves.count && leaves[leaf] <= merged[node]) {
        leaf += 1
        return leaves[leaf - 1]
      }
      node += 1
      return merged[node - 1]
    }
    for _ in 1..<max(leaves.count, 2) where leaves.count > 1 {
      let sum = next() + next()
      bits += sum
      merged.append(sum)
    }
    leastBits = max(bits - Self.longest, symbols > 0 ? leaves.reduce(0, +) - 1 : 0)
  }
}
