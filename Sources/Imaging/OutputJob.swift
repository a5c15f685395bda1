internal import Formats
internal import Metadata
internal import Vips

/// One output on its way from decoded pixels to a file.
struct OutputJob {
  /// What is asked for.
  let recipe: Recipe
  /// The format to write.
  let format: ImageFormat
  /// Size of the output in pixels, upright.
  let target: PixelSize
  /// Threads that an encoder may use, at least 1.
  let threads: Int
  /// What the output lacks.
  private(set) var warnings: [PictureWarning] = []
  /// Whether there is nothing more to tell of the input's gain map.
  private(set) var settlesGainMap = false
  /// The gain map of the high dynamic range that the pixels had.
  private(set) var madeGainMap: MadeGainMap?

  init(recipe: Recipe, format: ImageFormat, target: PixelSize, threads: Int) {
    self.recipe = recipe
    self.format = format
    self.target = target
    self.threads = threads
  }

  /// Notes what becomes of the gain map.
  mutating func note(_ outcome: GainMapOutcome) {
    settlesGainMap = outcome.isSettled
    if let warning = outcome.warning { warnings.append(warning) }
  }

  /// The pixels of the input, in planes where the output can be made of them, and how often a decoder ran
  /// for them.
  func decode(
    _ source: SourceDecoder
  ) throws(ImagingError) -> (pixels: DecodedPixels, decodes: Int) {
    if keepsGainMap(of: source) { source.gainMap?.begin(for: source.shared?.largest ?? target) }
    let forJPEG = format == .jpeg && canStayPlanar(source.meaning)
    if let shared = source.shared {
      return try shared.pixels(at: target, forJPEG ? planesWanted(source) : nil)
    }
    if forJPEG, let planes = source.jpegPlanes,
      let picture = try planes.picture(
        at: target, halvesChroma(source) ? .halves : .none, isCancelled: source.isCancelled)
    {
      return (.planes(picture), 1)
    }
    return (try source.decode(for: target, forJPEG: forJPEG), 1)
  }

  /// How planes come that others share.
  private func planesWanted(_ source: SourceDecoder) -> PlanesWanted {
    guard source.format == .jpeg else { return .asStored }
    return .reduced(halvesChroma(source) ? .halves : .none)
  }

  /// Whether the chroma of a JPEG's planes is reduced, which within a budget it always is.
  private func halvesChroma(_ source: SourceDecoder) -> Bool {
    recipe.budget != nil || encoder(source).halvesChroma
  }

  /// The file, with what is said about the picture.
  mutating func finish(
    _ pixels: DecodedPixels, of source: SourceDecoder
  ) throws(ImagingError) -> EncodedPicture {
    let ready = try ready(pixels, of: source)
    var fit = fit(ready, of: source)
    fit.gainMap = try gainMap(of: source)
    var encoded = try encoded(ready, encoder(source), &fit)
    encoded.score = try score(encoded.bytes, of: ready, at: target, source)
    warnings += encoded.warnings + fit.warnings
    return encoded
  }

  /// The pixels at their size, upright, in colours that the format can hold.
  mutating func ready(
    _ pixels: DecodedPixels, of source: SourceDecoder
  ) throws(ImagingError) -> ReadyPixels {
    if case .planes(let planes) = pixels, format == .jpeg, planes.isJPEGs,
      canStayPlanar(source.meaning)
    {
      return try ready(planes, of: source)
    }
    let picture = try coloured(pixels, of: source)
    madeGainMap = picture.gainMap
    warnings += picture.warnings
    warnings += LossLedger.bits(
      source.facts, kept: min(picture.image.sampleBits, format.mostBits))
    return .raster(picture)
  }

  /// Planes for a JPEG, never converted.
  private mutating func ready(
    _ planes: PlanarPicture, of source: SourceDecoder
  ) throws(ImagingError) -> ReadyPixels {
    let shrunk = try stage(.transform) { () throws(VipsError) in try planes.shrunk(to: target) }
    var profile: [UInt8]?
    if case .profile(let bytes) = source.meaning {
      profile = shrunk.colours.fit(bytes) ? bytes : nil
      if profile == nil { warnings.append(.unusableProfile) }
    }
    return .planes(shrunk, profile: profile)
  }

  /// A file of pixels, and what is said about them.
  func encoded(
    _ pixels: ReadyPixels, _ encoder: Encoder, _ fit: inout MetadataFit
  ) throws(ImagingError) -> EncodedPicture {
    var encoded =
      switch pixels {
      case .planes(let planes, _): try encoder.encode(planes)
      case .raster(let picture):
        try encoder.with(fit.gainMap?.heif).encode(picture.image, metadata: fit.metadata)
      case .coefficients(let coded): try encoder.encode(coded.picture)
      }
    if encoded.wouldTake != nil { return encoded }
    encoded.bytes = try fit.put(into: encoded, format)
    return encoded
  }

