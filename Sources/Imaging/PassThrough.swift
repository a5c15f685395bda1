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
    guard recipe.leavesPixels(of: source.facts, source: source.format, format: format)
    else { return nil }
    let (file, lost) = try repackaged()
    try verify(isCancelled)
    return Rendering(
      bytes: file.value, format: format, size: source.facts.displayedSize, quality: nil, encodes: 0,
      decodes: 1, isUntouched: file.value == source.bytes,
      warnings: file.warnings.map { PictureWarning($0) } + lost)
  }

  /// The file with the metadata that the policy leaves; that of a HEIF or TIFF is not edited.
  ///
  /// A text that inflates without end would be handed on to the next reader: it is left out.
  private func repackaged() throws(ImagingError) -> (Warned<[UInt8]>, lost: [PictureWarning]) {
    if format.isHEIF || format == .tiff { return (Warned(source.bytes), []) }
    let found = SourceMetadata.read(source)
    if recipe.metadata == .all, !found.warnings.contains(.textDamaged) {
      return (Warned(source.bytes), [])
    }
    let kept = found.value.applying(recipe.metadata)
    do {
      let written = try kept.value.written(into: source.bytes, format)
      return (
        Warned(written.value, found.warnings + kept.warnings + written.warnings),
        LossLedger.depthMap(of: found.value, in: kept.value)
      )
    } catch {
      throw ImagingError(.metadata, .damaged, "the metadata can't be edited", detail: "\(error)")
    }
  }

  /// Decodes every pixel, at the size that costs least.
  private func verify(_ isCancelled: @escaping @Sendable () -> Bool) throws(ImagingError) {
    if source.format.isHEIF {
      let heif = try HEIFDecode(source, limits: limits)
      _ = try heif.decode(heif.primary, isCancelled: isCancelled)
      return
    }
    let pixels = try RasterDecode.decode(
      source.bytes, source.format, stored: source.facts.storedSize,
      target: PixelSize(width: 1, height: 1), isCancelled: isCancelled)
    guard case .raster(let image, _) = pixels else { return }
    do {
      _ = try image.avg()
    } catch {
      throw .broken(error)
    }
  }
}

extension Recipe {
  /// Whether a picture is what the recipe asks for already, but for metadata that can be edited.
  ///
  /// A HEIF's items, and a TIFF that others laid out in any way, are made anew instead.
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
      && (metadata == .all || !(format.isHEIF || format == .tiff))
      && size.applied(to: facts.displayedSize) == facts.displayedSize
      && facts.orientation == 1 && facts.isStoredUpright
      && !(endsInSRGB && facts.areColoursOther)
  }
}

extension HeaderFacts {
  /// Whether nothing is left to be turned by whoever shows the picture.
  ///
  /// A crop may stay: it is how encoders cut off what their blocks stand over.
  var isStoredUpright: Bool {
    let turns = heif?.transforms.filter { transform in
      if case .crop = transform { false } else { true }
    }
    return turns?.isEmpty ?? true && exifOrientation ?? 1 == 1 && codedOrientation == 1
  }

  /// Whether the file states colours that are not sRGB's.
  fileprivate var areColoursOther: Bool {
    hasICC || colorModel == .cmyk || hasOtherCodePoints || pngColours?.isSRGBLike == false
  }

  /// Whether a HEIF container states colours other than sRGB's by code points.
  private var hasOtherCodePoints: Bool {
    heif?.nclx.map { color in
      !ColouredPicture.isSRGB(primaries: Int(color.primaries), transfer: Int(color.transfer))
    } ?? false
  }
}
