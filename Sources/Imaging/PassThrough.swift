internal import Formats
internal import Metadata
internal import Vips

/// Pictures that are what the recipe asks for already: their pixels are not touched.
struct PassThrough {
  private let recipe: Recipe
  private let format: ImageFormat
  private let source: Source
  private let limits: PipelineLimits

  init(_ recipe: Recipe, _ format: ImageFormat, _ source: Source, limits: PipelineLimits) {
    self.recipe = recipe
    self.format = format
    self.source = source
    self.limits = limits
  }

  /// Takes the picture as it is, where nothing but its metadata or its orientation has to change.
  ///
  /// - Parameter isCancelled: Asked within decoders that can be stopped.
  /// - Returns: The input's bytes, with less metadata where the recipe says so, or a JPEG turned
  ///   without loss; nil where there is work to do.
  /// - Throws: `ImagingError` where the pixels turn out to be damaged: that a file needs no work is
  ///   no proof that it is whole.
  func run(_ isCancelled: @escaping @Sendable () -> Bool) throws(ImagingError) -> Rendering? {
    guard pixelsCanStay else { return nil }
    guard source.isStoredUpright else {
      return format == .jpeg ? try LosslessTurn(recipe, source, limits: limits).run() : nil
    }
    guard let file = try repackaged() else { return nil }
    try verify(isCancelled)
    return Rendering(
      bytes: file.value, format: format, size: source.facts.displayedSize, quality: nil, encodes: 0,
      decodes: 1, isUntouched: file.value == source.bytes,
      warnings: file.warnings.map(PictureWarning.init))
  }

  /// Whether the coded pixels are what the recipe asks for, turned at most.
  private var pixelsCanStay: Bool {
    let facts = source.facts
    return format == source.format
      && recipe.size.applied(to: facts.displayedSize) == facts.displayedSize
      && !(recipe.endsInSRGB && source.hasOwnColours) && !isTooFine
  }

  /// Whether a JPEG is of a higher quality than one that is to be kept to.
  private var isTooFine: Bool {
    guard recipe.limitsQuality, format == .jpeg,
      let wanted = recipe.quality ?? DefaultQuality.of(.jpeg),
      let found = source.facts.jpeg?.estimatedQuality
    else { return false }
    return found > wanted
  }

  /// The file with the metadata that the policy leaves; nil where the container can't be edited.
  ///
  /// A text that inflates without end would be handed on to the next reader: it is left out.
  private func repackaged() throws(ImagingError) -> Warned<[UInt8]>? {
    if format.isHEIF { return recipe.metadata == .all ? Warned(source.bytes) : nil }
    let found = SourceMetadata.read(source)
    if recipe.metadata == .all, !found.warnings.contains(.textDamaged) {
      return Warned(source.bytes)
    }
    let kept = found.value.applying(recipe.metadata)
    do {
      let written = try kept.value.written(into: source.bytes, format)
      return Warned(written.value, found.warnings + kept.warnings + written.warnings)
    } catch {
      throw ImagingError(.metadata, .damaged, "the metadata can't be edited", detail: "\(error)")
    }
  }

  /// Decodes every pixel, at the size that costs least.
  private func verify(_ isCancelled: @escaping @Sendable () -> Bool) throws(ImagingError) {
    if source.format.isHEIF {
      let heif = try HEIFDecode(source.bytes, limits: limits)
      _ = try heif.decode(heif.primary, isCancelled: isCancelled)
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
