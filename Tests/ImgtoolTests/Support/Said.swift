internal import Formats
internal import Heif
internal import Metadata
internal import Testing

/// What the EXIF block of a file says of its picture, read without help of another program.
struct Said {
  /// The value of Orientation.
  let orientation: Int?
  /// The JPEG in IFD1.
  let thumbnail: [UInt8]?
  /// The file's metadata.
  let metadata: PictureMetadata

  /// Reads JPEG, PNG, WebP, TIFF, JPEG XL, HEIC and AVIF.
  init(in bytes: [UInt8]) throws {
    switch bytes.prefix(4) {
    case let head where head.starts(with: [0xff, 0xd8]): metadata = JPEGMetadata.read(bytes).value
    case let head where head.starts(with: [0x89]): metadata = PNGMetadata.read(bytes).value
    case let head where head.starts(with: Array("RIFF".utf8)):
      metadata = WebPMetadata.read(bytes).value
    case let head where head.starts(with: [0x49, 0x49]) || head.starts(with: [0x4D, 0x4D]):
      metadata = TIFFMetadata.read(bytes).value
    case [0, 0, 0, 12]: metadata = JXLMetadata.read(bytes).value
    default:
      let picture = try HeifFile(bytes, maximumPixels: 100_000_000, threads: 1).primary()
      metadata =
        HEIFMetadata.metadata(exif: picture.exif, xmp: picture.xmp, icc: picture.iccProfile).value
    }
    orientation = metadata.exif.flatMap { TIFFReader($0)?.orientation }
    thumbnail = metadata.exif.flatMap { exif in
      EXIFPatch.thumbnail(in: exif).map { Array(exif[$0]) }
    }
  }

  /// A file whose EXIF block states another Orientation, if it stated one.
  static func orientation(_ value: Int, in bytes: [UInt8]) throws -> [UInt8] {
    // Tag, type SHORT, one of them, in either byte order (TIFF 6.0, section 2).
    let high: [UInt8] = [0x01, 0x12, 0, 3, 0, 0, 0, 1]
    let low: [UInt8] = [0x12, 0x01, 3, 0, 1, 0, 0, 0]
    var bytes = bytes
    if let field = bytes.firstRange(of: high) {
      bytes[field.upperBound + 1] = UInt8(value)
    } else {
      bytes[try #require(bytes.firstRange(of: low)).upperBound] = UInt8(value)
    }
    return bytes
  }
}
