internal import Heif
internal import Vips

/// The libraries that pixels and metadata pass through, as found at run time.
package enum LibraryVersions {
  /// Names and versions, without starting any of them for work.
  package static var all: [(name: String, version: String)] {
    [
      ("libvips", VipsLibrary.version), ("libheif", HeifLibrary.version),
      ("HEVC decoder", HeifLibrary.hevcDecoder ?? "none"),
    ]
  }
}
