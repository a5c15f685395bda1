internal import Formats
internal import Metadata
internal import Vips

/// One output on its way from decoded pixels to a file.
struct OutputJob {
  let recipe: Recipe
  let format: ImageFormat
  let threads: Int
  /// What the output lacks.
  private(set) var warnings: [PictureWarning] = []

  init(recipe: Recipe, format: ImageFormat, threads: Int) {
    self.recipe = recipe
    self.format = format
    self.threads = threads
  }

  /// The file of `target` pixels, upright, with what is said about it.
  mutating func finish(
    _ pixels: DecodedPixels, orientation: Int, meaning: ColourMeaning, metadata: PictureMetadata,
    target: PixelSize
  ) throws(ImagingError) -> EncodedPicture {
    let encoder = Encoder(format: format, quality: recipe.quality, threads: threads)
    if case .planes(let planes) = pixels, canStayPlanar(planes, meaning) {
      let shrunk = try transforming { () throws(VipsError) in try planes.shrunk(to: target) }
      let profile: [UInt8]? = if case .profile(let bytes) = meaning { bytes } else { nil }
      let truth = true_(metadata, size: target, profile: profile)
      return try attach(truth, to: encoder.encode(shrunk))
    }
    let raster = try upright(pixels, orientation: orientation, target: target)
    let picture = try transforming { () throws(VipsError) in
      var picture = try ColouredPicture(raster, meaning: meaning)
      if recipe.endsInSRGB { picture = try picture.inSRGB() }
      return try picture.fitted(to: format, background: recipe.background)
    }
    warnings += picture.warnings
    let truth = true_(metadata, size: target, profile: picture.profile)
    return try attach(truth, to: encoder.encode(picture.image, metadata: truth))
  }

  /// Whether the planes are a JPEG's own already, and their colours stay as they are.
  private func canStayPlanar(_ planes: PlanarPicture, _ meaning: ColourMeaning) -> Bool {
    guard format == .jpeg, planes.isJPEGs else { return false }
    return switch meaning {
    case .untagged: true
    case .profile: !recipe.endsInSRGB
    case .codePoints(let primaries, let transfer):
      primaries <= 2 && HDRTransfer(codePoint: transfer) == nil
    }
  }
}
