extension HeaderFacts {
  /// The facts of a Windows bitmap; nil where the header isn't one: two letters prove nothing.
  static func bmp(_ source: inout BufferedSource) throws -> HeaderFacts? {
    var reader = try source.reader(at: 0, count: 54, order: .little)
    guard reader.read(2)?.elementsEqual("BM".utf8) == true, reader.skip(8),
      let pixels = reader.read(UInt32.self), let headerSize = reader.read(UInt32.self),
      let (size, planes, bits) = dimensions(&reader, isCore: headerSize == 12), planes == 1,
      [12, 16, 40, 52, 56, 64, 108, 124].contains(headerSize),
      [1, 2, 4, 8, 16, 24, 32].contains(bits), Int(pixels) >= 14 + Int(headerSize)
    else { return nil }
    let compression = headerSize == 12 ? 0 : reader.read(UInt32.self) ?? 0
    var facts = HeaderFacts(kind: .image(.bmp))
    facts.setSize(size)
    facts.bitsPerSample = bits <= 8 ? Int(bits) : 8
    facts.setColors(bits <= 8 ? .palette : .rgb, alpha: false)
    // Rows of plain pixels are padded to 4 bytes.
    let row = (size.width * Int(bits) + 31) / 32 * 4
    let data = row.saturatingProduct(size.height)
    if compression == 0, Int(pixels).saturatingSum(data) > source.count {
      facts.state.note(.truncated)
    }
    return facts
  }

  /// Size, planes and bits; the oldest header has 16-bit sizes, a later one may be upside down.
  private static func dimensions(
    _ reader: inout ByteReader, isCore: Bool
  ) -> (PixelSize, planes: UInt16, bits: UInt16)? {
    let size: PixelSize
    if isCore {
      guard let width = reader.read(UInt16.self), let height = reader.read(UInt16.self) else {
        return nil
      }
      size = PixelSize(width: Int(width), height: Int(height))
    } else {
      guard let width = reader.read(UInt32.self), let height = reader.read(UInt32.self),
        width <= Int32.max
      else { return nil }
      size = PixelSize(width: Int(width), height: abs(Int(Int32(bitPattern: height))))
    }
    guard let planes = reader.read(UInt16.self), let bits = reader.read(UInt16.self) else {
      return nil
    }
    return (size, planes, bits)
  }
}

extension Int {
  /// The product, `Int.max` where it would be more; for numbers that aren't negative.
  func saturatingProduct(_ other: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? Int.max : product
  }
}
