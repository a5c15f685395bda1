// Alpha is the last band. Its highest value follows from the interpretation: 255, 65535 for 16 bits,
// 1 for linear light. `maxAlpha` overrules that.
extension VipsImage {
  /// The colours laid over a background, and no alpha any more.
  ///
  /// `background` has one number for all bands or one for each, in the image's own scale.
  package func flatten(
    background: [Double], maxAlpha: Double? = nil
  ) throws(VipsError) -> VipsImage {
    try Operation.image(
      "flatten", [("in", .image(self)), ("background", .numbers(background))] + top(maxAlpha))
  }

  /// The colours multiplied by their alpha, as floats: what resizing needs, lest the colour of what
  /// cannot be seen bleeds into what can.
  package func premultiply(maxAlpha: Double? = nil) throws(VipsError) -> VipsImage {
    try Operation.image("premultiply", [("in", .image(self))] + top(maxAlpha))
  }

  /// The colours divided by their alpha, as floats.
  package func unpremultiply(maxAlpha: Double? = nil) throws(VipsError) -> VipsImage {
    try Operation.image("unpremultiply", [("in", .image(self))] + top(maxAlpha))
  }

  private func top(_ maxAlpha: Double?) -> [Operation.Named] {
    maxAlpha.map { [("max-alpha", .number($0))] } ?? []
  }
}