  /// The encoder, held to what the source has where the output is the same JPEG once more.
  func encoder(_ source: SourceDecoder) -> Encoder {
    var encoder = Encoder(format: format, quality: recipe.quality, threads: threads)
    encoder.isCancelled = source.isCancelled
    if let effort = recipe.effort { encoder.effort = effort }
    if recipe.budget != nil { encoder.packing = .small }
    // Who keeps colours alone, or nothing, wants no second picture.
    if recipe.addsThumbnail, recipe.metadata == .all || recipe.metadata == .safe {
      encoder.thumbnailEdge = Self.thumbnailEdge
    }
    if format == .jpeg, target == source.displayedSize { encoder.limits = source.facts.jpeg }
    encoder.color = keptDynamicRange(of: source.facts)?.heif
    return encoder
  }

  /// Longer edge in pixels of the thumbnail in a HEIC.
  private static let thumbnailEdge = 320

  /// What is said about pixels that are ready.
  func fit(_ pixels: ReadyPixels, of source: SourceDecoder) -> MetadataFit {
    let facts = source.facts
    return MetadataFit(
      source.metadata, recipe.metadata, size: pixels.size, profile: pixels.profile,
      isTurned: !facts.isStoredUpright, keepsSamples: keptDynamicRange(of: facts) != nil,
      becameSRGB: facts.hasOwnColours && pixels.profile == nil && recipe.endsInSRGB,
      thumbnails: Thumbnails(
        areTrue: facts.isStoredUpright && !(recipe.endsInSRGB && facts.hasOwnColours),
        size: pixels.size, isResized: pixels.size != source.displayedSize,
        background: recipe.background,
        picture: { try standard(pixels.coloured(at: $0), keptDynamicRange(of: facts)) }))
  }

  /// The picture in standard range, where its samples are still those of a higher one.
  func standard(
    _ picture: ColouredPicture, _ range: DynamicRange?
  ) throws(VipsError) -> ColouredPicture {
    guard let range else { return picture }
    return try ColouredPicture(picture.image, meaning: range.meaning)
  }

  /// Whether colours of this meaning stay as they are.
  private func canStayPlanar(_ meaning: ColourMeaning) -> Bool {
    switch meaning {
    case .untagged: true
    case .profile: !recipe.endsInSRGB
    case .codePoints(let primaries, let transfer):
      ColouredPicture.isSRGB(primaries: primaries, transfer: transfer)
    }
  }

  /// The high dynamic range that the samples keep.
  func keptDynamicRange(of facts: HeaderFacts) -> DynamicRange? {
    recipe.keptDynamicRange(of: facts, to: format)
  }

  /// The picture at its size, upright, in colours that the format can hold.
  private func coloured(
    _ pixels: DecodedPixels, of source: SourceDecoder
  ) throws(ImagingError) -> ColouredPicture {
    let raster = try stage(.decode) { () throws(VipsError) in
      switch pixels {
      case .planes(let planes): try planes.rgb(at: target)
      case .raster(let image, let covered):
        // Decoding happens here, as far as the pixels are asked for.
        try image.withPlainSamples().resampled(
          to: target.upright(from: source.orientation), covered: covered
        )
        .inMemory()
      case .upright(let image): image
      }
    }
    return try stage(.transform) { () throws(VipsError) in
      let isUpright = if case .upright = pixels { true } else { false }
      let upright = try isUpright ? raster : raster.upright(from: source.orientation)
      let meaning =
        keptDynamicRange(of: source.facts) == nil ? source.meaning(of: raster) : .untagged
      var picture = try ColouredPicture(
        upright, meaning: meaning, makesGainMap: recipe.makesGainMap(of: source.facts, to: format))
      if !recipe.keepsHDR { picture.warnings.removeAll { $0 == .toneMapped } }
      if recipe.endsInSRGB { picture = try picture.inSRGB() }
      return try picture.fitted(to: format, background: recipe.background).inMemory()
    }
  }

  private func stage<Result>(
    _ stage: ImagingError.Stage, _ body: () throws(VipsError) -> Result
  ) throws(ImagingError) -> Result {
    do {
      return try body()
    } catch {
      if stage == .decode { throw .broken(error) }
      throw ImagingError(
        stage, .internal, "the picture can't be converted", detail: error.detail)
    }
  }
}
