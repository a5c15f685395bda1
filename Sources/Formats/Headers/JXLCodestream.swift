/// The first fields of a JPEG XL codestream, bit by bit (ISO/IEC 18181-1, annex D).
struct JXLHeader {
  /// The size in pixels as stored.
  var size: PixelSize
  /// What decoders apply themselves, 1 to 8.
  var orientation = 1
  /// Bits of a sample; nil where the bytes end before.
  var bits: Int?
  /// Whether an extra channel is alpha.
  var hasAlpha = false
  /// Whether there are frames that follow each other in time.
  var isAnimated = false
  /// Whether there is one colour channel.
  var isGray = false
  /// Whether an ICC profile is embedded.
  var hasICC = false

  /// Reads the header behind its two-byte mark; nil where not even the size is there, and what
  /// follows the size left at its default where it isn't.
  init?(_ bytes: ArraySlice<UInt8>) {
    var reader = JXLReader(bytes)
    guard let size = try? reader.size() else { return nil }
    self.size = size
    try? readMetadata(&reader)
  }

  /// ImageMetadata (D.3).
  private mutating func readMetadata(_ reader: inout JXLReader) throws(JXLReader.End) {
    guard try !reader.flag() else {
      bits = 8
      return
    }
    if try reader.flag() { try readExtraFields(&reader) }
    bits = try reader.bitDepth()
    // Whether 16-bit buffers suffice.
    _ = try reader.flag()
    let channels = try reader.number(.value(0), .value(1), .bits(4, plus: 2), .bits(12, plus: 1))
    for _ in 0..<channels {
      if try reader.channelIsAlpha() { hasAlpha = true }
    }
    // Whether pixels are in XYB; then the colour encoding, all default or in full (E.2).
    _ = try reader.flag()
    guard try !reader.flag() else { return }
    hasICC = try reader.flag()
    isGray = try reader.enumerated() == 1
  }

  /// Orientation, intrinsic size, preview, animation (D.3.1).
  private mutating func readExtraFields(_ reader: inout JXLReader) throws(JXLReader.End) {
    orientation = try reader.bits(3) + 1
    if try reader.flag() { _ = try reader.size() }
    if try reader.flag() { try reader.skipPreview() }
    isAnimated = try reader.flag()
    if isAnimated { try reader.skipAnimation() }
  }
}

/// Reads the kinds of numbers and bundles that JPEG XL's headers are made of.
private struct JXLReader {
  /// The bytes ended.
  struct End: Error {}

  /// One of the four ways in which a number may be stored (B.2.2).
  enum Form {
    case value(Int)
    case bits(Int, plus: Int)
  }

  private var reader: BitReader

  init(_ bytes: ArraySlice<UInt8>) {
    reader = BitReader(bytes, order: .leastSignificantFirst)
  }

  mutating func bits(_ count: Int) throws(End) -> Int {
    guard let value = reader.read(count) else { throw End() }
    return value
  }

  mutating func flag() throws(End) -> Bool {
    try bits(1) == 1
  }

  mutating func number(
    _ first: Form, _ second: Form, _ third: Form, _ fourth: Form
  ) throws(End) -> Int {
    switch [first, second, third, fourth][try bits(2)] {
    case .value(let value): value
    case .bits(let count, let offset): try bits(count) + offset
    }
  }

  /// An enumerated value (B.2.6).
  mutating func enumerated() throws(End) -> Int {
    try number(.value(0), .value(1), .bits(4, plus: 2), .bits(6, plus: 18))
  }

  /// SizeHeader (D.2): the height, and the width by itself or by a ratio.
  mutating func size() throws(End) -> PixelSize {
    let isSmall = try flag()
    let height = try side(isSmall)
    let ratio = try bits(3)
    // 0 stands for "not by a ratio".
    let ratios = [(0, 1), (1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)]
    let (across, down) = ratios[ratio]
    let width = ratio == 0 ? try side(isSmall) : height * across / down
    return PixelSize(width: width, height: height)
  }

  private mutating func side(_ isSmall: Bool) throws(End) -> Int {
    if isSmall { return try (bits(5) + 1) * 8 }
    return try number(
      .bits(9, plus: 1), .bits(13, plus: 1), .bits(18, plus: 1), .bits(30, plus: 1))
  }

  /// PreviewHeader (D.3.2).
  mutating func skipPreview() throws(End) {
    let isSmall = try flag()
    _ = try previewSide(isSmall)
    if try bits(3) == 0 { _ = try previewSide(isSmall) }
  }

  private mutating func previewSide(_ isSmall: Bool) throws(End) -> Int {
    if isSmall { return try number(.value(16), .value(32), .bits(5, plus: 1), .bits(9, plus: 33)) }
    return try number(
      .bits(6, plus: 1), .bits(8, plus: 65), .bits(10, plus: 321), .bits(12, plus: 1345))
  }

  /// AnimationHeader (D.3.3): ticks a second as a fraction, loops, whether there are timecodes.
  mutating func skipAnimation() throws(End) {
    _ = try number(.value(100), .value(1000), .bits(10, plus: 1), .bits(30, plus: 1))
    _ = try number(.value(1), .value(1001), .bits(8, plus: 1), .bits(10, plus: 1))
    _ = try number(.value(0), .bits(3, plus: 0), .bits(16, plus: 0), .bits(32, plus: 0))
    _ = try flag()
  }

  /// BitDepth (D.3.5): bits of a sample.
  mutating func bitDepth() throws(End) -> Int {
    guard try flag() else {
      return try number(.value(8), .value(10), .value(12), .bits(6, plus: 1))
    }
    let depth = try number(.value(32), .value(16), .value(24), .bits(6, plus: 1))
    // Bits of the exponent.
    _ = try bits(4)
    return depth
  }

  /// ExtraChannelInfo (D.3.6): whether the channel is alpha.
  mutating func channelIsAlpha() throws(End) -> Bool {
    if try flag() { return true }
    let type = try enumerated()
    _ = try bitDepth()
    _ = try number(.value(0), .value(3), .value(4), .bits(3, plus: 1))
    let length = try number(
      .value(0), .bits(4, plus: 0), .bits(5, plus: 16), .bits(10, plus: 48))
    for _ in 0..<length { _ = try bits(8) }
    switch type {
    case 0: _ = try flag()  // Whether colours are multiplied by it.
    case 2: for _ in 0..<4 { _ = try bits(16) }  // A spot colour.
    case 5: _ = try number(.value(1), .bits(2, plus: 0), .bits(4, plus: 3), .bits(8, plus: 19))
    default: break
    }
    return type == 0
  }
}
