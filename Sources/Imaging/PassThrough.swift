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
      bytes: bytes, format: format, size: source.facts.displayedSize, quality: nil, encodes: 0,
      decodes: 1, isUntouched: bytes == source.bytes, warnings: [])
  }

  private var pixelsCanStay: Bool {
    let facts = source.facts
    return format == source.format && recipe.size.applied(to: facts.displayedSize) == facts.displayedSize
      && facts.orientation == 1 && isStoredUpright && !needsConversion
  }

  /// Whether no transform of a HEIF container is left to whoever shows the picture.
  private var isStoredUpright: Bool {
    source.facts.heif?.transforms.isEmpty ?? true && source.facts.exifOrientation ?? 1 == 1
  }

  private var needsConversion: Bool {
    recipe.endsInSRGB && (source.facts.hasICC || source.facts.colorModel == .cmyk)
  }

  /// The file with the metadata that the policy leaves; nil where the container can't be edited.
  private func repackaged() throws(ImagingError) -> [UInt8]? {
    if recipe.metadata == .all { return source.bytes }
    guard !format.isHEIF else { return nil }
    let kept = SourceMetadata.read(source).value.applying(recipe.metadata)
    do {
      return try kept.value.written(into: source.bytes, format).value
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
      source.bytes, source.format, stored: source.facts.storedSize,
      target: PixelSize(width: 1, height: 1))
    guard case .raster(let image, _) = pixels else { return }
    do {
      _ = try image.avg()
    } catch {
      throw .broken(error)
    }
  }
}
