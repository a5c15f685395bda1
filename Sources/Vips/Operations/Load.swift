internal import CVips

// Pictures from bytes. Nothing here turns a picture upright: whoever knows the orientation does.
extension VipsImage {
  /// What in the input makes a loader give up.
  package enum FailOn: String, Sendable, CaseIterable, NamedChoice {
    /// Nothing that can be read over.
    case none
    /// An end that comes too early.
    case truncated
    /// A serious error.
    case error
    /// Anything the decoder remarks.
    case warning
  }

  /// In which order pixels will be asked for.
  package enum Access: String, Sendable, CaseIterable, NamedChoice {
    /// In any order: the whole picture is decoded into memory first, perhaps at once.
    case random
    /// From top to bottom, once: turning or mirroring upside down then throws, unless the image
    /// was brought into memory before. Formats that cannot be read so are decoded into memory.
    case sequential
  }

  /// Loads a JPEG; `shrink` is 1, 2, 4 or 8, and divides both sides while decoding.
  package static func loadJPEG(
    _ bytes: [UInt8], shrink: Int = 1, failOn: FailOn = .truncated, access: Access = .sequential
  ) throws(VipsError) -> VipsImage {
    try load("jpegload_buffer", bytes, failOn, access, [("shrink", .integer(shrink))])
  }

  /// Loads a PNG.
  package static func loadPNG(
    _ bytes: [UInt8], failOn: FailOn = .truncated, access: Access = .sequential
  ) throws(VipsError) -> VipsImage {
    try load("pngload_buffer", bytes, failOn, access)
  }

  /// Loads a frame of a WebP, counted from 0, or `count` of them below each other; `scale` multiplies both
  /// sides while decoding.
  package static func loadWebP(
    _ bytes: [UInt8], scale: Double = 1, page: Int = 0, count: Int = 1,
    failOn: FailOn = .truncated, access: Access = .sequential
  ) throws(VipsError) -> VipsImage {
    try load(
      "webpload_buffer", bytes, failOn, access,
      [("scale", .number(scale)), ("page", .integer(page)), ("n", .integer(count))])
  }

  /// Loads a frame of a GIF, counted from 0, or `count` of them below each other.
  package static func loadGIF(
    _ bytes: [UInt8], page: Int = 0, count: Int = 1, failOn: FailOn = .truncated,
    access: Access = .sequential
  ) throws(VipsError) -> VipsImage {
    try load(
      "gifload_buffer", bytes, failOn, access,
      [("page", .integer(page)), ("n", .integer(count))])
  }

  /// Loads a page of a TIFF, counted from 0.
  package static func loadTIFF(
    _ bytes: [UInt8], page: Int = 0, failOn: FailOn = .truncated, access: Access = .sequential
  ) throws(VipsError) -> VipsImage {
    try load("tiffload_buffer", bytes, failOn, access, [("page", .integer(page))])
  }

  /// Loads a JPEG XL; throws where the library was built without it.
  package static func loadJXL(
    _ bytes: [UInt8], failOn: FailOn = .truncated, access: Access = .sequential
  ) throws(VipsError) -> VipsImage {
    // libjxl writes to the error stream about bytes that are not its own. ISO/IEC 18181-2: a box
    // of that name first, or a bare codestream.
    let box: [UInt8] = [0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A]
    guard bytes.starts(with: box) || bytes.starts(with: [0xFF, 0x0A]) else {
      throw VipsError("jxlload_buffer", "these bytes are no JPEG XL")
    }
    return try load("jxlload_buffer", bytes, failOn, access)
  }

  /// Loads a JPEG 2000; throws where the library was built without it.
  package static func loadJPEG2000(
    _ bytes: [UInt8], failOn: FailOn = .truncated, access: Access = .sequential
  ) throws(VipsError) -> VipsImage {
    try load("jp2kload_buffer", bytes, failOn, access)
  }

  /// Loads an SVG at its own size, 96 pixels to the inch; throws where the library was built without it.
  ///
  /// The library below is told of no place that the bytes come from, and so loads no other file, and has the XML
  /// read within its limits.
  package static func loadSVG(
    _ bytes: [UInt8], failOn: FailOn = .truncated, access: Access = .sequential
  ) throws(VipsError) -> VipsImage {
    try load("svgload_buffer", bytes, failOn, access, [("unlimited", .flag(false))])
  }

  /// Loads a page of a PDF, counted from 0, at 72 pixels to the inch, on white; throws where the library was
  /// built without it.
  package static func loadPDF(
    _ bytes: [UInt8], page: Int = 0, failOn: FailOn = .truncated, access: Access = .sequential
  ) throws(VipsError) -> VipsImage {
    try load(
      "pdfload_buffer", bytes, failOn, access, [("page", .integer(page)), ("n", .integer(1))])
  }

  private static func load(
    _ loader: String, _ bytes: [UInt8], _ failOn: FailOn, _ access: Access,
    _ more: [Operation.Named] = []
  ) throws(VipsError) -> VipsImage {
    let losesErrors = VipsLibrary.losesErrors
    let common: [Operation.Named] = [
      ("buffer", .bytes(bytes)), ("fail-on", failOn.argument),
      ("access", (losesErrors ? Access.sequential : access).argument),
    ]
    let image = try Operation.image(loader, common + more)
    guard losesErrors else { return image }
    // Nobody else has the image yet, so it can be changed. What is made from it inherits this.
    vips_image_set_int(image.pointer, VipsLibrary.concurrencyField, 1)
    return access == .random ? try image.inMemory() : image
  }
}
