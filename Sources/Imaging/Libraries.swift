internal import Exif
package import Formats
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
    var found = versions + [("libraries", loaded.joined(separator: " "))]
    if recipe.mayWriteHEIF {
      found.append(("HEIF encoders", HeifLibrary.encoders.joined(separator: ", ")))
    }
    return found
  }

  /// Libraries with a say in bytes, as they were first asked for: of several recipes one may load more.
  private static let loaded: [String] = {
    let kinds = [
      "jpeg", "turbojpeg", "png", "spng", "webp", "tiff", "jxl", "imagequant", "lcms", "z",
    ]
    return CurrentProcess.libraries.filter { name in
      kinds.contains { name.hasPrefix("lib\($0)") }
    }
  }()

  /// Codecs that are loaded from files, which takes longer than all else.
  package struct Codecs: OptionSet, Codable, Sendable {
    /// One bit for each family.
    package let rawValue: Int

    /// The families of these bits.
    package init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// Those of HEIC, AVIF and their like.
    package static let heif = Codecs(rawValue: 1)
    /// That of JPEG XL.
    package static let jxl = Codecs(rawValue: 2)
    /// That of SVG, with the fonts that a machine has.
    package static let svg = Codecs(rawValue: 4)
    /// That of PDF.
    package static let pdf = Codecs(rawValue: 8)

    /// Those that it takes to read or write a format.
    package init(for format: ImageFormat) {
      switch format {
      case .heic, .heics, .avif, .avis, .heif: self = .heif
      case .jxl: self = .jxl
      case .svg: self = .svg
      case .pdf: self = .pdf
      case .jpeg, .png, .webp, .gif, .tiff, .jp2, .bmp: self = []
      }
    }
  }

  /// Starts the libraries for work, after which they load nothing more from files.
  ///
  /// To be called before they are used, while the process has one thread.
  ///
  /// - Parameter codecs: The codecs that will be wanted; without them their pictures can't be read.
  package static func start(with codecs: Codecs) {
    // Who uses one that could not be started is told so.
    try? VipsLibrary.start()
    load(codecs)
  }

  /// Loads more codecs, once the libraries are started.
  package static func load(_ codecs: Codecs) {
    if codecs.contains(.jxl) { _ = try? VipsLibrary.hasOperation("jxlload_buffer") }
    if codecs.contains(.heif) { HeifLibrary.start() }
    if codecs.contains(.svg) { VipsLibrary.prepareSVG() }
    if codecs.contains(.pdf) { _ = try? VipsLibrary.hasOperation("pdfload_buffer") }
  }

  /// Keeps what codecs have to say of damaged pictures off the terminal; call it first of all.
  package static func discardMessages() {
    HeifLibrary.discardCodecMessages()
  }

  /// Has codecs that lie in files of their own loaded when a picture needs them, not when work starts.
  ///
  /// To be called before all else, while the process has one thread.
  package static func loadCodecsWhenNeeded() {
    VipsLibrary.leaveModulesOut()
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
