extension HeaderFacts {
  /// The facts of a JPEG.
  static func jpeg(_ source: inout BufferedSource) throws -> HeaderFacts {
    var facts = HeaderFacts(kind: .image(.jpeg))
    var walk = JPEGWalk()
    try walk.run(&source)
    let header = walk.header
    facts.state = walk.state
    facts.setOrientation(exif: header.exifOrientation)
    if header.process == nil {
      facts.state.note(.damaged)
    } else {
      facts.setSize(header.size)
      facts.bitsPerSample = header.precision
      facts.setColors(header.colorModel, alpha: false)
      if facts.bands == nil { facts.bands = header.components.count }
    }
    facts.hasICC = header.iccSegments > 0
    try facts.setCompanions(header, in: &source)
    facts.jpeg = header
    if facts.state == .sound, let scan = header.scan,
      try !source.hasEndOfImage(behind: scan)
    {
      facts.state = .truncated
    }
    return facts
  }
}

extension HeaderFacts {
  /// Takes what stands beside the picture, by its header and by Samsung's directory behind it.
  fileprivate mutating func setCompanions(
    _ header: JPEGHeader, in source: inout BufferedSource
  ) throws {
    var kinds = header.companionKinds
    if header.hasGainMap, !kinds.contains(.gainMap), let map = kinds.firstIndex(of: .auxiliary) {
      // The one that nobody says anything of is what the main picture says that there is.
      kinds[map] = .gainMap
    }
    let samsung = try SamsungTrailer.types(in: &source)
    companions = header.companions
    companionKinds = Set(kinds)
    views = kinds.count { $0 == .view }
    hasGainMap = header.hasGainMap || kinds.contains(.gainMap)
    hasDepthMap =
      kinds.contains(.depthMap) || header.claimsDepthItem
      || !samsung.isDisjoint(with: SamsungTrailer.depthMaps)
    hasMotionVideo =
      try samsung.contains(SamsungTrailer.motionPhoto)
      || MotionVideo.isThere(header.videoLengths, in: &source)
  }
}

/// Goes from marker to marker up to the first scan.
private struct JPEGWalk {
  var header = JPEGHeader()
  var state = FileState.sound

  /// Extended XMP of many megabytes has hundreds of segments; more than this are not believed.
  private static let mostSegments = 20_000
  /// How much may stand between two segments where a marker should be.
  private static let mostGarbage = 65_536

  mutating func run(_ source: inout BufferedSource) throws {
    var position = 2
    for _ in 0..<Self.mostSegments {
      guard let marker = try nextMarker(from: &position, in: &source) else {
        state.note(.truncated)
        return
      }
      // Markers without a segment: TEM, RSTn, SOI.
      if marker == 0x01 || (0xD0...0xD8).contains(marker) { continue }
      if marker == 0xD9 {
        state.note(.damaged)
        return
      }
      guard let length = try source.reader(at: position, count: 2).peek(UInt16.self, at: 0) else {
        state.note(.truncated)
        return
      }
      if marker == 0xDA {
        header.scan = position - 2
        return
      }
      if length < 2 {
        // Decoders give up here; what was read so far may still be of use.
        state.note(.damaged)
        return
      }
      let payload = position + 2..<position + Int(length)
      try read(marker, payload, in: &source)
      position = payload.upperBound
    }
    state.note(.damaged)
  }

  /// The next marker's second byte, past fill bytes and, as decoders do it, past garbage.
  private func nextMarker(
    from position: inout Int, in source: inout BufferedSource
  ) throws -> UInt8? {
    let limit = position + Self.mostGarbage
    var isFill = false
    while position < limit {
      guard let byte = try source.bytes(at: position, count: 1).first else { return nil }
      position += 1
      if byte == 0xFF {
        isFill = true
      } else if isFill, byte != 0 {
        return byte
      } else {
        isFill = false
      }
    }
    return nil
  }

  private mutating func read(
    _ marker: UInt8, _ payload: Range<Int>, in source: inout BufferedSource
  ) throws {
    switch marker {
    case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF, 0xF7:
      if header.process == nil {
        readFrame(marker, try source.reader(at: payload.lowerBound, count: payload.count))
      }
    case 0xDB: readTables(try source.reader(at: payload.lowerBound, count: payload.count))
    case 0xE0:
      if try source.starts(with: "JFIF\0", at: payload) { header.isJFIF = true }
    case 0xE1: try readApplication1(payload, in: &source)
    case 0xE2: try readApplication2(payload, in: &source)
    case 0xEE:
      // Adobe Technical Note 5116: the transform is the last of 12 bytes.
      if try source.starts(with: "Adobe", at: payload) {
        header.adobeTransform = try source.bytes(at: payload.lowerBound + 11, count: 1).first
      }
    default: break
    }
  }

