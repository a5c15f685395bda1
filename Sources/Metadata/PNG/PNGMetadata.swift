import Formats
import Zlib

/// Metadata of PNG files.
package enum PNGMetadata {
  /// The most bytes that a compressed profile may have.
  static let profileLimit = 16 << 20
  /// The keyword of the text that holds XMP (XMP part 3, 1.1.5).
  static let xmpKeyword = "XML:com.adobe.xmp"
  /// The keyword of a comment.
  static let commentKeyword = "Comment"

  /// The metadata in the chunks; those with a wrong checksum are left out, with a warning.
  ///
  /// - Returns: What is there; empty, with a warning, where the bytes are no PNG.
  package static func read(_ bytes: [UInt8]) -> Warned<PictureMetadata> {
    guard let file = PNGChunks(bytes) else {
      return Warned(PictureMetadata(), [.containerDamaged])
    }
    var collector = PNGMetadataCollector()
    for chunk in file.chunks { collector.add(chunk) }
    var result = collector.finished()
    if !file.isWhole { result.warn(.containerDamaged) }
    return result
  }

  /// EXIF and the profile alone, in whichever chunk they stand; no other text is inflated.
  ///
  /// - Returns: What is there; nothing where the bytes are no PNG.
  package static func readHeader(_ bytes: [UInt8]) -> PictureMetadata {
    guard let file = PNGChunks(bytes) else { return PictureMetadata() }
    var collector = PNGMetadataCollector()
    for chunk in file.chunks where isOfHeader(chunk.kind, chunk.data) { collector.add(chunk) }
    return collector.finished().value
  }

  /// Whether a chunk may hold EXIF or a profile, as its type and the start of its data say.
  static func isOfHeader(_ kind: PNGChunk.Kind, _ data: ArraySlice<UInt8>) -> Bool {
    if kind == .exif || kind == .icc { return true }
    guard PNGChunk.Kind.texts.contains(kind),
      let keyword = PNGText.keyword(in: data.prefix(PNGText.mostHeading))
    else { return false }
    return PNGRawProfile.Kind(keyword: keyword).map { $0 != .xmp && $0 != .iptc } ?? false
  }
}

/// Gathers metadata from chunks.
private struct PNGMetadataCollector {
  private var result = Warned(PictureMetadata())
  /// What older programs wrote as texts counts only where the proper chunk is missing: it is inflated
  /// last, and no more of it than is needed.
  private var rawProfiles: [PNGRawProfile.Kind: [PNGChunk]] = [:]
  private var budget = InflateBudget()
  private var textCount = 0

  /// The most raw profiles of one name that are kept, of which the first good one is read.
  private static let mostRawProfiles = 4
  private static let handled = Set(
    [.exif, .icc, .density] + PNGChunk.Kind.texts + PNGChunk.Kind.dynamicRange)

  mutating func add(_ chunk: PNGChunk) {
    guard Self.handled.contains(chunk.kind) else { return }
    let isText = PNGChunk.Kind.texts.contains(chunk.kind)
    if isText, textCount >= PNGMetadata.mostTexts { return result.warn(.textDamaged) }
    guard chunk.isWhole else {
      result.warn(
        chunk.kind == .exif ? .exifDamaged : chunk.kind == .icc ? .iccDamaged : .textDamaged)
      return
    }
    switch chunk.kind {
    case .exif: keep(\.exif) { _ in EXIFBlock.normalised(chunk.data) }
    case .icc: keep(\.icc) { $0.take(Self.profile(chunk.data)) }
    case .density: addDensity(chunk.data)
    case let kind where PNGChunk.Kind.dynamicRange.contains(kind):
      result.value.colourChunks.append(PNGChunk(kind, Array(chunk.data)))
    default: addText(chunk)
    }
  }

  mutating func finished() -> Warned<PictureMetadata> {
    var older = PictureMetadata()
    for kind in PNGRawProfile.Kind.allCases {
      for chunk in rawProfiles[kind] ?? [] where isNeeded(kind, beside: older) {
        guard let text = PNGText(chunk, &budget), let bytes = PNGRawProfile.decode(text.text) else {
          result.warn(.textDamaged)
          continue
        }
        result.warn(older.addRawProfile(bytes, kind))
      }
    }
    result.value.exif = result.value.exif ?? older.exif
    result.value.xmp = result.value.xmp ?? older.xmp
    result.value.icc = result.value.icc ?? older.icc
    result.value.iptc = older.iptc
    result.value.photoshop = older.photoshop
    return result
  }

