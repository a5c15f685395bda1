internal import Formats
internal import Vips

extension VipsImage {
  /// This picture at exactly `size`, by Lanczos 3 unless another kernel is named, in the samples' own light.
  ///
  /// Pictures with transparency are weighted by it, so that the colour under clear pixels leaves no
  /// dark fringes. `covered` is what the pixels stand for where that isn't a whole number of them,
  /// as after a decoder's own reduction by 2, 4 or 8.
  func resampled(
    to size: PixelSize, covered: CoveredSize? = nil, kernel: Kernel = .lanczos3
  ) throws(VipsError) -> VipsImage {
    guard size != PixelSize(width: width, height: height) else { return self }
    let covered = covered ?? CoveredSize(width: Double(width), height: Double(height))
    let scale = Double(size.width) / covered.width
    let vscale = Double(size.height) / covered.height
    guard hasAlpha else {
      return try resize(scale: scale, vscale: vscale, kernel: kernel).cropped(to: size)
    }
    return try premultiply().resize(scale: scale, vscale: vscale, kernel: kernel).cropped(to: size)
      .unpremultiplied(to: format)
  }

  /// The colours divided by their alpha, rounded to whole samples of `format`.
  func unpremultiplied(to format: Format) throws(VipsError) -> VipsImage {
    let colours = try unpremultiply()
    guard format == .uchar || format == .ushort else { return try colours.cast(format) }
    // A cast alone cuts fractions off: all colours would come out darker.
    return try colours.linear([1], [0.5]).cast(format).copy(interpretation: interpretation)
  }

  /// The picture cut or stretched by its last row and column to exactly `size`.
  ///
  /// Only rounding can make a difference: never more than a pixel each way.
  private func cropped(to size: PixelSize) throws(VipsError) -> VipsImage {
    guard size != PixelSize(width: width, height: height) else { return self }
    return try embed(x: 0, y: 0, width: size.width, height: size.height, extend: .copy)
  }
}

/// How many pixels of the original a reduced decode stands for, fractions included.
struct CoveredSize: Sendable, Equatable {
  /// Columns, in pixels of the reduced picture.
  var width: Double
  /// Rows, in pixels of the reduced picture.
  var height: Double
}
