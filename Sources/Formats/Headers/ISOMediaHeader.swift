extension HeaderFacts {
  /// The facts of HEIF and its relatives; nil for what is no ISO base media file.
  static func isoMedia(_ source: inout BufferedSource) throws -> HeaderFacts? {
    guard let file = try ISOFile(&source) else { return nil }
    let contents = try ISOContents(file, in: &source)
    // A name in the right place is all there is: any bytes may look so.
    if contents.kind == .unknown { return nil }
    var facts = HeaderFacts(kind: contents.kind)
    facts.state = contents.state
    if let heif = contents.heif {
      try facts.take(heif, in: &source)
    } else if let film = contents.film {
      facts.take(film)
    }
    return facts
  }

  mutating func take(_ heif: HEIFStructure, in source: inout BufferedSource) throws {
    self.heif = heif
    let isSequence = kind == .image(.heics) || kind == .image(.avis)
    if let sequence = heif.sequence, isSequence || heif.storedSize.isEmpty {
      take(sequence)
      hasAlpha = sequence.hasAuxiliary || heif.hasAlpha
      isAnimated = pictures > 1
    } else {
      storedSize = heif.storedSize
      displayedSize = heif.displayedSize
      bitsPerSample = heif.bitsPerSample
      codec = heif.codec?.rawValue
      hasAlpha = heif.hasAlpha
      pictures = max(1, heif.pictures)
    }
    let channels = heif.colorChannels
    let chroma = heif.chroma ?? heif.sequence?.chroma
    let isGray = chroma == .monochrome || channels == 1
    let isRGB = heif.nclx.map { $0.matrix == 0 } ?? (codec == PictureCodec.uncompressed.rawValue)
    setColors(isGray ? .gray : isRGB ? .rgb : .ycbcr, alpha: hasAlpha)
    hasICC = heif.hasICC
    hasGainMap = heif.hasGainMap
    hasDepthMap = heif.hasDepthMap
    hasMotionVideo = heif.hasMotionVideo
    if heif.hasOtherAuxiliaries { companionKinds.insert(.auxiliary) }
    exifOrientation = try Self.exifOrientation(heif.exif, in: &source)
  }

  private mutating func take(_ film: ImageSequence) {
    storedSize = film.storedSize
    displayedSize = film.displayedSize
    bitsPerSample = film.bitsPerSample
    codec = film.codec?.rawValue
    pictures = max(1, film.frames)
  }

  /// The Orientation of an EXIF item, whose first 4 bytes say where the TIFF header is
  /// (ISO/IEC 23008-12, A.2.1).
  private static func exifOrientation(
    _ ranges: [Range<Int>], in source: inout BufferedSource
  ) throws -> Int? {
    var data: [UInt8] = []
    for range in ranges where data.count < 4096 {
      data += try source.bytes(at: range.lowerBound, count: min(range.count, 4096 - data.count))
    }
    guard let skipped = ByteReader(data).peek(UInt32.self, at: 0), skipped < 4096 else {
      return nil
    }
    return TIFFReader(exif: data.dropFirst(4 + Int(skipped)))?.orientation
  }
}
