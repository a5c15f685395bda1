internal import Formats
internal import Vips

/// Pixels as an encoder takes them: upright, in colours that the format can hold.
enum ReadyPixels {
  /// The planes of a JPEG, and the profile of their colours.
  case planes(PlanarPicture, profile: [UInt8]?)
  /// Samples side by side, in memory.
  case raster(ColouredPicture)

  /// Size of the picture in pixels.
  var size: PixelSize {
    switch self {
    case .planes(let planes, _): planes.size
    case .raster(let picture): PixelSize(width: picture.image.width, height: picture.image.height)
    }
  }

  /// The ICC profile of the samples; nil for sRGB or plain gray.
  var profile: [UInt8]? {
    switch self {
    case .planes(_, let profile): profile
    case .raster(let picture): picture.profile
    }
  }

  /// The picture at a smaller size, in samples side by side.
  func coloured(at size: PixelSize) throws(VipsError) -> ColouredPicture {
    switch self {
    case .planes(let planes, let profile):
      ColouredPicture(image: try planes.rgb(at: size), profile: profile)
    case .raster(let picture):
      ColouredPicture(image: try picture.image.resampled(to: size), profile: picture.profile)
    }
  }

  /// The picture at a smaller size, as it was, in memory.
  func shrunk(to size: PixelSize) throws(VipsError) -> ReadyPixels {
    switch self {
    case .planes(let planes, let profile):
      .planes(try planes.shrunk(to: size), profile: profile)
    case .raster: .raster(try coloured(at: size).inMemory())
    }
  }
}
