package import Formats

/// What the headers of a file tell of its gain map.
package struct GainMapFacts: Sendable, Equatable {
  /// How the file states what the map means; nil where that can't be told.
  package var form: StoredGainMap.Form?
  /// The map's size in pixels, turned as the picture is; nil where it isn't stated.
  package var size: PixelSize?
  /// How many times as bright as white of a standard picture the brightest places may be, from 1 on.
  package var headroom: Double?
  /// Why the map is of no use; nil for a sound one.
  package var flaw: GainMapFlaw?

  /// Facts of these values.
  package init(
    form: StoredGainMap.Form? = nil, size: PixelSize? = nil, headroom: Double? = nil,
    flaw: GainMapFlaw? = nil
  ) {
    self.form = form
    self.size = size
    self.headroom = headroom
    self.flaw = flaw
  }

  /// The most bytes of a JPEG that is searched for pictures behind the main one.
  private static let mostBytes = 256 << 20

  /// Reads what a file tells of the gain map of its picture; of a JPEG all bytes are looked at.
  ///
  /// - Parameters:
  ///   - source: The file.
  ///   - facts: What its headers say.
  /// - Throws: What the source throws.
  package init?(of source: some ByteSource, _ facts: HeaderFacts) throws {
    guard facts.hasGainMap else { return nil }
    self.init()
    let isTurned: Bool
    switch facts.kind.imageFormat {
    case .jpeg where source.count <= Self.mostBytes:
      isTurned = facts.orientation > 4
      readJPEG(try source.read(at: 0, count: source.count))
    case .heic, .heics, .avif, .avis, .heif:
      guard let heif = facts.heif else { return }
      isTurned = heif.orientation > 4
      readHEIF(source, heif, exif: try PictureMetadata(header: facts, of: source).exif)
    default: return
    }
    if isTurned { size = size.map { PixelSize(width: $0.height, height: $0.width) } }
  }

  private mutating func readJPEG(_ bytes: [UInt8]) {
    do throws(GainMapFlaw) {
      guard let map = try JPEGGainMap.find(in: bytes) else { return }
      take(map.stored)
      size = JPEGSegments(map.bytes)?.size.map { PixelSize(width: $0.width, height: $0.height) }
    } catch { flaw = error }
  }

  private mutating func readHEIF(
    _ source: some ByteSource, _ heif: HEIFStructure, exif: [UInt8]?
  ) {
    do throws(GainMapFlaw) {
      guard let map = try HEIFGainMap.find(in: source, heif, exif: exif) else { return }
      take(map.stored)
      size = heif.gainMaps.first { $0.item == map.item && !$0.size.isEmpty }?.size
    } catch {
      flaw = error
      size = heif.gainMaps.first { !$0.size.isEmpty }?.size
    }
  }

  private mutating func take(_ stored: StoredGainMap) {
    form = stored.form
    headroom = stored.metadata.headroom
  }
}
