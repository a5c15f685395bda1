import Formats

extension JPEGMetadata {
  /// The most bytes of EXIF in a segment: 65,527.
  package static let exifLimit = JPEGSegment.room(.exif)
  /// The most bytes of an XMP packet in a segment (XMP part 3, table 4).
  package static let xmpLimit = 65_502

  /// A JPEG that says exactly what `metadata` says, its pixels untouched.
  ///
  /// What it said before is gone, and so is what follows the picture in the file. The order is that
  /// of cameras: JFIF, EXIF, XMP, Photoshop with IPTC, ICC, the rest, Adobe, comments.
  ///
  /// - Parameters:
  ///   - metadata: What is to be said. EXIF and XMP that are too long are cut, with warnings.
  ///   - bytes: A JPEG.
  /// - Returns: The JPEG.
  /// - Throws: `MetadataError.notOfFormat` where the bytes are no JPEG.
  package static func write(_ metadata: PictureMetadata, into bytes: [UInt8])
    throws(MetadataError) -> Warned<[UInt8]>
  {
    guard var file = JPEGSegments(bytes), file.reachesScan else {
      throw .notOfFormat("JPEG")
    }
    var result = Warned<[UInt8]>([])
    let segments = result.take(Self.segments(metadata))
    let kinds = file.segments.map(JPEGSegmentKind.init)
    func old(_ kind: JPEGSegmentKind) -> [JPEGSegment] {
      zip(file.segments, kinds).filter { $0.1 == kind }.map(\.0)
    }
    // JFIF knows nothing of the colours that Adobe's segment tells of.
    let density = old(.jfif).isEmpty && !old(.adobe).isEmpty ? nil : metadata.density
    file.segments =
      [JPEGSegment(JPEGMarker.startOfImage)] + jfif(old(.jfif).first, density)
      + segments.before + old(.adobe).map(\.withoutRemarks) + segments.after
      + old(.structure).dropFirst().map { JPEGSegment($0.marker, $0.payload) }
    let remarks = file.remarks
    file.rest = file.rest[..<file.pictureEnd]
    for range in remarks.reversed() { file.rest.removeSubrange(range) }
    result.value = file.bytes
    return result
  }

  /// The segments that stand before and after Adobe's.
  private static func segments(_ metadata: PictureMetadata)
    -> Warned<(before: [JPEGSegment], after: [JPEGSegment])>
  {
    var result = Warned<(before: [JPEGSegment], after: [JPEGSegment])>(([], []))
    var before: [JPEGSegment] = []
    if let exif = metadata.exif,
      let fitting = result.take(EXIFTrim.fit(exif, limit: exifLimit))
    {
      before.append(JPEGSegment(.exif, fitting))
    }
    if let xmp = metadata.xmp { before += result.take(xmpSegments(xmp)) }
    if let block = metadata.photoshopBlock { before += pieces(.photoshop, block) }
    if let icc = metadata.icc {
      let pieces = JPEGICCChunks.segments(icc)
      if pieces.isEmpty { result.warn(.iccDamaged) }
      before += pieces
    }
    before += metadata.otherSegments
    let comments = metadata.comments + metadata.texts.map(\.comment)
    result.value = (before, comments.flatMap { pieces(.comment, $0) })
    return result
  }

  private static func xmpSegments(_ xmp: [UInt8]) -> Warned<[JPEGSegment]> {
    guard let parts = ExtendedXMP.split(xmp, limit: xmpLimit) else {
      return Warned([], [.xmpTooLarge])
    }
    return Warned(parts.segments)
  }

  /// Bytes in as many segments of a kind as they need, one for none.
  private static func pieces(_ kind: JPEGSegmentKind, _ bytes: [UInt8]) -> [JPEGSegment] {
    let room = JPEGSegment.room(kind)
    return stride(from: 0, to: max(bytes.count, 1), by: room).map {
      JPEGSegment(kind, bytes[$0...].prefix(room))
    }
  }

  /// The JFIF segment with another density; one is made where there is none and a density is stated.
  private static func jfif(_ old: JPEGSegment?, _ density: PixelDensity?) -> [JPEGSegment] {
    guard let density else { return old.map { [$0.withoutRemarks] } ?? [] }
    let stated = density.unit == .metre ? density.converted(to: .inch, limit: 65_535) : density
    // Of version 1.01 and without a thumbnail.
    let bare: [UInt8] = JPEGSegmentKind.jfif.prefix + [1, 1, 0, 0, 1, 0, 1, 0, 0]
    // What follows the densities is a thumbnail of the old pixels.
    var payload = (old.map { Array($0.payload.prefix(12)) + [0, 0] } ?? bare)
    guard payload.count == bare.count else { return old.map { [$0.withoutRemarks] } ?? [] }
    // Behind the name and the version: the unit, the densities (ITU-T T.871, 10.1).
    payload.store(UInt8(stated.unit == .none ? 0 : stated.unit == .inch ? 1 : 2), at: 7, .big)
    payload.store(UInt16(clamping: stated.x), at: 8, .big)
    payload.store(UInt16(clamping: stated.y), at: 10, .big)
    return [JPEGSegment(JPEGSegmentKind.jfif.marker, payload)]
  }
}

extension ExtendedXMP.Parts {
  /// The segments of both packets.
  var segments: [JPEGSegment] {
    let further = extended.map { JPEGExtendedXMPChunks.segments($0, identifier: identifier) }
    return [JPEGSegment(.xmp, main)] + (further ?? [])
  }
}
