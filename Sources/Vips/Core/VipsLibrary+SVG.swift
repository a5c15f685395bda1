internal import CVips

extension VipsLibrary {
  /// Has all that drawing an SVG loads from files loaded, as far as it can be before there is one.
  ///
  /// A text without a size is measured as it is opened, for which the fonts of the machine are looked up. No
  /// thread is left behind.
  package static func prepareSVG() {
    let text = "<svg xmlns='http://www.w3.org/2000/svg'><text x='1' y='20'>Ag</text></svg>"
    guard (try? hasOperation("svgload_buffer")) == true else { return }
    _ = try? VipsImage.loadSVG(Array(text.utf8))
  }
}
