import Formats

/// What a segment of a JPEG holds, told by its marker and the name at the start of its payload.
enum JPEGSegmentKind: Sendable, Equatable, CaseIterable {
  /// APP0 `JFIF`: version and density (ITU-T T.871).
  case jfif
  /// APP1 `Exif`: a TIFF block (Exif 2.32, 4.7.2).
  case exif
  /// APP1: the XMP packet (XMP part 3, 1.1.3).
  case xmp
  /// APP1: a piece of the extended XMP packet (XMP part 3, 1.1.3.1).
  case extendedXMP
  /// APP2 `ICC_PROFILE`: a piece of the profile (ICC.1, B.4).
  case icc
  /// APP13: a piece of Photoshop's image resources.
  case photoshop
  /// APP14 `Adobe`: how colours are coded, which only the encoder knows.
  case adobe
  /// COM.
  case comment
  /// True of these pixels in this file alone: other pictures' places, thumbnails, signatures.
  case boundToPixels
  /// Another application segment.
  case other
  /// Needed to decode the picture.
  case structure

  /// The start of the payload by which segments of the kind are known.
  var prefix: [UInt8] {
    switch self {
    case .jfif: [UInt8](text: "JFIF\0")
    case .exif: TIFFReader.exifPrefix
    case .xmp: [UInt8](text: "http://ns.adobe.com/xap/1.0/\0")
    case .extendedXMP: [UInt8](text: "http://ns.adobe.com/xmp/extension/\0")
    case .icc: [UInt8](text: "ICC_PROFILE\0")
    case .photoshop: [UInt8](text: "Photoshop 3.0\0")
    case .adobe: [UInt8](text: "Adobe")
    case .comment, .boundToPixels, .other, .structure: []
    }
  }

  /// The marker of the kind's segments.
  var marker: UInt8 {
    switch self {
    case .jfif: JPEGMarker.application(0)
    case .exif, .xmp, .extendedXMP: JPEGMarker.application(1)
    case .icc: JPEGMarker.application(2)
    case .photoshop: JPEGMarker.application(13)
    case .adobe: JPEGMarker.application(14)
    case .comment: JPEGMarker.comment
    case .boundToPixels, .other, .structure: 0
    }
  }

  /// Names of segments that another encoding of the pixels makes untrue.
  private static let pixelNames: [(marker: UInt8, name: [UInt8])] = [
    // JFIF's own thumbnail, and the two-field pictures of Motion JPEG.
    (0, [UInt8](text: "JFXX\0")), (0, [UInt8](text: "AVI1")),
    // Where the further pictures of the file are (CIPA DC-007), and that one is a gain map.
    (2, [UInt8](text: "MPF\0")), (2, [UInt8](text: "urn:iso:std:iso:ts:21496:-1\0")),
    // JUMBF: C2PA's signatures of the very bytes, JPEG XT's residual picture.
    (11, [UInt8](text: "JP")),
    // Quality and options of Photoshop's encoder.
    (12, [UInt8](text: "Ducky")),
  ]

  /// What a segment holds.
  init(_ segment: JPEGSegment) {
    let payload = segment.payload
    func isNamed(_ marker: UInt8, _ name: [UInt8]) -> Bool {
      segment.marker == marker && payload.starts(with: name)
    }
    let named: [Self] = [.jfif, .xmp, .extendedXMP, .icc, .photoshop, .adobe]
    if segment.marker == JPEGMarker.comment {
      self = .comment
    } else if !JPEGMarker.isApplication(segment.marker) {
      self = .structure
    } else if let kind = named.first(where: { isNamed($0.marker, $0.prefix) }) {
      self = kind
    } else if isNamed(Self.exif.marker, [UInt8](text: "Exif\0")), payload.count >= 6 {
      // The sixth byte is padding; not every writer makes it 0.
      self = .exif
    } else if Self.pixelNames.contains(where: {
      isNamed(JPEGMarker.application($0.marker), $0.name)
    }) {
      self = .boundToPixels
    } else {
      self = .other
    }
  }
}

extension JPEGSegment {
  /// The segment of a kind that holds these bytes behind the kind's prefix.
  init(_ kind: JPEGSegmentKind, _ body: some Sequence<UInt8>) {
    self.init(kind.marker, kind.prefix + Array(body))
  }

  /// How many bytes fit a segment of a kind behind its prefix.
  static func room(_ kind: JPEGSegmentKind) -> Int { payloadLimit - kind.prefix.count }
}
