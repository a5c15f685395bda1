internal import Formats
internal import Heif
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

  private let source: Source
  private let heif: HEIFDecode?
  private let isCancelled: @Sendable () -> Bool

  init(
    _ source: Source, limits: PipelineLimits, isCancelled: @escaping @Sendable () -> Bool
  ) throws(ImagingError) {
    self.source = source
    self.isCancelled = isCancelled
    heif = source.format.isHEIF ? try HEIFDecode(source.bytes, limits: limits) : nil
    let found = heif.map { $0.metadata } ?? SourceMetadata.read(source)
    metadata = found.value
    warnings = found.warnings.map(PictureWarning.init)
    if let heif {
      displayedSize = heif.size
      orientation = 1
      meaning = heif.meaning
    } else {
      displayedSize = source.facts.displayedSize
      orientation = source.facts.orientation
      meaning = metadata.icc.map(ColourMeaning.profile) ?? .untagged
    }
    if source.facts.pictures > 1 { warnings.append(.frames(source.facts.pictures)) }
  }

  /// What the header of a JPEG says; nil for other formats.
  var jpeg: JPEGHeader? { source.facts.jpeg }

  /// Whether nothing is turned between the stored pixels and those displayed.
  var showsAsStored: Bool { source.isStoredUpright }

  /// Whether the container states colours other than sRGB.
  var hasOwnColours: Bool { source.hasOwnColours }

  /// The pixels, at reduced size where the codec can, for an output of `target` pixels.
  func decode(for target: PixelSize) throws(ImagingError) -> DecodedPixels {
    if let heif {
      return try heif.decode(heif.picture(for: target), isCancelled: isCancelled)
    }
    return try RasterDecode.decode(
      source.bytes, source.format, stored: source.facts.storedSize,
      target: target.upright(from: orientation))
  }

  /// What these decoded samples mean; in JPEG XL only the decoder knows their profile.
  func meaning(of pixels: VipsImage) -> ColourMeaning {
    guard source.format == .jxl else { return meaning }
    return pixels.blob(.icc).map(ColourMeaning.profile) ?? .untagged
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
    case .tiff: TIFFMetadata.read(source.bytes)
    case .jxl: JXLMetadata.read(source.bytes)
    case .jp2: JP2Metadata.read(source.bytes)
    default: Warned(PictureMetadata())
    }
  }
}

extension HEIFDecode {
  /// What the file says about its primary picture.
  var metadata: Warned<PictureMetadata> {
    HEIFMetadata.metadata(exif: primary.exif, xmp: primary.xmp, icc: primary.iccProfile)
  }
}
