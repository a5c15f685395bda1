import Formats

/// Metadata of JPEG files.
package enum JPEGMetadata {
  /// The metadata in the segments before the first scan.
  ///
  /// - Returns: What is there; empty, with a warning, where the bytes are no JPEG.
  package static func read(_ bytes: [UInt8]) -> Warned<PictureMetadata> {
    guard let file = JPEGSegments(bytes) else {
      return Warned(PictureMetadata(), [.containerDamaged])
    }
    return read(file)
  }

  /// The metadata in the segments of a JPEG.
  package static func read(_ file: JPEGSegments) -> Warned<PictureMetadata> {
    var collector = JPEGMetadataCollector()
    for segment in file.segments { collector.add(segment) }
    var result = collector.finished()
    if !file.reachesScan { result.warn(.containerDamaged) }
    return result
  }
}

/// Gathers metadata from segments, some of which only make sense together.
private struct JPEGMetadataCollector {
  private var result = Warned(PictureMetadata())
  private var exif: [[UInt8]] = []
  private var extendedXMP: [ArraySlice<UInt8>] = []
  private var icc: [ArraySlice<UInt8>] = []
  private var photoshop: [UInt8] = []

  mutating func add(_ segment: JPEGSegment) {
    let kind = JPEGSegmentKind(segment)
    let body = segment.payload.dropFirst(kind.prefix.count)
    switch kind {
    case .jfif: addDensity(body)
    case .exif: addEXIF(body)
    case .xmp: addXMP(body)
    case .extendedXMP: extendedXMP.append(body)
    case .icc: icc.append(body)
    case .photoshop: photoshop += body
    case .comment: result.value.comments.append(Array(body))
    case .other: result.value.otherSegments.append(JPEGSegment(segment.marker, segment.payload))
    case .adobe, .boundToPixels, .structure: break
    }
  }

  mutating func finished() -> Warned<PictureMetadata> {
    result.value.exif = exif.first
    if exif.count > 1 { result.warn(.duplicate) }
    result.value.icc = result.take(JPEGICCChunks.joined(icc))
    result.warn(result.value.addPhotoshopBlock(photoshop))
    joinXMP()
    return result
  }

  /// JFIF's version (2 bytes), unit (1), densities (2 each) (ITU-T T.871, 10.1).
  private mutating func addDensity(_ body: ArraySlice<UInt8>) {
    let reader = ByteReader(body)
    guard result.value.density == nil, let unit = reader.peek(UInt8.self, at: 2),
      let x = reader.peek(UInt16.self, at: 3), let y = reader.peek(UInt16.self, at: 5)
    else { return }
    let units: [PixelDensity.Unit] = [.none, .inch, .centimetre]
    guard Int(unit) < units.count else { return }
    result.value.density = PixelDensity(x: UInt32(x), y: UInt32(y), unit: units[Int(unit)])
  }

  /// A block that fills more than one segment goes on in one that starts with no TIFF header.
  private mutating func addEXIF(_ body: ArraySlice<UInt8>) {
    if TIFFHeader(body) == nil, let last = exif.popLast() {
      exif.append(last + body)
    } else {
      exif.append(Array(body))
    }
  }

  private mutating func addXMP(_ body: ArraySlice<UInt8>) {
    guard result.value.xmp == nil else { return result.warn(.duplicate) }
    result.value.xmp = Array(body)
  }

  private mutating func joinXMP() {
    guard let main = result.value.xmp, let identifier = ExtendedXMP.identifier(in: main) else {
      if !extendedXMP.isEmpty { result.warn(.xmpIncomplete) }
      return
    }
    if let extended = JPEGExtendedXMPChunks.joined(extendedXMP, identifier: identifier),
      let joined = ExtendedXMP.joined(main, extended)
    {
      result.value.xmp = joined
    } else {
      result.value.xmp = ExtendedXMP.withoutReference(main)
      result.warn(.xmpIncomplete)
    }
  }
}
