internal import Formats
internal import Imaging
internal import Posix

/// Something that imgtool could do if a package were there.
struct MissingPart: Sendable {
  /// What can't be done: `HEIC can't be read`.
  let what: Message
  /// The package that brings it, by the name that Debian has for it.
  let package: String

  /// What is missing of a format's codecs.
  static func parts(of codec: Libraries.Codec) -> [MissingPart] {
    var found: [MissingPart] = []
    let name = codec.format.title
    if codec.decoders.isEmpty {
      found.append(MissingPart(what: "\(name) can't be read", package: decoder(of: codec.format)))
    }
    if codec.isWritten, codec.encoders.isEmpty {
      found.append(
        MissingPart(what: "\(name) can't be written", package: encoder(of: codec.format)))
    }
    return found
  }

  // libheif's codecs are plugins with packages of their own; libvips brings all it has.
  private static func decoder(of format: ImageFormat) -> String {
    switch format {
    case .heic: "libheif-plugin-ffmpegdec"
    case .avif: "libheif-plugin-dav1d"
    default: "libvips42"
    }
  }

  private static func encoder(of format: ImageFormat) -> String {
    switch format {
    case .heic: "libheif-plugin-x265"
    case .avif: "libheif-plugin-aomenc"
    default: "libvips42"
    }
  }
}

extension ImageFormat {
  /// The format's name as it is written in text.
  var title: String { self == .webp ? "WebP" : self == .jxl ? "JPEG XL" : rawValue.uppercased() }
}
