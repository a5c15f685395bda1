extension JPEGMetadata {
  /// A JPEG of coded data that was turned, with the segments that tell how the original's colours
  /// and density are to be read, and with no byte behind its end.
  ///
  /// Nothing else is said in it. JFIF's own thumbnail is left out: it shows the picture unturned.
  ///
  /// - Parameters:
  ///   - turned: A JPEG, of which the tables, the frame and the scans are taken.
  ///   - original: The JPEG that it was turned from.
  /// - Returns: The JPEG; nil where one of the two is none.
  package static func picture(of turned: [UInt8], readLike original: [UInt8]) -> [UInt8]? {
    guard var file = JPEGSegments(turned), let old = JPEGSegments(original),
      file.reachesScan
    else { return nil }
    let structure = file.segments.dropFirst().filter { JPEGSegmentKind($0) == .structure }
    let jfif = old.segments.first { JPEGSegmentKind($0) == .jfif }.map(\.withoutRemarks)
    let adobe = old.segments.filter { JPEGSegmentKind($0) == .adobe }.map(\.withoutRemarks)
    file.segments =
      [JPEGSegment(JPEGMarker.startOfImage)] + [jfif].compactMap(\.self) + adobe.prefix(1)
      + structure
    file.rest = file.rest[..<file.pictureEnd]
    return file.bytes
  }
}

extension JPEGSegment {
  /// A JFIF segment up to its density, without a thumbnail (ITU-T T.871, 10.1), and one of Adobe up to
  /// the transform (T.872, 6.5.3); other segments as they are.
  var withoutRemarks: JPEGSegment {
    switch JPEGSegmentKind(self) {
    case .jfif where hasRemarks: JPEGSegment(marker, Array(payload.prefix(12)) + [0, 0])
    case .adobe where hasRemarks: JPEGSegment(marker, payload.prefix(12))
    default: self
    }
  }

  /// Whether a JFIF or an Adobe segment says more than how samples are to be read.
  var hasRemarks: Bool {
    switch JPEGSegmentKind(self) {
    case .jfif: payload.count > 14
    case .adobe: payload.count > 12
    default: false
    }
  }
}
