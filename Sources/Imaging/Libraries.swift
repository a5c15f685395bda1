internal import Exif
internal import Formats
internal import Heif
internal import Posix
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

  /// What of the libraries has a say in the bytes that a recipe comes to.
  ///
  /// Encoders for HEIF are asked only where one may be at work: to load them takes longer than all else.
  package static func versions(for recipe: Recipe) -> [(name: String, version: String)] {
    let kinds = [
      "jpeg", "turbojpeg", "png", "spng", "webp", "tiff", "jxl", "imagequant", "lcms", "z",
    ]
    let loaded = CurrentProcess.libraries.filter { name in
      kinds.contains { name.hasPrefix("lib\($0)") }
    }
    var found = versions + [("libraries", loaded.joined(separator: " "))]
    if recipe.mayWriteHEIF {
      found.append(("HEIF encoders", HeifLibrary.encoders.joined(separator: ", ")))
    }
    return found
  }

  /// Starts them for work, after which they load nothing more from files.
  ///
  /// - Parameter withHEIF: Whether HEIF's decoders and encoders are wanted; to load them takes longer than
  ///   all else.
  package static func start(withHEIF: Bool) {
    // Who uses one that could not be started is told so.
    try? VipsLibrary.start()
    if withHEIF { HeifLibrary.start() }
  }

  /// Keeps what codecs have to say of damaged pictures off the terminal; call it first of all.
  package static func discardMessages() {
    HeifLibrary.discardCodecMessages()
  }
}

extension Recipe {
  /// Whether an output may be HEIC or AVIF.
  fileprivate var mayWriteHEIF: Bool {
    switch format {
    case .auto: false
    case .keep: true
    case .fixed(let format): format.isHEIF
    }
  }
}
