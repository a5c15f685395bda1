extension HeaderFacts {
  /// The facts of a WebP (RFC 9649).
  static func webp(_ source: inout BufferedSource) throws -> HeaderFacts {
    var facts = HeaderFacts(kind: .image(.webp))
    var walk = WebPWalk()
    try walk.run(&source)
    facts.state = walk.state
    facts.setOrientation(exif: walk.exifOrientation)
    facts.codec = walk.codec
    if let size = walk.canvas ?? walk.frame {
      facts.setSize(size)
    } else {
      facts.state.note(.damaged)
    }
    facts.bitsPerSample = 8
    facts.setColors(walk.codec == "vp8" ? .ycbcr : .rgb, alpha: walk.hasAlpha)
    facts.hasICC = walk.hasICC
    facts.pictures = max(1, walk.frames)
    facts.isAnimated = walk.isAnimated
    return facts
  }
}

/// Goes through the chunks.
private struct WebPWalk {
  /// The size that `VP8X` states.
  var canvas: PixelSize?
  /// The size of the picture's own data.
  var frame: PixelSize?
  var codec: String?
  var hasAlpha = false
  var hasICC = false
  var isAnimated = false
  var frames = 0
  var exifOrientation: Int?
  var state = FileState.sound

  private static let mostChunks = 200_000

  mutating func run(_ source: inout BufferedSource) throws {
    let announced = try source.reader(at: 4, count: 4, order: .little).peek(UInt32.self, at: 0) ?? 0
    let end = 8 + Int(announced)
    if end > source.count { state.note(.truncated) }
    var position = 12
    for _ in 0..<Self.mostChunks {
      guard position + 8 <= min(end, source.count) else { break }
      var reader = try source.reader(at: position, count: 8, order: .little)
      guard let type = reader.readFourCC(), let length = reader.read(UInt32.self) else { return }
      let payload = position + 8..<position + 8 + Int(length)
      if payload.upperBound > source.count { state.note(.truncated) }
      try read(type, payload, in: &source)
      // Chunks of an odd size are padded.
      position = payload.upperBound + payload.count % 2
    }
    if frame == nil, frames == 0 { state.note(position > source.count ? .truncated : .damaged) }
  }

  private mutating func read(
    _ type: FourCC, _ payload: Range<Int>, in source: inout BufferedSource
  ) throws {
    switch type {
    case "VP8X": readExtended(try source.reader(at: payload.lowerBound, count: 10, order: .little))
    case "VP8":
      readLossy(try source.reader(at: payload.lowerBound, count: 10, order: .little))
    case "VP8L": readLossless(try source.bytes(at: payload.lowerBound, count: 5))
    case "ALPH": hasAlpha = true
    case "ICCP": hasICC = true
    case "ANMF":
      frames += 1
      if codec == nil { try readFrame(payload, in: &source) }
    case "EXIF":
      let data = try source.bytes(at: payload.lowerBound, count: min(payload.count, 65_536))
      exifOrientation = exifOrientation ?? TIFFReader(exif: data)?.orientation
    default: break
    }
  }

  /// `VP8X` (RFC 9649, 2.7): flags, and the canvas less one in 24 bits each.
  private mutating func readExtended(_ reader: ByteReader) {
    guard canvas == nil, let flags = reader.peek(UInt8.self, at: 0),
      let width = reader.peek(UInt32.self, at: 4).map({ Int($0 & 0xFF_FFFF) + 1 }),
      let middle = reader.peek(UInt16.self, at: 7), let high = reader.peek(UInt8.self, at: 9)
    else { return }
    canvas = PixelSize(width: width, height: Int(middle) + Int(high) << 16 + 1)
    hasAlpha = hasAlpha || flags & 0x10 != 0
    isAnimated = flags & 0x02 != 0
  }

  /// `VP8 `: the key frame's header (RFC 6386, 9.1).
  private mutating func readLossy(_ reader: ByteReader) {
    guard frame == nil else { return }
    codec = "vp8"
    guard reader.peek(UInt8.self, at: 3) == 0x9D, reader.peek(UInt16.self, at: 4) == 0x2A01,
      let width = reader.peek(UInt16.self, at: 6), let height = reader.peek(UInt16.self, at: 8)
    else {
      state.note(.damaged)
      return
    }
    frame = PixelSize(width: Int(width & 0x3FFF), height: Int(height & 0x3FFF))
  }

  /// `VP8L` (RFC 9649, 3.4): sizes less one in 14 bits each, then whether there is alpha.
  private mutating func readLossless(_ bytes: ArraySlice<UInt8>) {
    guard frame == nil else { return }
    codec = "vp8l"
    var bits = BitReader(bytes, order: .leastSignificantFirst)
    guard bits.read(8) == 0x2F, let width = bits.read(14), let height = bits.read(14),
      let alpha = bits.flag()
    else {
      state.note(.damaged)
      return
    }
    frame = PixelSize(width: width + 1, height: height + 1)
    hasAlpha = hasAlpha || alpha
  }

  /// The codec of a frame of an animation, whose own chunks follow 16 bytes.
  private mutating func readFrame(
    _ payload: Range<Int>, in source: inout BufferedSource
  ) throws {
    var position = payload.lowerBound + 16
    for _ in 0..<4 {
      var reader = try source.reader(at: position, count: 8, order: .little)
      guard let type = reader.readFourCC(), let length = reader.read(UInt32.self) else { return }
      switch type {
      case "VP8": codec = "vp8"
      case "VP8L": codec = "vp8l"
      default: break
      }
      if codec != nil { return }
      position += 8 + Int(length) + Int(length % 2)
    }
  }
}
