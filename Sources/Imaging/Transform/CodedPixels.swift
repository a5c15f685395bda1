internal import Formats
internal import Heif
internal import JPEGCoefficients
internal import Pixels
internal import Vips

/// A picture as the coefficients of a JPEG, of which every quality is made without decoding or
/// converting anything again.
struct CodedPixels {
  /// What is encoded.
  let picture: CoefficientPicture
  /// The ICC profile of the samples; nil for sRGB or plain gray.
  let profile: [UInt8]?
  /// Where smaller pictures come from.
  let origin: Origin

  /// Where coefficients come from.
  enum Origin {
    /// A JPEG that was stored under an EXIF Orientation; its pixels were never made.
    case jpeg(orientation: Int)
    /// Pixels in memory.
    indirect case pixels(ReadyPixels)
  }

  /// Size of the picture in pixels.
  var size: PixelSize { PixelSize(width: picture.width, height: picture.height) }

  /// The picture at its own size or a smaller one, in samples side by side.
  ///
  /// Those of a JPEG are made of the coefficients that are there.
  ///
  /// - Throws: `ImagingError` where there is no memory for it.
  func coloured(at target: PixelSize) throws(ImagingError) -> ColouredPicture {
    guard case .jpeg(let orientation) = origin else { return try pixels().coloured(at: target) }
    do {
      let plane = try picture.pixels(isTurned: orientation > 4)
      let image = try VipsImage(plane: plane, interpretation: picture.isGray ? .grey : .srgb)
        .resampled(to: target.upright(from: orientation)).upright(from: orientation).inMemory()
      return ColouredPicture(image: image, profile: profile)
    } catch {
      throw ImagingError(
        .decode, .internal, "the picture's pixels can't be made", detail: "\(error)")
    }
  }

  /// The pixels, at the picture's own size.
  ///
  /// - Throws: `ImagingError` where there is no memory for it.
  func pixels() throws(ImagingError) -> ReadyPixels {
    if case .pixels(let pixels) = origin { return pixels }
    return .raster(try coloured(at: size))
  }
}

extension CodedPixels {
  /// The coefficients of a JPEG that is only to be made smaller in bytes; nil where its pixels are
  /// needed.
  ///
  /// Colour that is finer than a half each way is left to pixels: at the qualities of a budget it
  /// costs more than it shows.
  ///
  /// - Parameters:
  ///   - source: The input.
  ///   - recipe: What is to be made of it.
  ///   - format: The format of the output.
  init?(_ source: SourceDecoder, _ recipe: Recipe, _ format: ImageFormat) {
    let facts = source.facts
    guard format == .jpeg, source.format == .jpeg,
      recipe.leavesCodedPixels(of: facts, source: .jpeg, format: .jpeg),
      ["4:2:0", nil].contains(facts.jpeg?.subsampling)
    else { return nil }
    var profile: [UInt8]?
    if case .profile(let bytes) = source.meaning {
      let colours: VipsImage.Colours = facts.jpeg?.components.count == 1 ? .gray : .rgb
      // Who has to say that a profile is unusable, decodes.
      guard colours.fit(bytes) else { return nil }
      profile = bytes
    }
    guard let picture = source.coefficients(),
      picture.isGray || picture.isHalved
    else { return nil }
    self.init(
      picture: picture, profile: profile, origin: .jpeg(orientation: source.orientation))
  }

  /// The coefficients of pixels of gray or three colours, 8 bits; nil for all others.
  ///
  /// Their steps are all 1, which leaves them as exact as pixels are, with colour at half the width and
  /// height.
  ///
  /// - Throws: `ImagingError` where there is no memory for it.
  init?(_ pixels: ReadyPixels) throws(ImagingError) {
    do {
      guard let picture = try Self.transformed(pixels) else { return nil }
      self.init(picture: picture, profile: pixels.profile, origin: .pixels(pixels))
    } catch {
      throw ImagingError(
        .encode, .internal, "the picture can't be encoded as jpeg", detail: "\(error)")
    }
  }

  private static func transformed(_ pixels: ReadyPixels) throws -> CoefficientPicture? {
    switch pixels {
    case .coefficients: return nil
    case .planes(let planes, _):
      if planes.planes.count == 1 {
        return try CoefficientPicture(transforming: planes.planes[0])
      }
      guard planes.chroma == .ycbcr420 else {
        return try transformed(.raster(try pixels.coloured(at: pixels.size)))
      }
      return try CoefficientPicture(transforming: planes.planes)
    case .raster(let picture):
      guard [1, 3].contains(picture.image.bands), picture.image.sampleBits == 8 else { return nil }
      return try CoefficientPicture(transforming: picture.image.pixels())
    }
  }
}
