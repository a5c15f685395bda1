internal import Formats
internal import Metadata
internal import TurboJPEG
internal import Vips

/// A JPEG that only has to be turned: its blocks change places, and none is decoded.
struct LosslessTurn {
  private let recipe: Recipe
  private let source: Source
  private let limits: PipelineLimits

  init(_ recipe: Recipe, _ source: Source, limits: PipelineLimits) {
    self.recipe = recipe
    self.source = source
    self.limits = limits
  }

  /// The upright JPEG.
  ///
  /// Nil where an edge ends within a block that would have to move, and where the library finds
  /// anything to complain of: whether that is damage, the decoder has to judge.
  ///
  /// - Throws: `ImagingError` where the metadata can't be put into the JPEG.
  func run(
    _ isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(ImagingError) -> Rendering? {
    let header = source.facts.jpeg
    guard
      let operation = TurboJPEG.Operation(uprightFrom: source.facts.orientation),
      let turned = try? TurboJPEG.transform(
        source.bytes, operation, edges: .refuse, isProgressive: header?.process == .progressive,
        keepsMarkers: false, maximumPixels: limits.maximumPixels),
      // Where nothing turns, the entropy-coded bytes themselves can stay.
      let bare = JPEGMetadata.picture(
        of: operation == .none ? source.bytes : turned, readLike: source.bytes)
    else { return nil }
    let size = source.facts.displayedSize
    let found = SourceMetadata.read(source)
    var fit = MetadataFit(
      found.value, recipe.metadata, size: size, profile: found.value.icc,
      isTurned: operation != .none,
      thumbnails: Thumbnails(
        areTrue: operation == .none, size: size, background: recipe.background,
        picture: {
          try ColouredPicture(
            try RasterDecode.picture(ofJPEG: bare, stored: size, at: $0),
            meaning: found.value.icc.map(ColourMeaning.profile) ?? .untagged)
        }))
    let gainMap = try gainMap(found.value, isCancelled)
    fit.gainMap = gainMap?.map
    let bytes = try fit.put(
      into: EncodedPicture(bytes: bare, quality: nil, holdsMetadata: false), .jpeg)
    var rendering = Rendering(
      bytes: bytes, format: .jpeg, size: size, quality: nil, encodes: 0, decodes: 1,
      isUntouched: false, warnings: found.warnings.map { PictureWarning($0) } + fit.warnings)
    if let warning = gainMap?.warning { rendering.warnings.append(warning) }
    rendering.settlesGainMap = gainMap?.isSettled ?? false
    return rendering
  }

  /// What becomes of the gain map; nil where there is none to be kept.
  private func gainMap(
    _ metadata: PictureMetadata, _ isCancelled: @escaping @Sendable () -> Bool
  ) throws(ImagingError) -> GainMapOutcome? {
    let size = source.facts.displayedSize
    guard recipe.keepsGainMap(of: source.facts, source: .jpeg, format: .jpeg) else { return nil }
    return try GainMapReader(source, metadata, limits: limits, isCancelled: isCancelled)?
      .outcome(for: GainMapPlace(.jpeg, size), largest: size)
  }
}

extension TurboJPEG.Operation {
  /// What makes a picture upright that is stored under an EXIF Orientation of 1 to 8 (EXIF 2.32,
  /// 4.6.4 A); nil for anything else.
  init?(uprightFrom orientation: Int) {
    let operations: [Self] = [
      .none, .flipHorizontally, .rotate180, .flipVertically, .transpose, .rotate90, .transverse,
      .rotate270,
    ]
    guard operations.indices.contains(orientation - 1) else { return nil }
    self = operations[orientation - 1]
  }
}
