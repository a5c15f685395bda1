/// How the pixels of a HEIF item or track are coded.
package enum PictureCodec: String, Sendable, Hashable {
  /// HEVC (ISO/IEC 23008-2).
  case hevc
  /// AV1.
  case av1
  /// AVC, also called H.264 (ISO/IEC 14496-10).
  case avc
  /// VVC (ISO/IEC 23090-3).
  case vvc
  /// EVC (ISO/IEC 23094-1).
  case evc
  /// JPEG (ISO/IEC 10918-1).
  case jpeg
  /// JPEG 2000 (ISO/IEC 15444-1).
  case jpeg2000
  /// Not compressed by a codec (ISO/IEC 23001-17).
  case uncompressed

  /// The codec of an item type or sample entry; nil for what is derived, metadata or not known.
  init?(_ type: FourCC) {
    switch type {
    case "hvc1", "hev1", "lhv1": self = .hevc
    case "av01": self = .av1
    case "avc1", "avc3": self = .avc
    case "vvc1", "vvi1": self = .vvc
    case "evc1": self = .evc
    case "jpeg", "mjpg": self = .jpeg
    case "j2k1", "mjp2": self = .jpeg2000
    case "unci", "uncv": self = .uncompressed
    default: return nil
    }
  }

  /// The property without which an item of this codec can't be decoded; nil where there is none.
  var configurationType: FourCC? {
    switch self {
    case .hevc: "hvcC"
    case .av1: "av1C"
    case .avc: "avcC"
    case .vvc: "vvcC"
    case .evc: "evcC"
    case .uncompressed: "uncC"
    case .jpeg, .jpeg2000: nil
    }
  }
}
