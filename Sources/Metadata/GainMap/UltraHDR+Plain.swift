internal import Formats

extension UltraHDR {
  /// What of a file with a gain map says nothing but that, byte for byte as `assemble` writes it.
  struct Plain {
    /// The packet that the main picture has where its XMP says nothing else.
    var claim: [UInt8]
  }

  /// The parts of a file that was assembled here; nil where the index, a segment of ISO 21496-1 or anything
  /// behind the main picture is otherwise than it would be written, so that it may tell anything.
  static func plain(_ bytes: [UInt8]) -> Plain? {
    guard let file = JPEGSegments(bytes), let found = try? JPEGGainMap.find(in: bytes) else {
      return nil
    }
    let end = file.pictureEnd
    let map = Array(bytes[end...])
    let indexes = file.segments.filter(\.isIndex)
    guard found.bytes.startIndex == end, indexes.count == 1,
      (try? described(map, found.stored.metadata, found.profile)) == map
    else { return nil }
    let isKnown = file.segments.allSatisfy { segment in
      if segment.isOfGainMap {
        return segment.payload.dropFirst(JPEGGainMap.isoPrefix.count)
          .elementsEqual(GainMapMetadata.isoVersion)
      }
      guard segment.isIndex else { return true }
      let header = segment.payload.startIndex + MultiPictureIndex.prefix.count
      return segment.payload.elementsEqual(
        index(base: end, map: map.count, distance: end - header).payload)
    }
    return isKnown ? Plain(claim: UltraHDRClaim(mapSize: map.count).packet) : nil
  }
}
