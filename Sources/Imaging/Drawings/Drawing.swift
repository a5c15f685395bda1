internal import Formats
internal import Vips

/// An SVG, or the first page of a PDF, at the size that it says of itself, which libvips makes pixels of.
///
/// The libraries below are given bytes and no place, so that nothing else in a folder is drawn with them.
struct Drawing {
  /// Pixels that are still to be drawn.
  let image: VipsImage

  /// Opens the drawing, of which nothing is drawn yet.
  ///
  /// - Throws: `ImagingError` where the format was not asked for, the installed libvips can't draw it, or the
  ///   file is damaged.
  init(_ source: Source, _ limits: PipelineLimits) throws(ImagingError) {
    try source.format.checkIsTrusted(limits)
    do throws(VipsError) {
      switch source.format {
      case .svg where try VipsLibrary.hasOperation("svgload_buffer"):
        image = try .loadSVG(source.bytes)
        return
      case .pdf where try VipsLibrary.hasOperation("pdfload_buffer"):
        image = try .loadPDF(source.bytes)
        return
      default: break
      }
    } catch {
      throw .broken(error)
    }
    throw ImagingError(
      .decode, .unsupported,
      """
      the installed libvips can't draw \(source.format.rawValue.uppercased()), which takes one with \
      \(source.format == .svg ? "librsvg" : "Poppler")
      """)
  }

  /// Its size in pixels.
  var size: PixelSize { PixelSize(width: image.width, height: image.height) }

  /// How many pages there are.
  var pages: Int { max(image.integer("n-pages") ?? 1, 1) }
}

extension Source {
  /// The source with the size that only the library knows which draws it; any other source as it is.
  ///
  /// - Throws: As opening a drawing.
  func measured(_ limits: PipelineLimits) throws(ImagingError) -> Source {
    guard format.isDrawing else { return self }
    let drawing = try Drawing(self, limits)
    var facts = facts
    facts.storedSize = drawing.size
    facts.displayedSize = drawing.size
    facts.pictures = drawing.pages
    return with(facts)
  }
}
