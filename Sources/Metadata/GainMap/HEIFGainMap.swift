package import Formats

/// The gain map of a picture of a HEIF or AVIF file.
package struct HEIFGainMap: Sendable {
  /// The number of the item that holds the map's samples: a coded picture or a grid.
  package var item: UInt32
  /// What its samples mean.
  package var stored: StoredGainMap
  /// The profile of the rendition that the map makes, whose primaries gains are meant for where `metadata`
  /// doesn't use the base's; nil where there is none.
  package var profile: [UInt8]?
  /// The codes of that rendition's colours; nil where there are none.
  package var colours: HEIFColor?

  /// The most bytes of a packet, of a profile and of a payload that are read.
  private static let mostBytes = 1 << 20

  /// Looks for the gain map of the picture that a structure is about.
  ///
  /// A tone map of ISO 21496-1 counts before an auxiliary picture, which older readers find in the same file.
  ///
  /// - Parameters:
  ///   - source: The file; only what is said about the map is read.
  ///   - heif: Its boxes.
  ///   - exif: The EXIF block of the picture, whose maker note tells the headroom of Apple's older maps.
  /// - Returns: The map; nil where there is none.
  /// - Throws: Why one that is there can't be used.
  package static func find(
    in source: some ByteSource, _ heif: HEIFStructure, exif: [UInt8]?
  ) throws(GainMapFlaw) -> HEIFGainMap? {
    var flaw: GainMapFlaw?
    for place in heif.gainMaps {
      do throws(GainMapFlaw) {
        let stored = try stored(place, source, exif)
        let profile = place.icc.map { bytes([$0], of: source) }
        return HEIFGainMap(
          item: place.item, stored: stored,
          profile: profile.flatMap { ICCProfile.checked($0).value }, colours: place.nclx)
      } catch { if flaw == nil || flaw == .metadataMissing { flaw = error } }
    }
    if let flaw { throw flaw }
    return nil
  }

  private static func stored(
    _ place: HEIFGainMapItem, _ source: some ByteSource, _ exif: [UInt8]?
  ) throws(GainMapFlaw) -> StoredGainMap {
    switch place.relation {
    case .toneMap:
      let payload = bytes(place.payload, of: source)
      return StoredGainMap(form: .iso, metadata: try GainMapMetadata(toneMap: payload[...]))
    case .auxiliary(let type):
      let packet = XMPPacket.normalised(bytes(place.xmp, of: source)[...])
      let xmp = packet.flatMap { try? XMPDocument($0) }
      // Samsung's, and that of other cameras; Apple's has properties of its own.
      if let xmp, GainMapMetadata.isStated(in: xmp) {
        return StoredGainMap(form: .xmp, metadata: try GainMapMetadata(xmp))
      }
      guard type == AppleGainMap.type else { throw .metadataMissing }
      return try AppleGainMap.stored(xmp: xmp, exif: exif)
    }
  }

  /// The bytes of an item; what lies past the file, or is more than such an item ever has, is left out.
  private static func bytes(_ ranges: [Range<Int>], of source: some ByteSource) -> [UInt8] {
    var bytes: [UInt8] = []
    for range in ranges where bytes.count < mostBytes {
      let count = min(range.count, mostBytes - bytes.count)
      bytes += (try? source.read(at: range.lowerBound, count: count)) ?? []
    }
    return bytes
  }
}
