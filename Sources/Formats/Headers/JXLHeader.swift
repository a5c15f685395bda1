extension HeaderFacts {
  /// The facts of JPEG XL in its container (ISO/IEC 18181-2).
  static func jxlContainer(_ source: inout BufferedSource) throws -> HeaderFacts {
    var facts = HeaderFacts(kind: .image(.jxl))
    var codestream: ArraySlice<UInt8>?
    var walker = BoxWalker(12..<source.count, limit: 1024)
    while let box = try walker.next(in: &source) {
      let start = box.payload.lowerBound
      switch box.type {
      case "jxlc" where codestream == nil:
        codestream = try source.bytes(at: start, count: min(box.payload.count, 4096))
      case "jxlp" where codestream == nil:
        // Its place among the parts comes first.
        codestream = try source.bytes(at: start + 4, count: min(box.payload.count - 4, 4096))
      case "Exif":
        let data = try source.bytes(at: start + 4, count: min(box.payload.count - 4, 65_536))
        facts.exifOrientation = TIFFReader(exif: data)?.orientation
      default: break
      }
    }
    facts.state.note(walker.state)
    if let codestream {
      facts.readCodestream(codestream)
    } else {
      facts.state.note(.truncated)
    }
    return facts
  }

  /// The facts of a bare JPEG XL codestream.
  static func jxlCodestream(_ source: inout BufferedSource) throws -> HeaderFacts {
    var facts = HeaderFacts(kind: .image(.jxl))
    facts.readCodestream(try source.bytes(at: 0, count: 4096))
    // Two bytes prove little: what follows must make sense.
    return facts.storedSize.isEmpty ? HeaderFacts(kind: .unknown) : facts
  }

  private mutating func readCodestream(_ bytes: ArraySlice<UInt8>) {
    guard bytes.starts(with: [0xFF, 0x0A]), let header = JXLHeader(bytes.dropFirst(2)) else {
      state.note(.damaged)
      return
    }
    setSize(header.size)
    // Decoders turn the picture themselves.
    codedOrientation = header.orientation
    displayedSize = header.size.upright(from: header.orientation)
    bitsPerSample = header.bits
    isAnimated = header.isAnimated
    hasICC = header.hasICC
    setColors(header.isGray ? .gray : .rgb, alpha: header.hasAlpha)
  }
}
