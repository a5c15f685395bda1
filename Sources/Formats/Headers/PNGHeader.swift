extension HeaderFacts {
  /// The facts of a PNG (W3C PNG, third edition).
  static func png(_ source: inout BufferedSource) throws -> HeaderFacts {
    var facts = HeaderFacts(kind: .image(.png))
    var walk = PNGWalk()
    try walk.run(&source)
    facts.state = walk.state
    guard let header = walk.header else {
      facts.state.note(.damaged)
      return facts
    }
    facts.setOrientation(exif: walk.exifOrientation)
    facts.setSize(header.size)
    facts.bitsPerSample = header.bits
    facts.setColors(header.model, alpha: header.hasAlphaChannel || walk.hasTransparency)
    facts.hasICC = walk.hasICC
    facts.pngColours = walk.colours.isEmpty ? nil : walk.colours
    facts.pictures = max(1, walk.frames)
    facts.isAnimated = walk.frames > 1
    return facts
  }
}

/// Goes through the chunks.
private struct PNGWalk {
  var header: PNGImageHeader?
  var hasTransparency = false
  var hasICC = false
  var colours = PNGColours()
  var exifOrientation: Int?
  /// Frames of an animation; 0 for a still picture.
  var frames = 0
  var state = FileState.sound

  private static let mostChunks = 200_000

  mutating func run(_ source: inout BufferedSource) throws {
    var position = 8
    for _ in 0..<Self.mostChunks {
      var reader = try source.reader(at: position, count: 8)
      guard let length = reader.read(UInt32.self), let type = reader.readFourCC() else {
        state.note(.truncated)
        return
      }
      guard length <= Int32.max else {
        state.note(.damaged)
        return
      }
      let payload = position + 8..<position + 8 + Int(length)
      // A checksum of 4 bytes follows.
      position = payload.upperBound + 4
      if position > source.count { state.note(.truncated) }
      if header == nil, type != "IHDR", type != "CgBI" {
        state.note(.damaged)
        return
      }
      if type == "IEND" { return }
      try read(type, payload, in: &source)
    }
  }

  private mutating func read(
    _ type: FourCC, _ payload: Range<Int>, in source: inout BufferedSource
  ) throws {
    switch type {
    case "IHDR" where header == nil:
      header = PNGImageHeader(try source.reader(at: payload.lowerBound, count: payload.count))
      if header == nil { state.note(.damaged) }
    case "tRNS": hasTransparency = true
    case "iCCP": hasICC = true
    case "cICP", "sRGB", "gAMA", "cHRM":
      colours.take(type, try source.reader(at: payload.lowerBound, count: min(payload.count, 32)))
    case "acTL":
      frames =
        try source.reader(at: payload.lowerBound, count: 4).peek(UInt32.self, at: 0)
        .map { Int($0) } ?? 0
    case "eXIf":
      let data = try source.bytes(at: payload.lowerBound, count: min(payload.count, 65_536))
      exifOrientation = exifOrientation ?? TIFFReader(exif: data)?.orientation
    default: break
    }
  }
}

/// The `IHDR` chunk (PNG, 11.2.1).
private struct PNGImageHeader {
  var size: PixelSize
  var bits: Int
  var model: ColorModel
  var hasAlphaChannel: Bool

  init?(_ reader: ByteReader) {
    var reader = reader
    guard let width = reader.read(UInt32.self), let height = reader.read(UInt32.self),
      let depth = reader.read(UInt8.self), let type = reader.read(UInt8.self)
    else { return nil }
    let depths: [UInt8]
    switch type {
    case 0: (model, depths) = (.gray, [1, 2, 4, 8, 16])
    case 2: (model, depths) = (.rgb, [8, 16])
    case 3: (model, depths) = (.palette, [1, 2, 4, 8])
    case 4: (model, depths) = (.gray, [8, 16])
    case 6: (model, depths) = (.rgb, [8, 16])
    default: return nil
    }
    guard depths.contains(depth), width <= Int32.max, height <= Int32.max else { return nil }
    size = PixelSize(width: Int(width), height: Int(height))
    bits = Int(depth)
    hasAlphaChannel = type & 4 != 0
  }
}
