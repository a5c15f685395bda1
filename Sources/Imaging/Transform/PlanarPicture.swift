internal import Formats
internal import Heif
internal import Pixels
internal import Resampling
internal import TurboJPEG
internal import Vips

/// An opaque 8-bit picture in the planes that its codec stores: Y, Cb, Cr, or Y alone.
///
/// Shrinking the planes as they are costs half of what it costs in RGB with 4:2:0 chroma, and a JPEG
/// can be made of them without any conversion at all.
struct PlanarPicture {
  /// Y, then Cb and Cr where there is colour.
  var planes: [PixelPlane]
  /// How the chroma planes are reduced against Y.
  var chroma: HeifImage.Chroma
  /// What the numbers mean.
  var color: HeifColor

  /// The picture of planes that are a JPEG's own, of 8 bits.
  ///
  /// - Parameters:
  ///   - planes: Y, or Y, Cb and Cr.
  ///   - isHalved: Whether Cb and Cr have half the width and height, rounded up.
  init(ofJPEG planes: [PixelPlane], isHalved: Bool) {
    self.init(planes, isHalved ? .halves : .none, color: .profiled)
  }

  /// The picture of planes of 8 bits whose chroma is as large as luma, or half as wide and high.
  init(_ planes: [PixelPlane], _ reduction: ChromaReduction, color: HeifColor) {
    self.planes = planes
    chroma = planes.count == 1 ? .monochrome : reduction == .halves ? .ycbcr420 : .ycbcr444
    self.color = color
  }

  /// The picture of these planes, or nil where it is not 8-bit and opaque in Y, Cb, Cr or Y alone.
  init?(_ image: HeifImage) {
    guard image.bits == 8, image.alpha == nil else { return nil }
    switch image.chroma {
    case .monochrome, .ycbcr420, .ycbcr422, .ycbcr444: break
    case .rgb, .interleaved: return nil
    }
    planes = image.planes
    chroma = image.chroma
    color = image.color ?? .unstated
  }

  /// Size of the picture in pixels.
  var size: PixelSize { PixelSize(width: planes[0].width, height: planes[0].height) }

  /// The picture at `size`, its chroma reduced as before.
  func shrunk(to size: PixelSize) throws(VipsError) -> PlanarPicture {
    guard size != self.size else { return self }
    return try resampled(to: size, reduction)
  }

  /// The picture at `size` in RGB (or gray), 8 bits, every plane brought there in one step.
  func rgb(at size: PixelSize) throws(VipsError) -> VipsImage {
    try resampled(to: size, .none).joined()
  }

  /// The picture at `size`, its chroma reduced by a factor.
  private func resampled(
    to size: PixelSize, _ wanted: ChromaReduction
  ) throws(VipsError) -> PlanarPicture {
    try resampled(to: size, wanted) { planes[$0].resampled(to: $1) }
  }

  /// The picture at `size`, its chroma reduced by a factor, of planes that `make` gives.
  ///
  /// - Parameters:
  ///   - size: Its size in pixels.
  ///   - wanted: How its chroma is reduced.
  ///   - make: Gives the plane of a number in a shape; nil where there is no memory for it.
  /// - Returns: The picture.
  /// - Throws: `VipsError` where there is no memory for a plane.
  func resampled(
    to size: PixelSize, _ wanted: ChromaReduction, _ make: (Int, PlaneShape) -> PixelPlane?
  ) throws(VipsError) -> PlanarPicture {
    let shapes = reduction.shapes(of: self.size, planes: planes.count, to: size, wanted)
    var result = self
    result.planes = []
    for (index, shape) in shapes.enumerated() {
      guard let resampled = make(index, shape) else {
        throw VipsError("resample", "there is no memory for a plane")
      }
      result.planes.append(resampled)
    }
    if wanted != reduction, planes.count > 1 {
      result.chroma = wanted == .halves ? .ycbcr420 : .ycbcr444
    }
    return result
  }

  /// How chroma is reduced.
  var reduction: ChromaReduction { ChromaReduction(chroma) }

  /// Brightness alone in RGB, 8 bits.
  func grayInColour() throws(VipsError) -> VipsImage {
    let gray = try rgb(at: size)
    return try VipsImage.bandjoin([gray, gray, gray]).copy(interpretation: .srgb)
  }

  /// Whether the numbers are those that JFIF prescribes: BT.601, full range.
  var isJPEGs: Bool {
    planes.count == 1 ? color.fullRange : color.isJPEGs
  }

  /// What the samples are once they are converted.
  var colours: VipsImage.Colours { planes.count == 1 ? .gray : .rgb }

  /// How TurboJPEG calls the reduction of the chroma planes.
  var subsampling: TurboJPEG.Subsampling {
    switch chroma {
    case .ycbcr420: .ycbcr420
    case .ycbcr422: .ycbcr422
    case .monochrome: .gray
    default: .ycbcr444
    }
  }

  /// The picture in RGB (or gray), 8 bits, of planes that are all as large as it is.
  func joined() throws(VipsError) -> VipsImage {
    let conversion = YCbCrConversion(color)
    let planes = try planes.map { plane throws(VipsError) in
      try VipsImage(plane: plane, interpretation: .grey)
    }
    guard planes.count == 3 else {
      return try planes[0].linear([conversion.lumaScale], [conversion.lumaOffset + 0.5])
        .cast(.uchar).copy(interpretation: .grey)
    }
    return try VipsImage.bandjoin(planes).recomb(conversion.matrix)
      .linear([1], conversion.offsets.map { $0 + 0.5 })
      .cast(.uchar).copy(interpretation: .srgb)
  }
}
