internal import Exif
internal import Heif
internal import Vips

/// The libraries that pixels and metadata pass through.
package enum Libraries {
  /// Names and versions as found at run time, without starting any of them for work.
  package static var versions: [(name: String, version: String)] {
    [
      ("libvips", VipsLibrary.version), ("libheif", HeifLibrary.version),
      ("libexif", ExifLibrary.version ?? "unknown"),
      ("HEVC decoder", HeifLibrary.hevcDecoder ?? "none"),
    ]
  }

  /// Keeps what codecs have to say of damaged pictures off the terminal; call it first of all.
  package static func discardMessages() {
    HeifLibrary.discardCodecMessages()
  }
}
