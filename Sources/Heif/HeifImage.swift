internal import CHeif
package import Pixels

/// The pixels of a picture.
package struct HeifImage: Sendable {
  /// How colour is stored.
  package enum Chroma: Sendable, Equatable {
    /// One plane: Y.
    case monochrome
    /// Three planes Y, Cb, Cr; the last two have half the width and half the height, rounded up.
    case ycbcr420
    /// Three planes Y, Cb, Cr; the last two have half the width, rounded up.
    case ycbcr422
    /// Three planes Y, Cb, Cr of equal size.
    case ycbcr444
    /// Three planes R, G, B of equal size.
    case rgb
    /// One plane in which a pixel is three samples R, G, B or four R, G, B, alpha.
    case interleaved

    init?(_ colorspace: heif_colorspace, _ chroma: heif_chroma) {
      switch (colorspace, chroma) {
      case (heif_colorspace_monochrome, _): self = .monochrome
      case (heif_colorspace_YCbCr, heif_chroma_420): self = .ycbcr420
      case (heif_colorspace_YCbCr, heif_chroma_422): self = .ycbcr422
      case (heif_colorspace_YCbCr, heif_chroma_444): self = .ycbcr444
      case (heif_colorspace_RGB, heif_chroma_444): self = .rgb
      case (heif_colorspace_RGB, _): self = .interleaved
      default: return nil
      }
    }

    /// Pixels in a row and rows of a plane of a picture.
    func size(ofPlane index: Int, width: Int, height: Int) -> (width: Int, height: Int) {
      let half = { (length: Int) in length / 2 + length % 2 }
      return switch self {
      case .ycbcr420 where index > 0: (half(width), half(height))
      case .ycbcr422 where index > 0: (half(width), height)
      default: (width, height)
      }
    }
  }

  /// Pixels in a row.
  package let width: Int
  /// Rows.
  package let height: Int
  /// Bits of a sample that count, 1 to 16; a sample of more than 8 is stored in 16, the value in
  /// the lower ones.
  package let bits: Int
  /// How colour is stored, which tells what `planes` are.
  package let chroma: Chroma
  /// The colours of the numbers in the planes; nil where nothing states them.
  ///
  /// For planes that is the container or else the codec, for interleaved pixels the container only.
  package let color: HeifColor?
  /// The planes of the colours, or the one interleaved plane.
  package let planes: [PixelPlane]
  /// The transparency where it is a plane of its own, at the size of the picture.
  package let alpha: PixelPlane?
  /// Bits of a sample of `alpha` that count; 0 where there is none.
  package let alphaBits: Int
  /// Whether the colours are multiplied with the transparency.
  package let hasPremultipliedAlpha: Bool
  /// What was found wrong and concealed; where there is any, the picture is likely damaged.
  package let warnings: [String]
}
