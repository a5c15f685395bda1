/// One tag of EXIF data.
package struct ExifTag: Sendable, Equatable {
  /// The directory that a tag stands in (CIPA DC-008, 4.5.3).
  package enum Group: Sendable, CaseIterable {
    /// The first directory: the picture.
    case image
    /// The second directory: the embedded thumbnail.
    case thumbnail
    /// How the picture was taken.
    case exif
    /// Where.
    case gps
    /// Which rules the file follows.
    case interoperability
  }

  /// How values are stored (TIFF 6.0, section 2), by the number that files have for it.
  package enum Format: Int, Sendable {
    /// 8 bits unsigned.
    case byte = 1
    /// Text.
    case ascii = 2
    /// 16 bits unsigned.
    case short = 3
    /// 32 bits unsigned.
    case long = 4
    /// Two of 32 bits unsigned: numerator and denominator.
    case rational = 5
    /// 8 bits signed.
    case signedByte = 6
    /// Bytes that the tag itself defines.
    case undefined = 7
    /// 16 bits signed.
    case signedShort = 8
    /// 32 bits signed.
    case signedLong = 9
    /// Two of 32 bits signed: numerator and denominator.
    case signedRational = 10
    /// 32 bits IEEE 754.
    case float = 11
    /// 64 bits IEEE 754.
    case double = 12

    /// Bytes of one value.
    package var size: Int {
      switch self {
      case .byte, .ascii, .signedByte, .undefined: 1
      case .short, .signedShort: 2
      case .long, .signedLong, .float: 4
      case .rational, .signedRational, .double: 8
      }
    }
  }

  /// A fraction as the file has it.
  package struct Rational: Sendable, Equatable {
    /// Above the line.
    package let numerator: Int
    /// Below the line; 0 for a value that is unknown or without bound.
    package let denominator: Int

    /// The value; nil where nothing is below the line.
    package var value: Double? {
      denominator == 0 ? nil : Double(numerator) / Double(denominator)
    }
  }

  /// The directory that the tag stands in.
  package let group: Group
  /// The number of the tag.
  package let number: UInt16
  /// The name of the tag, such as `ExposureTime`; `0x` and four digits for one without.
  package let name: String
  /// The value for people to read.
  package let text: String
  /// How the values are stored.
  package let format: Format
  /// The values as the file has them, in its byte order.
  package let bytes: [UInt8]
  /// Whether that order is little-endian.
  package let isLittle: Bool

  /// The values as whole numbers; none where they are text, fractions or floating.
  package var integers: [Int] {
    switch format {
    case .byte, .undefined: bytes.map { Int($0) }
    case .signedByte: bytes.map { Int(Int8(bitPattern: $0)) }
    case .short: units(2) { Int($0) }
    case .signedShort: units(2) { Int(Int16(truncatingIfNeeded: $0)) }
    case .long: units(4) { Int($0) }
    case .signedLong: units(4) { Int(Int32(truncatingIfNeeded: $0)) }
    case .ascii, .rational, .signedRational, .float, .double: []
    }
  }

  /// The values as fractions; none where they are anything else.
  package var rationals: [Rational] {
    let halves: [Int]
    switch format {
    case .rational: halves = units(4) { Int($0) }
    case .signedRational: halves = units(4) { Int(Int32(truncatingIfNeeded: $0)) }
    default: return []
    }
    return stride(from: 0, to: halves.count - 1, by: 2).map {
      Rational(numerator: halves[$0], denominator: halves[$0 + 1])
    }
  }

  /// The value as text, up to its first NUL and without blanks around it; nil where it is none, or
  /// empty.
  package var string: String? {
    guard format == .ascii else { return nil }
    let text = bytes.prefix { $0 != 0 }
    // ASCII is the rule; UTF-8 is what phones write, Latin-1 what is left.
    let decoded =
      String(validating: text, as: UTF8.self)
      ?? String(String.UnicodeScalarView(text.map { Unicode.Scalar($0) }))
    let isBlank = { (character: Character) in character == " " }
    let trimmed = decoded.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
    return trimmed.isEmpty ? nil : String(trimmed)
  }

  /// The values as numbers of `size` bytes; an incomplete one at the end is left out.
  private func units(_ size: Int, _ convert: (UInt32) -> Int) -> [Int] {
    stride(from: 0, through: bytes.count - size, by: size).map { start in
      let unit = bytes[start..<start + size]
      let number =
        isLittle
        ? unit.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        : unit.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      return convert(number)
    }
  }
}
