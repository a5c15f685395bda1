internal import Formats

/// A gain map behind a JPEG in the way in which this program puts it there, which has no room for anything else.
struct PlainGainMap {
  private let map: JPEGGainMap
  private let file: JPEGSegments

  /// The map of a file, behind which nothing follows; nil where there is none.
  init?(_ file: JPEGSegments, in bytes: [UInt8]) {
    guard let map = try? JPEGGainMap.find(in: bytes),
      map.bytes.startIndex == file.pictureEnd, map.bytes.endIndex == bytes.endIndex,
      let file = JPEGSegments(map.bytes)
    else { return nil }
    self.map = map
    self.file = file
  }

  /// Whether a segment of the main picture says nothing but that there is a map, and where.
  func isAnnounced(by segment: JPEGSegment) -> Bool {
    if segment.isOfGainMap {
      return segment.payload.elementsEqual(JPEGGainMap.isoPrefix + GainMapMetadata.isoVersion)
    }
    guard segment.isIndex else { return false }
    let block = segment.payload.dropFirst(MultiPictureIndex.prefix.count)
    guard let index = MultiPictureIndex(block) else { return false }
    return segment.payload.elementsEqual(MultiPictureIndex(index.entries).payload)
  }

  /// What the map's own JPEG tells.
  var findings: [PrivacyFinding] {
    let known = JPEGGainMap.isoPrefix + map.stored.metadata.isoBytes
    let bound = file.segments.filter {
      JPEGSegmentKind($0) == .boundToPixels && !$0.payload.elementsEqual(known)
    }
    var found = bound.map {
      PrivacyFinding(.opaque, "JPEG segment APP\($0.marker & 15) of the gain map")
    }
    if file.segments.contains(where: \.hasRemarks) || !file.remarks.isEmpty {
      found.append(PrivacyFinding(.opaque, "bytes inside the gain map"))
    }
    let read = JPEGMetadata.read(file)
    found += read.value.privacyFindings
    if !read.warnings.isEmpty {
      found.append(PrivacyFinding(.unreadable, "something in the gain map"))
    }
    return found
  }
}
