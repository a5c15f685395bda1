extension VipsImage {
  /// Every sample replaced by a weighted sum of those around it, along rows and columns alike; floats.
  ///
  /// Beyond its edges the picture goes on with its outermost pixels.
  ///
  /// - Parameter weights: The weights of one row, the middle one that of the sample itself; a sum of 1
  ///   keeps the brightness.
  /// - Returns: The picture, of the same size.
  /// - Throws: `VipsError` for no weights.
  package func convsep(_ weights: [Double]) throws(VipsError) -> VipsImage {
    try Operation.image(
      "convsep",
      [
        ("in", .image(self)), ("mask", .image(Self.matrix([weights]))),
        ("precision", .word("float")),
      ])
  }
}
