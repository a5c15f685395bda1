/// What a file's headers say, read without decoding a pixel.
package struct HeaderFacts: Sendable, Equatable {
  /// What the file is.
  package var kind: FileKind
  /// Whether everything that is announced is there, as far as headers tell.
  package var state = FileState.sound
  /// The size in pixels as stored; zero where it isn't known.
  package var storedSize = PixelSize.zero
  /// The size in pixels as shown, upright; zero where it isn't known.
  package var displayedSize = PixelSize.zero
  /// What whoever decodes still has to apply, 1 to 8: 1 in HEIF, whose own transforms decide.
  package var orientation = 1
  /// The Orientation that EXIF states, as stored; nil where there is none.
  package var exifOrientation: Int?
  /// What a JPEG XL's own stream makes decoders apply, 1 to 8; 1 in other formats.
  package var codedOrientation = 1
  /// Bits of a sample as stored, those of an index for pictures with a palette.
  package var bitsPerSample: Int?
  /// Samples of a decoded pixel, transparency included.
  package var bands: Int?
  /// Whether there is transparency.
  package var hasAlpha = false
  /// Whether there are frames that follow each other in time.
  package var isAnimated = false
  /// How many pictures, pages or frames there are.
  package var pictures = 1
  /// Which of the file's pictures the facts are about, counted from 0, the primary one.
  package internal(set) var picture = 0
  /// The pages of a TIFF, the primary one first; empty in other formats.
  package var pages: [TIFFPage] = []
  /// Pictures behind the main one that are no pages of it, as in MPO (CIPA DC-007).
  package var companions = 0
  /// How pixels are coded, such as `hevc`, `av1`, `vp8`, `lzw`; nil where the format has one way.
  package var codec: String?
  /// What the samples mean; nil where it isn't known.
  package var colorModel: ColorModel?
  /// Whether an ICC profile is embedded.
  package var hasICC = false
  /// Whether there is a gain map for high dynamic range.
  package var hasGainMap = false
  /// Whether a depth map is stored beside the picture, not inside its metadata.
  package var hasDepthMap = false
  /// Whether there is the video of a motion photo.
  package var hasMotionVideo = false
  /// What `companions` are.
  package var companionKinds: Set<Companion> = []
  /// How many of `companions` are pictures in their own right.
  package var views = 0
  /// The colours that a PNG states by numbers; nil where it states none.
  package var pngColours: PNGColours?
  /// More about a JPEG.
  package var jpeg: JPEGHeader?
  /// More about a HEIF.
  package var heif: HEIFStructure?

  /// Facts about a file of a kind, nothing else known.
  package init(kind: FileKind) {
    self.kind = kind
  }

  /// Reads the headers of a source, and only those.
  ///
  /// - Throws: What the source throws; never for what its bytes are.
  package init(reading source: some ByteSource) throws {
    var buffered = BufferedSource(source)
    self = try Sniffer.facts(of: &buffered)
  }
}

/// What the samples of a pixel mean.
package enum ColorModel: String, Sendable {
  /// Brightness.
  case gray
  /// Red, green, blue.
  case rgb
  /// Brightness and two colour differences.
  case ycbcr
  /// Inks; also where they are stored as YCCK.
  case cmyk
  /// An index into a list of colours.
  case palette
  /// CIE L*a*b*.
  case lab
}

extension HeaderFacts {
  /// Sets the size as stored, and that as shown by the orientation.
  mutating func setSize(_ size: PixelSize) {
    storedSize = size
    displayedSize = size.upright(from: orientation)
    if size.isEmpty { state.note(.damaged) }
  }

  /// Takes what EXIF states; what isn't 1 to 8 counts as 1.
  package mutating func setOrientation(exif value: Int?) {
    exifOrientation = value
    if let value, (1...8).contains(value) { orientation = value }
    displayedSize = storedSize.upright(from: orientation)
  }

  /// Sets what samples mean and how many a decoded pixel has.
  mutating func setColors(_ model: ColorModel?, alpha: Bool) {
    colorModel = model
    hasAlpha = alpha
    let colors: Int? =
      switch model {
      case .gray: 1
      case .rgb, .ycbcr, .palette, .lab: 3
      case .cmyk: 4
      case nil: nil
      }
    bands = colors.map { $0 + (alpha ? 1 : 0) }
  }
}

extension FileKind {
  /// What a source is by its bytes.
  ///
  /// - Throws: What the source throws; never for what its bytes are.
  package init(reading source: some ByteSource) throws {
    self = try HeaderFacts(reading: source).kind
  }
}
