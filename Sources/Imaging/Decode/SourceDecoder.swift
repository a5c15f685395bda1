internal import Formats
internal import Heif
internal import JPEGCoefficients
internal import Metadata
internal import Vips

/// One input on its way to pixels, whatever its format.
struct SourceDecoder {
  /// Size as displayed, in pixels.
  let displayedSize: PixelSize
  /// EXIF Orientation, 1 to 8, that the decoded pixels still need; 1 for HEIF, whose container
  /// decides (ISO/IEC 23008-12, 6.5.10 and 6.5.12) and whose decoder has done it.
  let orientation: Int
  /// What the decoded samples mean, as far as the container tells.
  let meaning: ColourMeaning
  /// What is said about the picture.
  let metadata: PictureMetadata
  /// What was found wanting.
  private(set) var warnings: [PictureWarning] = []
  /// The gain map of the picture; nil where none is announced.
  let gainMap: GainMapReader?
  /// Pixels that several outputs share; nil for an output that is made alone.
  var shared: SharedPixels?

  /// What the header says.
  var facts: HeaderFacts { source.facts }

  private let source: Source
  private let heif: HEIFDecode?
  private let limits: PipelineLimits
  /// Asked whether the work is still wanted.
  let isCancelled: @Sendable () -> Bool

  init(
    _ source: Source, limits: PipelineLimits, isCancelled: @escaping @Sendable () -> Bool
  ) throws(ImagingError) {
    self.source = source
    self.isCancelled = isCancelled
    self.limits = limits
    heif = source.format.isHEIF ? try HEIFDecode(source, limits: limits) : nil
    let found = heif.map { $0.metadata } ?? SourceMetadata.read(source)
    metadata = found.value
    warnings = found.warnings.map(PictureWarning.init)
    gainMap = GainMapReader(source, found.value, limits: limits, isCancelled: isCancelled)
    if let heif {
      displayedSize = heif.size
      orientation = 1
      meaning = heif.meaning
    } else {
      displayedSize = source.facts.displayedSize
      orientation = source.facts.orientation
      meaning = ColourMeaning(profile: metadata.icc, source.facts)
    }
    if source.facts.pictures > 1, !source.isOneOfAll {
      warnings.append(.frames(source.facts.pictures))
    }
  }

  /// The pixels, at reduced size where the codec can, for an output of `target` pixels.
  ///
  /// Where planes can go into a JPEG (`forJPEG`), they come so that they do.
  func decode(for target: PixelSize, forJPEG: Bool = false) throws(ImagingError) -> DecodedPixels {
    if let heif {
      return try heif.decode(for: target, forJPEG: forJPEG, isCancelled: isCancelled)
    }
    if source.format.isDrawing { return try drawn() }
    return try RasterDecode.decode(
      source.bytes, source.format, page: source.facts.page, stored: source.facts.storedSize,
      target: target.upright(from: orientation), isCancelled: isCancelled)
  }

  /// The pixels of a drawing at its own size.
  private func drawn() throws(ImagingError) -> DecodedPixels {
    let drawing = try Drawing(source, limits)
    do throws(VipsError) {
      return try DecodedPixels.raster(drawing.image).cancellable(isCancelled)
    } catch {
      throw .broken(error)
    }
  }

  /// The pixels in memory, at reduced size where the codec can, for outputs of at most `target` pixels.
  ///
  /// Planes where the file has them, whatever they go into: of those every output can be made.
  func decodeOnce(for target: PixelSize) throws(ImagingError) -> DecodedPixels {
    if let heif { return try heif.decode(heif.picture(for: target), isCancelled: isCancelled) }
    if let planes = try jpegPlanes?.reduced(for: target, isCancelled: isCancelled) {
      return .planes(planes)
    }
    let pixels = try decode(for: target)
    guard case .raster(let image, let covered) = pixels else { return pixels }
    do throws(VipsError) {
      return .raster(try image.withPlainSamples().inMemory(), covered: covered)
    } catch {
      throw .broken(error)
    }
  }

  /// The planes of a JPEG, where they can go into another one.
  var jpegPlanes: JPEGPlanesDecode? {
    guard source.format == .jpeg else { return nil }
    return JPEGPlanesDecode(
      source.bytes, source.facts, orientation: orientation, maximumPixels: limits.maximumPixels)
  }

  /// The coefficients of a JPEG, upright.
  ///
  /// Nil where they are not to be had: the decoder to pixels has to say why.
  func coefficients() -> CoefficientPicture? {
    guard source.format == .jpeg else { return nil }
    return try? CoefficientPicture(
      source.bytes, orientation: orientation, maximumPixels: limits.maximumPixels)
  }

  /// What the file is.
  var format: ImageFormat { source.format }

  /// What these decoded samples mean; in JPEG XL and BigTIFF only the decoder knows their profile.
  func meaning(of pixels: VipsImage) -> ColourMeaning {
    guard source.format == .jxl || TIFFHeader(source.bytes[...])?.isBig == true else {
      return meaning
    }
    return pixels.blob(.icc).map(ColourMeaning.profile) ?? .untagged
  }
}

extension HeaderFacts {
  /// The number by which libheif knows the picture; nil for the primary one.
  var heifItem: UInt32? { picture == 0 ? nil : heif?.primary }

  /// The number by which libvips' loaders know the picture.
  var page: Int {
    pages.indices.contains(picture) ? pages[picture].index : picture
  }

  /// Where the directory of a page starts; nil for the first one.
  fileprivate var directory: Int? {
    picture > 0 && pages.indices.contains(picture) ? pages[picture].offset : nil
  }
}

/// Reads what the file itself says about its picture.
enum SourceMetadata {
  /// The metadata of a file of any format but HEIF.
  static func read(_ source: Source) -> Warned<PictureMetadata> {
    switch source.format {
    case .jpeg: JPEGMetadata.read(source.bytes)
    case .png: PNGMetadata.read(source.bytes)
    case .webp: WebPMetadata.read(source.bytes)
    case .gif: GIFMetadata.read(source.bytes)
    case .tiff: TIFFMetadata.read(source.bytes, directory: source.facts.directory)
    case .jxl: JXLMetadata.read(source.bytes)
    case .jp2: JP2Metadata.read(source.bytes)
    default: Warned(PictureMetadata())
    }
  }
}

extension HEIFDecode {
  /// What the file says about its primary picture.
  var metadata: Warned<PictureMetadata> {
    HEIFMetadata.metadata(
      exif: primary.exif, xmp: primary.xmp, depth: primary.depth?.xmp, icc: profile)
  }
}
