extension HEIFStructure {
  /// What a `mini` box says, which stands for `meta` in a small HEIF.
  ///
  /// ISO/IEC 23008-12, amendment 2: low-overhead image file format. The brand, the minor version
  /// of `ftyp`, names the codec.
  init(mini box: Box, brand: FourCC, in source: inout BufferedSource) throws {
    isMini = true
    if box.isCut { state.note(.truncated) }
    var bits = BitReader(
      try source.bytes(at: box.payload.lowerBound, count: min(64, box.payload.count)),
      order: .mostSignificantFirst)
    guard let header = MiniHeader(&bits) else {
      state.note(.damaged)
      return
    }
    pictures = 1
    storedSize = header.size
    displayedSize = header.size.upright(from: header.orientation)
    transforms = header.transforms
    bitsPerSample = header.bits
    chroma = header.chroma
    colorChannels = header.chroma == .monochrome ? 1 : 3
    hasAlpha = header.hasAlpha
    isPremultiplied = header.isPremultiplied
    hasGainMap = header.hasGainMap
    if let type = header.codecType {
      primaryType = type
    } else if case .heif(let codec, _)? = BrandMeaning(brand) {
      primaryType = codec == .av1 ? "av01" : codec == .hevc ? "hvc1" : nil
    }
    codec = primaryType.flatMap(PictureCodec.init)
    hasICC = header.hasICC
  }
}

/// The first fields of a `mini` box, bit by bit.
private struct MiniHeader {
  var size: PixelSize
  var orientation: Int
  var chroma: ChromaFormat?
  var bits: Int
  var hasAlpha, hasGainMap, hasICC: Bool
  var isPremultiplied = false
  var codecType: FourCC?

  init?(_ reader: inout BitReader) {
    guard reader.read(2) == 0, let isExplicit = reader.flag(), let isFloat = reader.flag(),
      reader.flag() != nil, let hasAlpha = reader.flag(), let hasColor = reader.flag(),
      let hasGainMap = reader.flag(), let hasICC = reader.flag(), reader.read(2) != nil,
      let subsampling = reader.read(2), let orientation = reader.read(3),
      let isLarge = reader.flag(), let width = reader.read(isLarge ? 15 : 7),
      let height = reader.read(isLarge ? 15 : 7),
      reader.read(subsampling == 1 ? 2 : subsampling == 2 ? 1 : 0) != nil,
      let bits = Self.depth(&reader, isFloat: isFloat)
    else { return nil }
    size = PixelSize(width: width + 1, height: height + 1)
    self.orientation = orientation + 1
    chroma = ChromaFormat(idc: UInt8(subsampling))
    self.bits = bits
    (self.hasAlpha, self.hasGainMap, self.hasICC) = (hasAlpha, hasGainMap, hasICC)
    if hasAlpha {
      guard let flag = reader.flag() else { return nil }
      isPremultiplied = flag
    }
    guard reader.read(hasColor ? 24 : 0) != nil else { return nil }
    if isExplicit {
      guard let type = reader.read(32) else { return nil }
      codecType = FourCC(rawValue: UInt32(type))
    }
  }

  /// Bits of a sample: 16, 32, 64 or 128 for floating point, else 8 to 16.
  private static func depth(_ reader: inout BitReader, isFloat: Bool) -> Int? {
    if isFloat { return reader.read(2).map { 1 << ($0 + 4) } }
    guard let isHigh = reader.flag() else { return nil }
    return isHigh ? reader.read(3).map { $0 + 9 } : 8
  }

  /// The orientation as HEIF's own transforms, in the order in which they are applied.
  var transforms: [HEIFTransform] {
    switch orientation {
    case 2: [.mirror(horizontalAxis: false)]
    case 3: [.rotation(2)]
    case 4: [.mirror(horizontalAxis: true)]
    case 5: [.rotation(1), .mirror(horizontalAxis: true)]
    case 6: [.rotation(3)]
    case 7: [.rotation(3), .mirror(horizontalAxis: true)]
    case 8: [.rotation(1)]
    default: []
    }
  }
}
