internal import Formats
internal import Vips

/// The pixels of a picture as its decoder gives them.
enum DecodedPixels {
  /// Samples side by side; `covered` is what they stand for where the decoder reduced them.
  case raster(VipsImage, covered: CoveredSize? = nil)
  /// Planes Y, Cb, Cr as the codec stores them.
  case planes(PlanarPicture)
}
