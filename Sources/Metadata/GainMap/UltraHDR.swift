internal import Formats

/// JPEG files of a standard picture and a gain map behind it (Android, Ultra HDR Image Format 1.1; ISO 21496-1,
/// annex C; CIPA DC-007).
package enum UltraHDR {
  /// A JPEG of a picture and its gain map.
  ///
  /// The picture keeps what it says; what it says of further pictures and videos of its file gives way to a
  /// list of these two. Nothing that the map's JPEG says is kept but how its colours are coded.
  ///
  /// - Parameters:
  ///   - base: A JPEG with its metadata; what follows its end is left out.
  ///   - map: The map's JPEG, of one or three channels.
  ///   - metadata: What the map's samples mean.
  ///   - profile: The profile for the map's picture, which tells the colours that gains are meant for where
  ///     `metadata` doesn't use the base's.
  /// - Returns: The file. Where the picture's XMP can't be read or added to, it stays as it is, and the map is
  ///   announced by ISO 21496-1 and the index alone.
  /// - Throws: `notOfFormat` where one of the two is no JPEG, `tooLarge` where sizes need more than 32 bits.
  package static func assemble(
    base: [UInt8], map: [UInt8], metadata: GainMapMetadata, profile: [UInt8]? = nil
  ) throws(MetadataError) -> [UInt8] {
    guard var file = JPEGSegments(base), file.reachesScan else { throw .notOfFormat("JPEG") }
    let second = try described(map, metadata, profile)
    let xmp = UltraHDRClaim(mapSize: second.count).segments(in: file)
    file.rest = file.rest[..<file.pictureEnd]
    file.segments.removeAll { segment in
      let kind = JPEGSegmentKind(segment)
      return segment.isOfGainMap || segment.isIndex || kind == .xmp || kind == .extendedXMP
    }
    let announced = JPEGSegment(
      JPEGMarker.application(2), JPEGGainMap.isoPrefix + GainMapMetadata.isoVersion)
    let index = JPEGSegment(JPEGMarker.application(2), index(base: 0, map: 0, distance: 0).payload)
    file.insert(xmp, announced, index)
    var result = file.bytes
    // Offsets count from the TIFF header, behind marker, length and name.
    let header = file.offset(of: index) + 4 + MultiPictureIndex.prefix.count
    guard max(result.count, second.count) <= Int(UInt32.max) else { throw .tooLarge("JPEG") }
    let filled = Self.index(
      base: result.count, map: second.count, distance: result.count - header)
    result.store(filled.payload, at: header - MultiPictureIndex.prefix.count)
    return result + second
  }

  /// How many bytes a gain map adds to a picture beside those of its own bare JPEG, at most.
  ///
  /// Where the picture's XMP takes up a whole segment, what doesn't fit moves on to a second packet, which
  /// costs some hundred bytes more.
  package static func cost(_ metadata: GainMapMetadata, profile: [UInt8]? = nil) -> Int {
    let claim = UltraHDRClaim(mapSize: Int(UInt32.max)).packet
    let index = index(base: 0, map: 0, distance: 0)
    var segments = [
      JPEGSegment(.xmp, claim), JPEGSegment(.xmp, metadata.xmpPacket),
      JPEGSegment(0, JPEGGainMap.isoPrefix + GainMapMetadata.isoVersion),
      JPEGSegment(0, JPEGGainMap.isoPrefix + metadata.isoBytes), JPEGSegment(0, index.payload),
    ]
    segments += profile.map(JPEGICCChunks.segments) ?? []
    return segments.reduce(0) { $0 + $1.payload.count + 4 }
  }

  /// The map's JPEG with what its samples mean in both forms, and nothing else.
  static func described(
    _ map: [UInt8], _ metadata: GainMapMetadata, _ profile: [UInt8]?
  ) throws(MetadataError) -> [UInt8] {
    var said = PictureMetadata()
    said.xmp = metadata.xmpPacket
    said.icc = profile
    said.otherSegments = [
      JPEGSegment(JPEGMarker.application(2), JPEGGainMap.isoPrefix + metadata.isoBytes)
    ]
    return try JPEGMetadata.write(said, into: map).value
  }

  static func index(base: Int, map: Int, distance: Int) -> MultiPictureIndex {
    MultiPictureIndex([
      .init(type: MultiPictureIndex.PictureType.primary, size: base, offset: 0),
      // The type says nothing, as in files of all cameras: older readers know no other.
      .init(type: 0, size: map, offset: distance),
    ])
  }
}

extension JPEGSegment {
  /// Whether it is the index of a file's pictures.
  var isIndex: Bool {
    marker == JPEGMarker.application(2) && payload.starts(with: MultiPictureIndex.prefix)
  }
}

extension JPEGSegments {
  /// Puts XMP where cameras have it, behind JFIF and EXIF, and the two segments behind the last of the
  /// application segments that the picture starts with.
  fileprivate mutating func insert(
    _ xmp: [JPEGSegment], _ announced: JPEGSegment, _ index: JPEGSegment
  ) {
    let leading = segments.dropFirst().prefix { JPEGMarker.isApplication($0.marker) }
    segments.insert(contentsOf: [announced, index], at: leading.endIndex)
    let first = leading.prefix { [.jfif, .exif].contains(JPEGSegmentKind($0)) }
    segments.insert(contentsOf: xmp, at: first.endIndex)
  }

  /// Where the first segment like this one starts, in bytes from the start of the picture.
  fileprivate func offset(of segment: JPEGSegment) -> Int {
    segments.prefix { $0 != segment }.reduce(0) { $0 + $1.bytes.count }
  }
}
