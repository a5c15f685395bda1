package import Formats
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

  /// Takes the picture as it is, where nothing but its metadata has to change.
  ///
  /// - Parameter isCancelled: Asked within decoders that can be stopped.
  /// - Returns: The input's bytes, with less metadata where the recipe says so; nil where there is
  ///   work to do.
  /// - Throws: `ImagingError` where the pixels turn out to be damaged: that a file needs no work is
  ///   no proof that it is whole.
  func run(_ isCancelled: @escaping @Sendable () -> Bool) throws(ImagingError) -> Rendering? {
    guard pixelsCanStay, let file = try repackaged() else { return nil }
    try verify(isCancelled)
    return Rendering(
      bytes: file.value, format: format, size: source.facts.displayedSize, quality: nil, encodes: 0,
      decodes: 1, isUntouched: file.value == source.bytes,
      warnings: file.warnings.map(PictureWarning.init))
  }

  private var pixelsCanStay: Bool {
    recipe.leavesPixels(of: source.facts, source: source.format, format: format)
  }

  /// The file with the metadata that the policy leaves; nil where the container can't be edited.
  ///
  /// A text that inflates without end would be handed on to the next reader: it is left out.
  private func repackaged() throws(ImagingError) -> Warned<[UInt8]>? {
    // A TIFF that others made can be laid out in any way; making it anew loses nothing.
    if format.isHEIF || format == .tiff {
      return recipe.metadata == .all ? Warned(source.bytes) : nil
    }
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

extension Recipe {
  /// Whether a picture is what the recipe asks for already, but for its metadata.
  ///
  /// - Parameters:
  ///   - facts: What the picture's header says.
  ///   - source: The format of the picture.
  ///   - format: The format of the output.
  /// - Returns: Whether the pixels can stay.
  package func leavesPixels(
    of facts: HeaderFacts, source: ImageFormat, format: ImageFormat
  ) -> Bool {
    format == source && picture == nil
      && size.applied(to: facts.displayedSize) == facts.displayedSize
      && facts.orientation == 1 && facts.isStoredUpright && !needsConversion(of: facts)
  }

  private func needsConversion(of facts: HeaderFacts) -> Bool {
    endsInSRGB && (facts.hasICC || facts.colorModel == .cmyk || facts.hasOtherCodePoints)
  }
}

extension HeaderFacts {
  /// Whether nothing is left to be turned by whoever shows the picture.
  ///
  /// A crop may stay: it is how encoders cut off what their blocks stand over.
  fileprivate var isStoredUpright: Bool {
    let turns = heif?.transforms.filter { transform in
      if case .crop = transform { false } else { true }
    }
    return turns?.isEmpty ?? true && exifOrientation ?? 1 == 1 && codedOrientation == 1
  }

  /// Whether a HEIF container states colours other than sRGB's by code points.
  fileprivate var hasOtherCodePoints: Bool {
    heif?.nclx.map { color in
      !ColouredPicture.isSRGB(primaries: Int(color.primaries), transfer: Int(color.transfer))
    } ?? false
  }
}
