internal import Formats
internal import Vips

/// The pixels of a picture as its decoder gives them.
enum DecodedPixels {
  /// Samples side by side; `covered` is what they stand for where the decoder reduced them.
  case raster(VipsImage, covered: CoveredSize? = nil)
  /// Planes Y, Cb, Cr as the codec stores them.
  case planes(PlanarPicture)
  /// Samples side by side at the output's size, in memory, turned as the picture is to be seen.
  case upright(VipsImage)

  /// The same pixels, whose decoding throws from the moment on that `isCancelled` says yes; all
  /// others are decoded already.
  func cancellable(
    _ isCancelled: @escaping @Sendable () -> Bool
  ) throws(VipsError) -> DecodedPixels {
    switch self {
    case .raster(let image, let covered):
      .raster(try image.cancellable(isCancelled), covered: covered)
    case .planes, .upright: self
    }
  }
}
