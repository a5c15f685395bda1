internal import Formats
internal import Metadata
internal import Vips

/// Pictures that are what the recipe asks for already: their pixels are not touched.
struct PassThrough {
  private let recipe: Recipe
  private let format: ImageFormat
  private let source: Source

  init(_ recipe: Recipe, _ format: ImageFormat, _ source: Source) {
    self.recipe = recipe
    self.format = format
    self.source = source
  }

  /// The input's bytes, with less metadata where the recipe says so; nil where there is work to do.
  ///
  /// - Throws: `ImagingError` where the pixels turn out to be damaged: that a file needs no work is
  ///   no proof that it is whole.
  func run() throws(ImagingError) -> Rendering? {
    guard pixelsCanStay, let bytes = try repackaged() else { return nil }
    try verify()
    return Rendering(
      bytes: bytes, format: format, size: source.facts.displayed, quality: nil, encodes: 0,
      decodes: 1, isUntouched: bytes == source.bytes, warnings: [])
  }

  private var pixelsCanStay: Bool {
    let facts = source.facts
    return format == source.format && recipe.size.applied(to: facts.displayed) == facts.displayed
      && facts.orientation == 1 && facts.isStoredUpright && !needsConversion
  }

  private var needsConversion: Bool {
    recipe.endsInSRGB && (source.facts.hasProfile || source.facts.colourModel == .cmyk)
  }

  /// The file with the metadata that the policy leaves; nil where the container can't be edited.
  private func repackaged() throws(ImagingError) -> [UInt8]? {
    if recipe.metadata == .all { return source.bytes }
    guard !format.isHEIF else { return nil }
    let kept = SourceMetadata.read(source).value.applying(recipe.metadata)
    do {
      return try kept.value.replacingMetadata(of: source.bytes, format)
    } catch {
      throw ImagingError(.metadata, .damaged, "the metadata can't be edited", detail: "\(error)")
    }
  }

  /// Decodes every pixel, at the size that costs least.
  private func verify() throws(ImagingError) {
    if source.format.isHEIF {
      let heif = try HEIFDecode(source.bytes, limits: PipelineLimits())
      _ = try heif.decode(heif.primary, isCancelled: { false })
      return
    }
    let pixels = try RasterDecode.decode(
      source.bytes, source.format, stored: source.facts.stored,
      target: PixelSize(width: 1, height: 1))
    guard case .raster(let image, _) = pixels else { return }
    do {
      _ = try image.average()
    } catch {
      throw .broken(error)
    }
  }
}
