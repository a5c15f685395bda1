internal import Formats

/// The gain map of a JPEG file: a second picture behind the main one.
package struct JPEGGainMap: Sendable {
  /// The map's own JPEG: a part of the file's bytes, indexed as they are.
  package var bytes: ArraySlice<UInt8>
  /// What its samples mean.
  package var stored: StoredGainMap
  /// The profile in the map's picture, whose primaries gains are meant for where `metadata` doesn't use the
  /// base's; nil where there is none.
  package var profile: [UInt8]?

  /// The name at the start of the segment of ISO 21496-1 (C.2).
  static let isoPrefix: [UInt8] = [UInt8](text: "urn:iso:std:iso:ts:21496:-1\0")

  /// Looks for the gain map of a JPEG file.
  ///
  /// Pictures are looked for where the `MPF` segment says that they start, and else behind the end of the main
  /// one. Of those that are a gain map by their own words the first counts; where none says so, and the main
  /// picture announces one, the first that the index or the main picture does not call something else.
  ///
  /// - Returns: The map; nil where there is none, and nothing says that there is.
  /// - Throws: Why one that is announced can't be used.
  package static func find(in bytes: [UInt8]) throws(GainMapFlaw) -> JPEGGainMap? {
    guard let file = JPEGSegments(bytes), file.reachesScan else { return nil }
    let places = JPEGCompanionPlaces.all(of: file, in: bytes)
    let candidates = places.compactMap { GainMapCandidate($0, in: bytes) }
    var found = candidates.first { $0.isGainMap }
    if found == nil, file.announcesGainMap {
      found = candidates.first { $0.saysNothing }
      if found == nil { throw .pictureMissing }
    }
    guard let candidate = found else { return nil }
    return JPEGGainMap(
      bytes: candidate.bytes,
      stored: try candidate.stored { JPEGMetadata.read(file).value.exif },
      profile: JPEGMetadata.read(candidate.file).value.icc)
  }
}

extension JPEGSegments {
  /// Whether a main picture says that there is a gain map: by a segment of ISO 21496-1 or by XMP.
  fileprivate var announcesGainMap: Bool {
    segments.contains { segment in
      let kind = JPEGSegmentKind(segment)
      if kind == .xmp {
        return XMPClaims(in: Array(segment.payload.dropFirst(kind.prefix.count))).contains(.gainMap)
      }
      return segment.isOfGainMap
    }
  }
}

extension JPEGSegment {
  /// Whether it is one of ISO 21496-1.
  var isOfGainMap: Bool {
    marker == JPEGMarker.application(2) && payload.starts(with: JPEGGainMap.isoPrefix)
  }
}

/// Where pictures may lie that follow the main one in its file.
private struct JPEGCompanionPlaces {
  /// Where the picture starts.
  var start: Int
  /// Its type in the index; nil where it is in none.
  var type: UInt32?

  /// The most pictures that are looked at.
  private static let most = 16

  /// The places in the order of the index, or that of the file.
  static func all(of file: JPEGSegments, in bytes: [UInt8]) -> [JPEGCompanionPlaces] {
    let listed = listed(in: file).filter { isPicture(at: $0.start, in: bytes) }
    return listed.isEmpty ? following(file, in: bytes) : Array(listed.prefix(most))
  }

  private static func listed(in file: JPEGSegments) -> [JPEGCompanionPlaces] {
    for segment in file.segments
    where segment.marker == JPEGMarker.application(2)
      && segment.payload.starts(with: MultiPictureIndex.prefix)
    {
      let block = segment.payload.dropFirst(MultiPictureIndex.prefix.count)
      guard let index = MultiPictureIndex(block) else { continue }
      // Offsets have 32 bits: the sum can't overflow.
      return index.entries.dropFirst().map {
        JPEGCompanionPlaces(start: block.startIndex + $0.offset, type: $0.type)
      }
    }
    return []
  }

  private static func following(_ file: JPEGSegments, in bytes: [UInt8]) -> [JPEGCompanionPlaces] {
    var places: [JPEGCompanionPlaces] = []
    var rest = file.rest[file.pictureEnd...].drop { $0 == 0 }
    while places.count < most, isPicture(at: rest.startIndex, in: bytes),
      let picture = JPEGSegments(rest)
    {
      places.append(JPEGCompanionPlaces(start: rest.startIndex))
      rest = picture.rest[picture.pictureEnd...].drop { $0 == 0 }
    }
    return places
  }

  private static func isPicture(at start: Int, in bytes: [UInt8]) -> Bool {
    // Not the main picture itself, which an offset of 0 would stand for.
    start > 0 && start < bytes.count && bytes[start...].starts(with: [0xFF, 0xD8, 0xFF])
  }
}

/// A picture behind the main one and what it says of itself.
private struct GainMapCandidate {
  let bytes: ArraySlice<UInt8>
  let file: JPEGSegments
  private let place: JPEGCompanionPlaces
  /// The payload of ISO 21496-1, without its name.
  private let iso: ArraySlice<UInt8>?
  private let xmp: XMPDocument?
  private let hasHDRGM: Bool
  private let isApples: Bool

  init?(_ place: JPEGCompanionPlaces, in all: [UInt8]) {
    guard let file = JPEGSegments(all[place.start...]), file.reachesScan else { return nil }
    self.file = file
    self.place = place
    bytes = all[place.start..<file.pictureEnd]
    iso = file.segments.first { $0.isOfGainMap }?.payload.dropFirst(JPEGGainMap.isoPrefix.count)
    let kind = JPEGSegmentKind.xmp
    let packet = file.segments.first { JPEGSegmentKind($0) == kind }
      .map { Array($0.payload.dropFirst(kind.prefix.count)) }
    xmp = packet.flatMap { try? XMPDocument($0) }
    hasHDRGM = xmp.map(GainMapMetadata.isStated) ?? false
    isApples = xmp.map(AppleGainMap.isDescribed) ?? false
  }

  /// Whether it is a gain map by its own words, or those of the index.
  var isGainMap: Bool {
    iso != nil || hasHDRGM || isApples || place.type == MultiPictureIndex.PictureType.gainMap
  }

  /// Whether it may be anything: the index says nothing of it, and it calls itself no other auxiliary picture.
  var saysNothing: Bool {
    let type = XMPName(XMPNamespace.applePixelData, "AuxiliaryImageType")
    return (place.type ?? 0) == 0 && xmp?.properties.contains { $0.name == type } != true
  }

  /// What the samples mean: by ISO, else by `hdrgm`, else by Apple.
  func stored(_ exif: () -> [UInt8]?) throws(GainMapFlaw) -> StoredGainMap {
    var flaw: GainMapFlaw?
    if let iso {
      do throws(GainMapFlaw) {
        return StoredGainMap(form: .iso, metadata: try GainMapMetadata(iso: iso))
      } catch { flaw = error }
    }
    if hasHDRGM, let xmp {
      do throws(GainMapFlaw) {
        return StoredGainMap(form: .xmp, metadata: try GainMapMetadata(xmp))
      } catch { if flaw == nil || flaw == .metadataMissing { flaw = error } }
    }
    if isApples {
      do throws(GainMapFlaw) {
        return try AppleGainMap.stored(xmp: xmp, exif: exif())
      } catch { if flaw == nil || flaw == .metadataMissing { flaw = error } }
    }
    throw flaw ?? .metadataMissing
  }
}
