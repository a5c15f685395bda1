package import Formats
internal import Heif
internal import Vips

extension Libraries {
  /// What the installed libraries can do with a format.
  package struct Codec: Sendable {
    /// The format.
    package let format: ImageFormat
    /// Who reads it, the one that is used first; nobody where it can't be read.
    package let decoders: [String]
    /// Who writes it; nobody where it can't be written, or never is.
    package let encoders: [String]
    /// Whether imgtool writes the format where an encoder is there.
    package let isWritten: Bool
  }

  /// What can be done with each format that imgtool knows; loads the codecs to ask them.
  package static var codecs: [Codec] {
    [
      vips(.jpeg, "jpegload_buffer", "jpegsave_buffer"),
      heif(.heic, .hevc), heif(.avif, .av1),
      vips(.png, "pngload_buffer", "pngsave_buffer"),
      vips(.webp, "webpload_buffer", "webpsave_buffer"),
      vips(.tiff, "tiffload_buffer", "tiffsave_buffer"),
      vips(.jxl, "jxlload_buffer", "jxlsave_buffer"),
      vips(.gif, "gifload_buffer", nil),
    ]
  }

  private static func vips(_ format: ImageFormat, _ loader: String, _ saver: String?) -> Codec {
    func found(_ operation: String?) -> [String] {
      operation.map { (try? VipsLibrary.hasOperation($0)) == true ? ["libvips"] : [] } ?? []
    }
    return Codec(
      format: format, decoders: found(loader), encoders: found(saver), isWritten: saver != nil)
  }

  private static func heif(_ format: ImageFormat, _ codec: HeifLibrary.Codec) -> Codec {
    Codec(
      format: format, decoders: HeifLibrary.decoderNames(for: codec),
      encoders: HeifLibrary.encoderNames(for: codec), isWritten: true)
  }
}