  /// Whether a raw profile of a kind would say something that nothing has said so far.
  private func isNeeded(_ kind: PNGRawProfile.Kind, beside older: PictureMetadata) -> Bool {
    switch kind {
    case .exif: result.value.exif == nil && older.exif == nil
    case .app1: isNeeded(.exif, beside: older) || isNeeded(.xmp, beside: older)
    case .xmp: result.value.xmp == nil && older.xmp == nil
    case .icc: result.value.icc == nil && older.icc == nil
    case .iptc: older.iptc == nil && older.photoshop.isEmpty
    }
  }

  /// Keeps the first part of a kind; others are not even opened.
  private mutating func keep(
    _ part: WritableKeyPath<PictureMetadata, [UInt8]?>,
    _ read: (inout Warned<PictureMetadata>) -> [UInt8]?
  ) {
    guard result.value[keyPath: part] == nil else { return result.warn(.duplicate) }
    if let bytes = read(&result) { result.value[keyPath: part] = bytes }
  }

  /// A name, the method, of which there is one, and the compressed profile (11.3.2.3).
  private static func profile(_ data: ArraySlice<UInt8>) -> Warned<[UInt8]?> {
    guard let end = data.firstIndex(of: 0), data[end...].dropFirst().first == 0,
      let profile = try? Zlib.inflate(
        Array(data[end...].dropFirst(2)), limit: PNGMetadata.profileLimit)
    else { return Warned(nil, [.iccDamaged]) }
    return ICCProfile.checked(profile)
  }

  /// Pixels a unit along both axes, and the unit: 0 for none, 1 for metre (11.3.4.3).
  private mutating func addDensity(_ data: ArraySlice<UInt8>) {
    var reader = ByteReader(data)
    guard let x = reader.read(UInt32.self), let y = reader.read(UInt32.self),
      let unit = reader.read(UInt8.self)
    else { return }
    result.value.density = PixelDensity(x: x, y: y, unit: unit == 1 ? .metre : .none)
  }

  private mutating func addText(_ chunk: PNGChunk) {
    textCount += 1
    let keyword = PNGText.keyword(of: chunk)
    if keyword == PNGMetadata.xmpKeyword, result.value.xmp != nil { return result.warn(.duplicate) }
    if let kind = keyword.flatMap(PNGRawProfile.Kind.init) {
      guard rawProfiles[kind, default: []].count < Self.mostRawProfiles else {
        return result.warn(.textDamaged)
      }
      rawProfiles[kind, default: []].append(chunk)
      return
    }
    guard let text = PNGText(chunk, &budget) else { return result.warn(.textDamaged) }
    if text.keyword == PNGMetadata.xmpKeyword {
      result.value.xmp = text.text
    } else if text.keyword == PNGMetadata.commentKeyword {
      result.value.comments.append(text.unicode)
    } else {
      result.value.texts.append(text)
    }
  }
}

extension PictureMetadata {
  /// Takes in what a raw profile of a kind holds.
  fileprivate mutating func addRawProfile(
    _ bytes: [UInt8], _ kind: PNGRawProfile.Kind
  ) -> [MetadataWarning] {
    switch kind {
    case .exif, .app1:
      let prefix = JPEGSegmentKind.xmp.prefix
      if bytes.starts(with: prefix) {
        xmp = xmp ?? Array(bytes.dropFirst(prefix.count))
      } else {
        exif = exif ?? EXIFBlock.normalised(bytes[...])
      }
    case .xmp: xmp = bytes
    case .icc:
      let checked = ICCProfile.checked(bytes)
      icc = checked.value
      return checked.warnings
    case .iptc:
      guard bytes.first == IPTCDataSet.marker else {
        let prefix = JPEGSegmentKind.photoshop.prefix
        return addPhotoshopBlock(
          bytes.starts(with: prefix) ? bytes.dropFirst(prefix.count) : bytes[...])
      }
      iptc = bytes
    }
    return []
  }
}
