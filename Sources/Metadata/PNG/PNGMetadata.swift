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
}

/// Gathers metadata from chunks.
private struct PNGMetadataCollector {
  private var result = Warned(PictureMetadata())
  /// What older programs wrote as texts counts only where the proper chunk is missing.
  private var older = PictureMetadata()

  mutating func add(_ chunk: PNGChunk) {
    let handled: [PNGChunk.Kind] =
      [.exif, .icc, .density] + PNGChunk.Kind.texts + PNGChunk.Kind.dynamicRange
    guard handled.contains(chunk.kind) else { return }
    guard chunk.isWhole else {
      result.warn(
        chunk.kind == .exif ? .exifDamaged : chunk.kind == .icc ? .iccDamaged : .textDamaged)
      return
    }
    switch chunk.kind {
    case .exif: keep(EXIFBlock.normalised(chunk.data), as: \.exif)
    case .icc: keep(result.take(Self.profile(chunk.data)), as: \.icc)
    case .density: addDensity(chunk.data)
    case let kind where PNGChunk.Kind.dynamicRange.contains(kind):
      result.value.colourChunks.append(PNGChunk(kind, Array(chunk.data)))
    default:
      guard let text = PNGText(chunk) else { return result.warn(.textDamaged) }
      add(text)
    }
  }

  mutating func finished() -> Warned<PictureMetadata> {
    result.value.exif = result.value.exif ?? older.exif
    result.value.xmp = result.value.xmp ?? older.xmp
    result.value.icc = result.value.icc ?? older.icc
    result.value.iptc = older.iptc
    result.value.photoshop = older.photoshop
    return result
  }

  private mutating func keep(
    _ bytes: [UInt8]?, as part: WritableKeyPath<PictureMetadata, [UInt8]?>
  ) {
    guard let bytes else { return }
    guard result.value[keyPath: part] == nil else { return result.warn(.duplicate) }
    result.value[keyPath: part] = bytes
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

  private mutating func add(_ text: PNGText) {
    if text.keyword == PNGMetadata.xmpKeyword {
      keep(text.text, as: \.xmp)
    } else if text.keyword.hasPrefix(PNGRawProfile.prefix) {
      addRawProfile(text)
    } else if text.keyword == PNGMetadata.commentKeyword {
      result.value.comments.append(
        text.isUnicode ? text.text : Array(String(latin1: text.text).utf8))
    } else {
      result.value.texts.append(text)
    }
  }

  private mutating func addRawProfile(_ text: PNGText) {
    guard let bytes = PNGRawProfile.decode(text.text) else { return result.warn(.textDamaged) }
    switch text.keyword.dropFirst(PNGRawProfile.prefix.count).lowercased() {
    case "exif", "app1":
      let xmp = JPEGSegmentKind.xmp.prefix
      if bytes.starts(with: xmp) {
        older.xmp = Array(bytes.dropFirst(xmp.count))
      } else {
        older.exif = EXIFBlock.normalised(bytes[...])
      }
    case "xmp": older.xmp = bytes
    case "icc", "icm": older.icc = result.take(ICCProfile.checked(bytes))
    case "iptc", "8bim":
      if bytes.first == IPTCDataSet.marker {
        older.iptc = bytes
      } else {
        let prefix = JPEGSegmentKind.photoshop.prefix
        let block = bytes.starts(with: prefix) ? bytes.dropFirst(prefix.count) : bytes[...]
        result.warn(older.addPhotoshopBlock(block))
      }
    default: result.value.texts.append(text)
    }
  }
}
