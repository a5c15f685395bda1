// These evaluate the image.
extension VipsImage {
  /// The mean of all samples of all bands.
  package func avg() throws(VipsError) -> Double {
    try Operation.number("avg", [("in", .image(self))])
  }

  /// The lowest sample of all bands.
  package func min() throws(VipsError) -> Double {
    try Operation.number("min", [("in", .image(self))])
  }

  /// The highest sample of all bands.
  package func max() throws(VipsError) -> Double {
    try Operation.number("max", [("in", .image(self))])
  }

  /// The samples of one pixel, counted from the upper left corner.
  package func getpoint(x: Int, y: Int) throws(VipsError) -> [Double] {
    try Operation.numbers(
      "getpoint", [("in", .image(self)), ("x", .integer(x)), ("y", .integer(y))])
  }
}
