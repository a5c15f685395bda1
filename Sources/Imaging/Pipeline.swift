internal import Formats
internal import Metadata
internal import Vips

/// The way from a picture file to another: decode small, upright, resize, colour, encode, metadata.
package struct Pipeline: Sendable {
  /// What is to be made.
  package let recipe: Recipe
  /// What may be used for it.
  package let limits: PipelineLimits
  /// What fails a picture that would lose it.
  package let refused: Set<Loss>
  /// What this run has learned of the sizes that pictures take.
  package let memory: SizeMemory
  /// What the one picture that is made took before.
  package let rungs: RungMemory

  /// The pipeline that follows `recipe`.
  package init(
    recipe: Recipe, limits: PipelineLimits, refusing refused: Set<Loss> = [],
    memory: SizeMemory = SizeMemory(), rungs: RungMemory = RungMemory()
  ) {
    self.recipe = recipe
    self.limits = limits
    self.memory = memory
    self.rungs = rungs
    self.refused = refused
  }

  /// Makes what the recipe says of one picture.
  ///
  /// - Parameters:
  ///   - source: The picture file.
  ///   - shared: What it shares with other outputs of the same picture; nil where it is made alone.
  ///   - isCancelled: Asked between the stages and within decoders that can be stopped.
  /// - Returns: The file that was made.
  /// - Throws: `ImagingError` that names the stage and what is wrong with the picture.
  package func run(
    _ source: Source, sharing shared: SharedDecode? = nil,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(ImagingError) -> Rendering {
    defer { endJob() }
    let source = try source.picture(recipe.picture).measured(limits)
    let made: Rendering
    do throws(ImagingError) {
      made = try render(source, shared, isCancelled)
    } catch {
      // A decoder that is stopped reports damage.
      try checkpoint(isCancelled)
      throw error
    }
    return try inspected(made, of: source)
  }

  /// The file with all its losses told, unless one of them, or what is in it, forbids to hand it out.
  func inspected(_ made: Rendering, of source: Source) throws(ImagingError) -> Rendering {
    var rendering = made
    if !rendering.isUntouched {
      let settled = rendering.settlesGainMap || !recipe.keepsHDR
      rendering.warnings += LossLedger.companions(of: source, withoutGainMap: settled)
    }
    rendering.warnings = rendering.warnings.uniqued
    try Self.refuse(rendering.warnings, refused)
    if recipe.metadata == .safe { try ReadBack.check(rendering) }
    if source.format.isDrawing { rendering.drawnSize = source.facts.displayedSize }
    return rendering
  }

  private func render(
    _ source: Source, _ shared: SharedDecode?, _ isCancelled: @escaping @Sendable () -> Bool
  ) throws(ImagingError) -> Rendering {
    try source.check(limits)
    let format = recipe.format(
      for: source.facts, source: source.format, fileBytes: source.bytes.count)
    try checkpoint(isCancelled)
    var decodes = 0
    if var untouched = try passedThrough(source, format, shared, isCancelled) {
      // Not a sample is another.
      untouched.score = recipe.scoring.map { _ in 100 }
      if untouched.bytes.count <= recipe.budget?.bytes ?? .max { return untouched }
      decodes = untouched.decodes
    }

    let decoder = try decoder(source, shared, isCancelled)
    if let budget = recipe.budget {
      var search = try budgetJob(budget, format, decoder, source, decodes: decodes, isCancelled)
      return try search.finish()
    }
    var job = try outputJob(format, decoder)
    let target = job.target
    let (pixels, runs) = try job.decode(decoder)
    try checkpoint(isCancelled)
    let encoded = try job.finish(pixels, of: decoder)
    try checkpoint(isCancelled)
    var warnings = decoder.warnings + job.warnings
    if isInVain(encoded, format, at: target, of: source) { warnings.append(.largerThanSource) }
    var rendering = Rendering(
      bytes: encoded.bytes, format: format, size: target, quality: encoded.quality, encodes: 1,
      decodes: decodes + runs, isUntouched: false, warnings: warnings, score: encoded.score)
    rendering.settlesGainMap = job.settlesGainMap
    return rendering
  }

  /// The picture as it is, where that is what the recipe asks for and all of it can be decoded.
  private func passedThrough(
    _ source: Source, _ format: ImageFormat, _ shared: SharedDecode?,
    _ isCancelled: @escaping @Sendable () -> Bool
  ) throws(ImagingError) -> Rendering? {
    guard recipe.budget?.ceiling == nil else { return nil }
    let passThrough = PassThrough(recipe, format, source, limits: limits)
    guard let shared else { return try passThrough.run(isCancelled) }
    // The decode that others need as well tells whether it is whole.
    var untouched = try passThrough.run(verifies: false, isCancelled)
    if untouched != nil {
      let decoder = try shared.decoder(of: source, limits: limits, isCancelled: isCancelled)
      untouched?.decodes = try decoder.shared?.verify() ?? 0
    }
    return untouched
  }

  private func decoder(
    _ source: Source, _ shared: SharedDecode? = nil, _ isCancelled: @escaping @Sendable () -> Bool
  ) throws(ImagingError) -> SourceDecoder {
    guard let shared else {
      return try SourceDecoder(source, limits: limits, isCancelled: isCancelled)
    }
    return try shared.decoder(of: source, limits: limits, isCancelled: isCancelled)
  }

  /// The work of making one output, its size one that the format can hold.
  private func outputJob(
    _ format: ImageFormat, _ decoder: SourceDecoder
  ) throws(ImagingError) -> OutputJob {
    let target = recipe.size.applied(to: decoder.displayedSize)
    try format.check(target)
    return OutputJob(recipe: recipe, format: format, target: target, threads: limits.threads)
  }

  /// The work of making one output under a budget.
  func budgetJob(
    _ budget: ByteBudget, _ format: ImageFormat, _ decoder: SourceDecoder, _ source: Source,
    decodes: Int = 0, _ isCancelled: @escaping @Sendable () -> Bool
  ) throws(ImagingError) -> BudgetJob {
    BudgetJob(
      budget, try outputJob(format, decoder), decoder, sourceBytes: source.bytes.count,
      decodes: decodes, memory: memory, rungs: rungs
    ) { () throws(ImagingError) in try checkpoint(isCancelled) }
  }

  /// libvips keeps buffers for each thread, and Dispatch's threads come and go.
  func endJob() { VipsLibrary.endJob() }

  /// Fails where something is lost that must not be.
  ///
  /// - Throws: `ImagingError` of reason `unsupported` that names the losses.
  package static func refuse(
    _ warnings: [PictureWarning], _ refused: Set<Loss>
  ) throws(ImagingError) {
    let lost = warnings.filter { $0.loss.map(refused.contains) == true }
    guard !lost.isEmpty else { return }
    let names = lost.map { "\($0.name) (\($0.message))" }.joined(separator: ", ")
    throw ImagingError(.encode, .unsupported, "not made, as it would lose \(names)")
  }

  /// Whether a picture was made HEIC, which is done for the bytes, and has more of them.
  private func isInVain(
    _ encoded: EncodedPicture, _ format: ImageFormat, at size: PixelSize, of source: Source
  ) -> Bool {
    format == .heic && !source.format.isHEIF && size == source.facts.displayedSize
      && encoded.bytes.count > source.bytes.count
  }

  func checkpoint(_ isCancelled: () -> Bool) throws(ImagingError) {
    if isCancelled() { throw ImagingError(.transform, .cancelled, "cancelled") }
  }
}

extension [PictureWarning] {
  /// The warnings, the first of each name and meaning.
  fileprivate var uniqued: Self {
    var seen: Set<PictureWarning> = []
    return filter { seen.insert($0).inserted }
  }
}
