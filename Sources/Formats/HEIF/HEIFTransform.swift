/// A property that changes how a picture is shown (ISO/IEC 23008-12, 6.5.8 to 6.5.12).
package enum HEIFTransform: Sendable, Equatable {
  /// `clap`: only a part, of this size in pixels, is shown.
  case crop(PixelSize)
  /// `irot`: turned anticlockwise by so many quarters, 0 to 3.
  case rotation(Int)
  /// `imir`: mirrored; about a horizontal axis (top and bottom change places) or a vertical one.
  case mirror(horizontalAxis: Bool)

  /// Reads the payload of a box; nil where it is too short or a fraction has no value.
  init?(_ type: FourCC, _ reader: inout ByteReader) {
    switch type {
    case "clap":
      guard let width = reader.readFraction(), let height = reader.readFraction(),
        reader.readFraction() != nil, reader.readFraction() != nil
      else { return nil }
      self = .crop(PixelSize(width: width, height: height))
    case "irot":
      guard let byte = reader.read(UInt8.self) else { return nil }
      self = .rotation(Int(byte & 3))
    case "imir":
      guard let byte = reader.read(UInt8.self) else { return nil }
      // 0 exchanges top and bottom, 1 left and right: the 2022 edition says so, as all decoders do;
      // the words of the first one were taken both ways.
      self = .mirror(horizontalAxis: byte & 1 == 0)
    default: return nil
    }
  }

  /// The size that a picture has after it; nil for a crop that is empty or reaches outside.
  func apply(to size: PixelSize) -> PixelSize? {
    switch self {
    case .crop(let part):
      part.isEmpty || part.width > size.width || part.height > size.height ? nil : part
    case .rotation(let quarters): quarters % 2 == 0 ? size : size.turned
    case .mirror: size
    }
  }
}

extension ByteReader {
  /// A fraction of two 32-bit numbers, to the nearest whole; nil for a denominator of 0.
  ///
  /// Numerators of offsets are signed; as sizes, negative ones come out as empty.
  fileprivate mutating func readFraction() -> Int? {
    guard let top = read(UInt32.self), let bottom = read(UInt32.self), bottom > 0 else {
      return nil
    }
    let numerator = Int(Int32(bitPattern: top))
    let denominator = Int(bottom)
    return Int((Double(numerator) / Double(denominator)).rounded())
  }
}
