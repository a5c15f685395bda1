internal import Formats
internal import Metadata
internal import Vips

/// The way from a picture file to another: decode small, upright, resize, colour, encode, metadata.
package struct Pipeline: Sendable {
  /// What is to be made.
  package let recipe: Recipe
  /// What may be used for it.
  package let limits: PipelineLimits

  /// The pipeline that follows `recipe`.
  package init(recipe: Recipe, limits: PipelineLimits) {
    self.recipe = recipe
    self.limits = limits
  }

  /// Makes what the recipe says of one picture.
  ///
  /// - Parameters:
  ///   - source: The picture file.
  ///   - isCancelled: Asked between the stages and within decoders that can be stopped.
  /// - Returns: The file that was made.
  /// - Throws: `ImagingError` that names the stage and what is wrong with the picture.
  package func run(
    _ source: Source, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(ImagingError) -> Rendering {
    // libvips keeps buffers for each thread, and Dispatch's threads come and go.
    defer { VipsLibrary.endJob() }
    let source = try source.picture(recipe.picture)
    try Source.check(source.facts, limits)
    let format = recipe.format.format(for: source.facts, source: source.format)
    try checkpoint(isCancelled)
    let passThrough = PassThrough(recipe, format, source, limits: limits)
    if let untouched = try passThrough.run(isCancelled) { return untouched }

    let decoder = try SourceDecoder(source, limits: limits, isCancelled: isCancelled)
    let target = recipe.size.applied(to: decoder.displayedSize)
    let pixels = try decoder.decode(for: target)
    try checkpoint(isCancelled)

    var job = OutputJob(
      recipe: recipe, format: format, target: target, threads: limits.threads)
    let encoded = try job.finish(pixels, of: decoder)
    try checkpoint(isCancelled)
    return Rendering(
      bytes: encoded.bytes, format: format, size: target, quality: encoded.quality, encodes: 1,
      decodes: 1, isUntouched: false, warnings: decoder.warnings + job.warnings)
  }

  private func checkpoint(_ isCancelled: () -> Bool) throws(ImagingError) {
    if isCancelled() { throw ImagingError(.transform, .cancelled, "cancelled") }
  }
}
