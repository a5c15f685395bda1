internal import Formats
internal import Pixels
internal import Resampling
internal import Vips

/// How an output takes planes that are a JPEG's own.
enum PlanesWanted {
  /// Chroma reduced as in the source.
  case asStored
  /// Chroma reduced so.
  case reduced(ChromaReduction)
}

/// Decoded pixels in memory, and what was made of them at other sizes, each once.
final class SizedPixels {
  private let pixels: DecodedPixels
  private let orientation: Int
  private var planes: [PlaneKey: PixelPlane] = [:]
  private var rasters: [PixelSize: VipsImage] = [:]
  private var uprights: [PixelSize: VipsImage] = [:]

  private struct PlaneKey: Hashable {
    let index: Int
    let shape: PlaneShape
  }

  /// - Parameters:
  ///   - pixels: The pixels; planes are upright, samples side by side as they are stored.
  ///   - orientation: EXIF Orientation, 1 to 8, of samples side by side.
  init(_ pixels: DecodedPixels, orientation: Int) {
    self.pixels = pixels
    self.orientation = orientation
  }

  /// The pixels of an output of `size`, upright.
  ///
  /// - Returns: Planes where these are wanted and there; else samples side by side.
  func pixels(at size: PixelSize, _ wanted: PlanesWanted?) throws(VipsError) -> DecodedPixels {
    if let wanted, case .planes(let picture) = pixels, picture.isJPEGs {
      switch wanted {
      case .asStored: return .planes(try resampled(picture, to: size, picture.reduction))
      case .reduced(let reduction): return .planes(try resampled(picture, to: size, reduction))
      }
    }
    return .upright(try upright(at: size))
  }

  /// The same picture at a smaller size, chroma reduced as before.
  func shrunk(to size: PixelSize) throws(VipsError) -> SizedPixels {
    switch pixels {
    case .planes(let picture):
      SizedPixels(
        .planes(try resampled(picture, to: size, picture.reduction)), orientation: orientation)
    case .raster, .upright:
      SizedPixels(
        .raster(try raster(at: size.upright(from: orientation))), orientation: orientation)
    }
  }

  private func upright(at size: PixelSize) throws(VipsError) -> VipsImage {
    if let made = uprights[size] { return made }
    let made =
      switch pixels {
      case .planes(let picture): try resampled(picture, to: size, .none).joined().inMemory()
      case .raster, .upright:
        try raster(at: size.upright(from: orientation)).upright(from: orientation).inMemory()
      }
    uprights[size] = made
    return made
  }

  /// Samples side by side, as they are stored.
  private func raster(at size: PixelSize) throws(VipsError) -> VipsImage {
    if let made = rasters[size] { return made }
    let made =
      switch pixels {
      case .planes(let picture): try picture.rgb(at: size).inMemory()
      case .raster(let image, let covered):
        try image.resampled(to: size, covered: covered).inMemory()
      case .upright(let image): try image.resampled(to: size).inMemory()
      }
    rasters[size] = made
    return made
  }

  /// Outputs of one size share luma, whatever becomes of their chroma.
  private func resampled(
    _ picture: PlanarPicture, to size: PixelSize, _ wanted: ChromaReduction
  ) throws(VipsError) -> PlanarPicture {
    try picture.resampled(to: size, wanted) { index, shape in
      let key = PlaneKey(index: index, shape: shape)
      if let made = planes[key] { return made }
      let made = picture.planes[index].resampled(to: shape)
      planes[key] = made
      return made
    }
  }
}
