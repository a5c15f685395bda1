extension VipsImage {
  /// Converts to another colour space by libvips' own formulas, which know no profiles.
  ///
  /// `source` is what the samples mean now, where the image's interpretation is wrong.
  package func colourspace(
    _ space: Interpretation, source: Interpretation? = nil
  ) throws(VipsError) -> VipsImage {
    var arguments: [Operation.Named] = [("in", .image(self)), ("space", space.argument)]
    if let source { arguments.append(("source-space", source.argument)) }
    return try Operation.image("colourspace", arguments)
  }
}
