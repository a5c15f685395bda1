internal import Formats
internal import Heif
internal import JPEGCoefficients
internal import Metadata
internal import Pixels
internal import TurboJPEG
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
    /// A JPEG, upright; its pixels were never decoded.
    case jpeg([UInt8])
    /// Pixels in memory.
    indirect case pixels(ReadyPixels)
  }

  /// Size of the picture in pixels.
  var size: PixelSize { PixelSize(width: picture.width, height: picture.height) }

  /// The picture at a smaller size, in samples side by side.
  func coloured(at target: PixelSize) throws(ImagingError) -> ColouredPicture {
    switch origin {
    case .pixels(let pixels): try pixels.coloured(at: target)
    case .jpeg(let bytes):
      ColouredPicture(
        image: try RasterDecode.picture(ofJPEG: bytes, stored: size, at: target), profile: profile)
    }
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
  ///   - maximumPixels: The most pixels that are read.
  init?(_ source: SourceDecoder, _ recipe: Recipe, _ format: ImageFormat, maximumPixels: Int) {
    let facts = source.facts
    guard format == .jpeg, source.format == .jpeg,
      recipe.leavesCodedPixels(of: facts, source: .jpeg, format: .jpeg),
      ["4:2:0", nil].contains(facts.jpeg?.subsampling),
      let upright = source.uprightJPEG(maximumPixels: maximumPixels),
      let picture = try? CoefficientPicture(upright, maximumPixels: maximumPixels),
      picture.isGray || picture.isHalved
    else { return nil }
    var profile: [UInt8]?
    if case .profile(let bytes) = source.meaning {
      let colours: VipsImage.Colours = picture.isGray ? .gray : .rgb
      // Who has to say that a profile is unusable, decodes.
      guard colours.fit(bytes) else { return nil }
      profile = bytes
    }
    self.init(picture: picture, profile: profile, origin: .jpeg(upright))
  }

  /// The coefficients of pixels of gray or three colours, 8 bits; nil for all others.
  ///
  /// They pass through a JPEG whose steps are all 1, which leaves them as exact as pixels are, with
  /// colour at half the width and height.
  ///
  /// - Throws: `ImagingError` where they can't be encoded.
  init?(_ pixels: ReadyPixels, maximumPixels: Int) throws(ImagingError) {
    do {
      guard let jpeg = try Self.finest(pixels) else { return nil }
      self.init(
        picture: try CoefficientPicture(jpeg, maximumPixels: maximumPixels),
        profile: pixels.profile, origin: .pixels(pixels))
    } catch {
      throw ImagingError(
        .encode, .internal, "the picture can't be encoded as jpeg", detail: "\(error)")
    }
  }

  private static func finest(_ pixels: ReadyPixels) throws -> [UInt8]? {
    switch pixels {
    case .coefficients: return nil
    case .planes(let planes, _):
      guard planes.planes.count == 1 || planes.chroma == .ycbcr420 else {
        return try finest(.raster(try pixels.coloured(at: pixels.size)))
      }
      return try TurboJPEG.encode(
        planes: planes.planes, width: planes.size.width,
        height: planes.size.height, subsampling: planes.subsampling, quality: 100,
        isProgressive: false)
    case .raster(let picture):
      guard [1, 3].contains(picture.image.bands), picture.image.sampleBits == 8 else { return nil }
      return try TurboJPEG.encode(
        try picture.image.pixels(), subsampling: .ycbcr420, quality: 100, isProgressive: false)
    }
  }
}
