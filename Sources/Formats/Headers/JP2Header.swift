extension HeaderFacts {
  /// The facts of JPEG 2000 in its container (ISO/IEC 15444-1, annex I).
  static func jp2Container(_ source: inout BufferedSource) throws -> HeaderFacts {
    var facts = HeaderFacts(kind: .image(.jp2))
    var hasHeader = false
    var hasCodestream = false
    var hasFilm = false
    var walker = BoxWalker(12..<source.count, limit: 1024)
    while let box = try walker.next(in: &source) {
      switch box.type {
      case "ftyp":
        let brand = try source.reader(at: box.payload.lowerBound, count: 4).firstFourCC
        // Motion JPEG 2000 (ISO/IEC 15444-3) is a film.
        if brand == "mjp2" || brand == "mj2s" { facts.kind = .media("mj2") }
      case "jp2h" where !hasHeader:
        hasHeader = true
        try facts.readJP2Header(box, in: &source)
      case "jp2c": hasCodestream = true
      case "moov": hasFilm = true
      default: break
      }
    }
    facts.state.note(walker.state)
    if facts.kind != .image(.jp2) {
      if !hasFilm { facts.state.note(.truncated) }
    } else if !hasHeader, !hasCodestream {
      facts.state.note(.truncated)
    } else if !hasHeader || !hasCodestream {
      facts.state.note(.damaged)
    }
    return facts
  }

  /// `jp2h` (ISO/IEC 15444-1, I.5.3).
  private mutating func readJP2Header(_ header: Box, in source: inout BufferedSource) throws {
    var model: ColorModel?
    var alpha = false
    var channels: Int?
    for box in try source.boxes(in: header.payload, limit: 64, state: &state) {
      var reader = try source.reader(
        at: box.payload.lowerBound, count: min(box.payload.count, 4096))
      switch box.type {
      case "ihdr":
        guard let height = reader.read(UInt32.self), let width = reader.read(UInt32.self),
          let count = reader.read(UInt16.self), let depth = reader.read(UInt8.self)
        else { continue }
        setSize(PixelSize(width: Int(width), height: Int(height)))
        channels = Int(count)
        // 255 stands for "differs from component to component".
        if depth != 255 { bitsPerSample = Int(depth & 0x7F) + 1 }
      case "colr" where model == nil:
        if reader.peek(UInt8.self, at: 0) == 2 {
          hasICC = true
        } else {
          model = Self.jp2Model(enumerated: reader.peek(UInt32.self, at: 3))
        }
      case "cdef":
        alpha = Self.definesAlpha(&reader)
      default: break
      }
    }
    let guess: ColorModel? = channels.map { $0 - (alpha ? 1 : 0) < 3 ? .gray : .rgb }
    setColors(model ?? guess, alpha: alpha)
  }

  /// EnumCS (ISO/IEC 15444-1, table I.10).
  private static func jp2Model(enumerated: UInt32?) -> ColorModel? {
    switch enumerated {
    case 12: .cmyk
    case 16: .rgb
    case 17: .gray
    case 18: .ycbcr
    default: nil
    }
  }

  /// Whether channel definitions name an opacity channel: type 1, or 2 where premultiplied
  /// (ISO/IEC 15444-1, I.5.3.6).
  private static func definesAlpha(_ reader: inout ByteReader) -> Bool {
    guard let count = reader.read(UInt16.self) else { return false }
    for _ in 0..<count {
      guard reader.skip(2), let type = reader.read(UInt16.self), reader.skip(2) else {
        return false
      }
      if type == 1 || type == 2 { return true }
    }
    return false
  }

  /// The facts of a bare JPEG 2000 codestream: its SIZ marker (ISO/IEC 15444-1, A.5.1).
  static func jp2Codestream(_ source: inout BufferedSource) throws -> HeaderFacts {
    var facts = HeaderFacts(kind: .image(.jp2))
    // Behind SOC, SIZ, its length and capabilities.
    var reader = try source.reader(at: 8, count: 40)
    var numbers: [Int] = []
    while numbers.count < 8, let number = reader.read(UInt32.self) { numbers.append(Int(number)) }
    guard numbers.count == 8, let components = reader.read(UInt16.self),
      let depth = reader.read(UInt8.self)
    else {
      facts.state = .truncated
      return facts
    }
    // The picture starts at an offset in its own grid.
    facts.setSize(
      PixelSize(width: max(0, numbers[0] - numbers[2]), height: max(0, numbers[1] - numbers[3])))
    facts.bitsPerSample = Int(depth & 0x7F) + 1
    facts.setColors(
      components < 3 ? .gray : .rgb, alpha: components == 2 || components == 4)
    return facts
  }
}
