internal import Formats
internal import Heif
internal import Pixels
internal import TurboJPEG
internal import Vips

/// An opaque 8-bit picture in the planes that its codec stores: Y, Cb, Cr, or Y alone.
///
/// Shrinking the planes as they are costs half of what it costs in RGB with 4:2:0 chroma, and a JPEG
/// can be made of them without any conversion at all.
struct PlanarPicture {
  /// Y, then Cb and Cr where there is colour; all in memory.
  var planes: [VipsImage]
  /// How the chroma planes are reduced against Y.
  var chroma: HeifImage.Chroma
  /// What the numbers mean.
  var color: HeifColor

  /// The picture of these planes, or nil where it is not 8-bit and opaque in Y, Cb, Cr or Y alone.
  init?(_ image: HeifImage) throws(VipsError) {
    guard image.bits == 8, image.alpha == nil else { return nil }
    switch image.chroma {
    case .monochrome, .ycbcr420, .ycbcr422, .ycbcr444: break
    case .rgb, .interleaved: return nil
    }
    planes = try image.planes.map { plane throws(VipsError) in
      try VipsImage(plane: plane, interpretation: .grey)
    }
    chroma = image.chroma
    color = image.color ?? .unstated
  }

  /// Size of the picture in pixels.
  var size: PixelSize { PixelSize(width: planes[0].width, height: planes[0].height) }

  /// The picture at `size`, its chroma reduced as before.
  func shrunk(to size: PixelSize) throws(VipsError) -> PlanarPicture {
    guard size != self.size else { return self }
    return try resampled { $0.planeSize(of: size) }
  }

  /// The picture at `size` in RGB (or gray), 8 bits, every plane brought there in one step.
  func rgb(at size: PixelSize) throws(VipsError) -> VipsImage {
    try resampled { _ in size }.joined()
  }

  /// The picture with every plane brought to the size that belongs to its reduction.
  private func resampled(
    to size: (ChromaReduction) -> PixelSize
  ) throws(VipsError) -> PlanarPicture {
    let luma = self.size
    var result = self
    result.planes = []
    for (index, plane) in planes.enumerated() {
      let factor = index == 0 ? ChromaReduction.none : ChromaReduction(chroma)
      // A chroma plane of an odd picture is half a sample larger than what it stands for.
      let covered = CoveredSize(
        width: Double(luma.width) / Double(factor.horizontal),
        height: Double(luma.height) / Double(factor.vertical))
      result.planes.append(try plane.resampled(to: size(factor), covered: covered).inMemory())
    }
    return result
  }

  /// Brightness alone in RGB, 8 bits.
  func grayInColour() throws(VipsError) -> VipsImage {
    let gray = try rgb(at: size)
    return try VipsImage.bandjoin([gray, gray, gray]).copy(interpretation: .srgb)
  }

  /// Whether the numbers are those that JFIF prescribes: BT.601, full range.
  var isJPEGs: Bool {
    let matrices = planes.count == 1 ? [color.matrix] : HeifColor.bt601Matrices
    return color.fullRange && matrices.contains(color.matrix)
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

  private func joined() throws(VipsError) -> VipsImage {
    let conversion = YCbCrConversion(color)
    guard planes.count == 3 else {
      return try planes[0].linear([conversion.lumaScale], [conversion.lumaOffset + 0.5])
        .cast(.uchar).copy(interpretation: .grey)
    }
    return try VipsImage.bandjoin(planes).recomb(conversion.matrix)
      .linear([1], conversion.offsets.map { $0 + 0.5 })
      .cast(.uchar).copy(interpretation: .srgb)
  }
}

/// By how much chroma planes are smaller than luma, each way.
struct ChromaReduction: Sendable, Equatable {
  /// Luma columns for each chroma column: 1 or 2.
  var horizontal: Int
  /// Luma rows for each chroma row: 1 or 2.
  var vertical: Int

  /// Planes of equal size.
  static let none = ChromaReduction(horizontal: 1, vertical: 1)

  private init(horizontal: Int, vertical: Int) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// The reduction that `chroma` stands for.
  init(_ chroma: HeifImage.Chroma) {
    switch chroma {
    case .ycbcr420: self.init(horizontal: 2, vertical: 2)
    case .ycbcr422: self.init(horizontal: 2, vertical: 1)
    default: self = .none
    }
  }

  /// The size of a chroma plane of a picture of `size`, rounded up.
  func planeSize(of size: PixelSize) -> PixelSize {
    PixelSize(
      width: (size.width + horizontal - 1) / horizontal,
      height: (size.height + vertical - 1) / vertical)
  }
}
