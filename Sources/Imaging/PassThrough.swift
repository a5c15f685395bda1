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
  /// - Parameters:
  ///   - verifies: Whether the pixels are decoded; who doesn't want that does it himself.
  ///   - isCancelled: Asked within decoders that can be stopped.
  /// - Returns: The input's bytes, with less metadata where the recipe says so, or a JPEG turned
  ///   without loss; nil where there is work to do.
  /// - Throws: `ImagingError` where the pixels turn out to be damaged: that a file needs no work is
  ///   no proof that it is whole.
  func run(
    verifies: Bool = true, _ isCancelled: @escaping @Sendable () -> Bool
  ) throws(ImagingError) -> Rendering? {
    let facts = source.facts
    if !recipe.leavesCodedPixels(of: facts, source: source.format, format: format) {
      guard try holdsOnlyWhatIsKept() else { return nil }
    }
    // A map that has to go leaves marks in the metadata; a HEIF's is made anew.
    guard facts.isStoredUpright, recipe.keepsHDR || !facts.hasGainMap else {
      guard format == .jpeg, mayFitTurned else { return nil }
      return try LosslessTurn(recipe, source, limits: limits).run(isCancelled)
    }
    var (file, lost) = try repackaged()
    let settlesGainMap = try addGainMap(to: &file.value, telling: &lost, isCancelled)
    // What is too large is decoded once, by whoever makes it smaller.
    if let budget = recipe.budget, file.value.count > budget.bytes { return nil }
    if verifies { try verify(isCancelled) }
    var rendering = Rendering(
      bytes: file.value, format: format, size: source.facts.displayedSize, quality: nil, encodes: 0,
      decodes: verifies ? 1 : 0, isUntouched: file.value == source.bytes,
      warnings: file.warnings.map { PictureWarning($0) } + lost)
    rendering.settlesGainMap = settlesGainMap
    return rendering
  }

  /// Puts the gain map behind a JPEG whose metadata was edited, which took off what followed it.
  ///
  /// - Returns: Whether there is nothing more to tell of it.
  private func addGainMap(
    to file: inout [UInt8], telling warnings: inout [PictureWarning],
    _ isCancelled: @escaping @Sendable () -> Bool
  ) throws(ImagingError) -> Bool {
    guard file != source.bytes, source.format == .jpeg,
      recipe.keepsGainMap(of: source.facts, source: source.format, format: format),
      let reader = GainMapReader(
        source, SourceMetadata.read(source).value, limits: limits, isCancelled: isCancelled)
    else { return false }
    let size = source.facts.displayedSize
    let outcome = try reader.outcome(for: GainMapPlace(.jpeg, size), largest: size)
    if let map = outcome.map { file = try map.behind(file) }
    if let warning = outcome.warning { warnings.append(warning) }
    return outcome.isSettled
  }

  /// Whether a JPEG may fit its budget turned, which changes its bytes by little: to turn it in vain is to
  /// decode it in vain.
  private var mayFitTurned: Bool {
    guard let budget = recipe.budget else { return true }
    let picture = JPEGMetadata.picture(of: source.bytes, readLike: source.bytes)
    return picture.map { $0.count <= budget.bytes } ?? true
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

  /// Whether a HEIF or TIFF, whose metadata is not edited, has none that would have to go.
  private func holdsOnlyWhatIsKept() throws(ImagingError) -> Bool {
    guard recipe.metadata != .all, format.isHEIF || format == .tiff else { return false }
    var lenient = recipe
    lenient.metadata = .all
    lenient.convertsToSRGB = recipe.endsInSRGB
    guard lenient.leavesCodedPixels(of: source.facts, source: source.format, format: format)
    else { return false }
    let found =
      format.isHEIF
      ? try HEIFDecode(source, limits: limits).metadata : SourceMetadata.read(source)
    let kept = found.value.applying(recipe.metadata)
    return kept.value == found.value && found.warnings.isEmpty
      && PrivateContents.findings(in: source.bytes, source.facts).isEmpty
  }

  /// Decodes every pixel, at the size that costs least.
  private func verify(_ isCancelled: @escaping @Sendable () -> Bool) throws(ImagingError) {
    try PixelCheck(source, limits: limits, isCancelled).picture()
  }
}