  /// A frame header (ISO/IEC 10918-1, B.2.2).
  private mutating func readFrame(_ marker: UInt8, _ reader: ByteReader) {
    var reader = reader
    guard let precision = reader.read(UInt8.self), let height = reader.read(UInt16.self),
      let width = reader.read(UInt16.self), let count = reader.read(UInt8.self)
    else {
      state.note(.damaged)
      return
    }
    for _ in 0..<count {
      guard let id = reader.read(UInt8.self), let sampling = reader.read(UInt8.self),
        let table = reader.read(UInt8.self)
      else {
        state.note(.damaged)
        break
      }
      header.components.append(
        .init(
          id: id, horizontalSampling: Int(sampling >> 4), verticalSampling: Int(sampling & 15),
          quantization: Int(table)))
    }
    header.process =
      switch marker {
      case 0xC0: .baseline
      case 0xC1, 0xC9: .extended
      case 0xC2, 0xCA: .progressive
      case 0xC3, 0xCB: .lossless
      case 0xF7: .nearLossless
      default: .hierarchical
      }
    header.isArithmetic = (0xC9...0xCF).contains(marker)
    header.precision = Int(precision)
    header.size = PixelSize(width: Int(width), height: Int(height))
  }

  /// Quantisation tables (ISO/IEC 10918-1, B.2.4.1).
  private mutating func readTables(_ reader: ByteReader) {
    var reader = reader
    while let head = reader.read(UInt8.self) {
      var table: [Int] = []
      for _ in 0..<64 {
        guard
          let value = head >> 4 == 0
            ? reader.read(UInt8.self).map({ Int($0) }) : reader.read(UInt16.self).map({ Int($0) })
        else { return }
        table.append(value)
      }
      header.quantization[Int(head & 15)] = table
    }
  }

  /// APP1: EXIF (Exif 2.32, 4.7.2), XMP (part 3, 1.1.3).
  private mutating func readApplication1(
    _ payload: Range<Int>, in source: inout BufferedSource
  ) throws {
    let data = try source.bytes(at: payload.lowerBound, count: payload.count)
    if data.starts(with: TIFFReader.exifPrefix) {
      header.exifOrientation = header.exifOrientation ?? TIFFReader(exif: data)?.orientation
    } else if data.starts(with: "http://ns.adobe.com/xap/1.0/\0".utf8) {
      readXMP(XMPGlance(data))
    }
  }

  /// What XMP says of further pictures and videos in the file.
  private mutating func readXMP(_ xmp: XMPGlance) {
    typealias Namespace = XMPGlance.Namespace
    if xmp.states("Version", in: Namespace.gainMap)
      || xmp.values(of: "Semantic", in: Namespace.item).contains("GainMap")
    {
      header.hasGainMap = true
    }
    header.claimsDepthItem =
      header.claimsDepthItem || xmp.states("", in: Namespace.dynamicDepthMap)
    header.videoLengths += MotionVideo.lengths(xmp)
  }

  /// APP2: ICC (ICC.1, B.4), MPF (CIPA DC-007, 5.2), gain map (ISO 21496-1, C.2).
  private mutating func readApplication2(
    _ payload: Range<Int>, in source: inout BufferedSource
  ) throws {
    if try source.starts(with: "ICC_PROFILE\0", at: payload) { header.iccSegments += 1 }
    if try source.starts(with: "urn:iso:std:iso:ts:21496:-1\0", at: payload) {
      header.hasGainMap = true
    }
    guard try source.starts(with: "MPF\0", at: payload) else { return }
    let data = try source.bytes(at: payload.lowerBound, count: payload.count)
    header.companionKinds = try Companion.all(
      listedIn: data.dropFirst(4), at: payload.lowerBound + 4, of: &source)
    header.companions = header.companionKinds.count
  }
}

extension BufferedSource {
  /// Whether a range starts with a text.
  mutating func starts(with text: String, at range: Range<Int>) throws -> Bool {
    let wanted = Array(text.utf8)
    return try range.count >= wanted.count
      && bytes(at: range.lowerBound, count: wanted.count).elementsEqual(wanted)
  }

  /// Whether an EOI marker follows the first scan: looked for at the end, where it usually is, and
  /// only where it isn't there, in the whole of the coded data.
  fileprivate mutating func hasEndOfImage(behind scan: Int) throws -> Bool {
    let tail = max(scan, count - 4096)
    if try bytes(at: tail, count: count - tail).containsEndOfImage { return true }
    var position = scan
    let end = min(tail, scan.saturatingSum(Self.longestSearch))
    while position < end {
      // One byte more, for a marker that lies across the seam.
      let part = try bytes(at: position, count: min(65_536, end - position + 1))
      if part.containsEndOfImage { return true }
      position += max(1, part.count - 1)
    }
    // What wasn't searched is not called cut.
    return end < tail
  }

  private static var longestSearch: Int { 64 << 20 }
}

extension ArraySlice<UInt8> {
  /// Whether the two bytes of an EOI marker stand somewhere; coded data never hold them.
  fileprivate var containsEndOfImage: Bool {
    var wasMarker = false
    for byte in self {
      if wasMarker, byte == 0xD9 { return true }
      wasMarker = byte == 0xFF
    }
    return false
  }
}
