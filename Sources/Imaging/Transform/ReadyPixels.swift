internal import Formats
internal import Vips

/// Pixels as an encoder takes them: upright, in colours that the format can hold.
enum ReadyPixels {
  /// The planes of a JPEG, and the profile of their colours.
  case planes(PlanarPicture, profile: [UInt8]?)
  /// Samples side by side, in memory.
  case raster(ColouredPicture)
  /// Coefficients, for a JPEG whose quality is still to be found.
  case coefficients(CodedPixels)

  /// Size of the picture in pixels.
  var size: PixelSize {
    switch self {
    case .planes(let planes, _): planes.size
    case .raster(let picture): PixelSize(width: picture.image.width, height: picture.image.height)
    case .coefficients(let coded): coded.size
    }
  }

  /// The ICC profile of the samples; nil for sRGB or plain gray.
  var profile: [UInt8]? {
    switch self {
    case .planes(_, let profile): profile
    case .raster(let picture): picture.profile
    case .coefficients(let coded): coded.profile
    }
  }

  /// The picture at a smaller size, in samples side by side.
  ///
  /// - Throws: `ImagingError` where it can't be scaled.
  func coloured(at size: PixelSize) throws(ImagingError) -> ColouredPicture {
    switch self {
    case .planes(let planes, let profile):
      try Self.scaled { () throws(VipsError) in
        ColouredPicture(image: try planes.rgb(at: size), profile: profile)
      }
    case .raster(let picture):
      try Self.scaled { () throws(VipsError) in
        ColouredPicture(image: try picture.image.resampled(to: size), profile: picture.profile)
      }
    case .coefficients(let coded): try coded.coloured(at: size)
    }
  }

  /// The picture at a smaller size, in memory: in planes where it was, else in samples side by side.
  ///
  /// - Throws: `ImagingError` where it can't be scaled.
  func shrunk(to size: PixelSize) throws(ImagingError) -> ReadyPixels {
    if case .planes(let planes, let profile) = self {
      return try Self.scaled { () throws(VipsError) in
        .planes(try planes.shrunk(to: size), profile: profile)
      }
    }
    let coloured = try coloured(at: size)
    return try Self.scaled { () throws(VipsError) in .raster(try coloured.inMemory()) }
  }

  /// What scaling gives.
  ///
  /// - Throws: `ImagingError` where the picture can't be scaled.
  static func scaled<Result>(
    _ body: () throws(VipsError) -> Result
  ) throws(ImagingError) -> Result {
    do {
      return try body()
    } catch {
      throw ImagingError(
        .transform, .internal, "the picture can't be scaled", detail: error.detail)
    }
  }
}
