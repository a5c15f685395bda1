internal import Formats
internal import Heif
internal import JPEGCoefficients
internal import Metadata
internal import Vips

/// Bytes of a picture file, and how they were made.
struct EncodedPicture {
  /// The whole file; what is said about the picture may still be missing.
  var bytes: [UInt8]
  /// Quality 1 to 100 that the encoder was given; nil where the format is lossless.
  var quality: Int?
  /// Whether the metadata is in `bytes` already.
  var holdsMetadata: Bool
  /// What the encoder could not do.
  var warnings: [PictureWarning] = []
  /// How much the picture looks like its source, 0 to 100; nil where nobody asked.
  var score: Double?
  /// About how many bytes it would take, where these were more than asked for and `bytes` are none.
  var wouldTake: Int?
  /// How often an encoder ran for it.
  var encodes = 1
}

/// Turns pixels into files.
struct Encoder {
  /// The format to write.
  let format: ImageFormat
  /// Quality 1 to 100, or nil for the format's default.
  var quality: Int?
  /// Threads that an encoder may use, at least 1.
  let threads: Int
  /// How long HEVC may take for a smaller file, 0 (fast) to 9 (small).
  var effort = HEVCEffort.standard
  /// How hard PNG and WebP are packed.
  var packing = PackingEffort.standard
  /// Longer edge in pixels of the thumbnail that a HEIC gets; nil for none.
  var thumbnailEdge: Int?
  /// The gain map that goes into a HEIF.
  var gainMap: HeifEncoder.GainMap?
  /// The header of a JPEG whose pixels are encoded once more, at their own size: more quality or
  /// finer colour than it has would only be bytes.
  var limits: JPEGHeader?
  /// The colours that a HEIF states; nil for sRGB, or for those of a profile.
  var color: HeifColor?
  /// Whether a PNG is written with a palette: in at most 256 colours.
  var usesPalette = false
  /// The most bytes that are of any use; an encoder that can be stopped there is.
  var mostBytes = Int.max
  /// Asked whether the work is still wanted, where the encoder can be stopped.
  var isCancelled: (@Sendable () -> Bool)?
  /// Whether a JPEG of coefficients that is too large by little is tried with progressive scans.
  var triesScans = false

  var effectiveQuality: Int? {
    let wanted = DefaultQuality.of(format).map { quality ?? $0 }
    guard format == .jpeg, let most = limits?.estimatedQuality else { return wanted }
    return wanted.map { min($0, most) }
  }

  /// Whether the chroma of a JPEG has half the width and height of its luma: so it is below a quality
  /// of 90, and where that of its source is.
  var halvesChroma: Bool { limits?.subsampling == "4:2:0" || lossyQuality < 90 }

  /// The quality that a lossy encoder is given.
  var lossyQuality: Int { effectiveQuality ?? DefaultQuality.lossy }

  /// The picture as a file of `format`, with `metadata` where the encoder has to write it itself.
  ///
  /// - Parameters:
  ///   - picture: Pixels that the format can hold, in memory.
  ///   - metadata: What is said about the picture, made true already; its `icc` is the profile of
  ///     the pixels.
  /// - Returns: The file, which lacks the metadata where the encoder can't write it.
  /// - Throws: `ImagingError` where the format can't be written here.
  func encode(
    _ picture: VipsImage, metadata: PictureMetadata
  ) throws(ImagingError) -> EncodedPicture {
    do {
      let picture = try stoppable(picture)
      switch format {
      case .jpeg:
        return pixelsOnly(
          try picture.saveJPEG(
            quality: lossyQuality,
            subsampling: limits?.subsampling == "4:2:0" ? .on : .auto))
      case .png where usesPalette:
        return pixelsOnly(try picture.in8Bits().savePalettePNG())
      case .png:
        return pixelsOnly(try picture.savePNG(compression: packing.compression, filter: .all))
      case .webp:
        return pixelsOnly(
          try picture.saveWebP(quality: lossyQuality, effort: packing.method))
      case .heic, .avif:
        return try heif(picture, metadata)
      case .tiff:
        return pixelsOnly(try picture.saveTIFF(compression: .deflate))
      case .jxl:
        return pixelsOnly(try jxl(picture, profile: metadata.icc))
      default:
        throw ImagingError(.encode, .unsupported, "\(format.rawValue) can't be written")
      }
    } catch let error as ImagingError {
      throw error
    } catch let error as HeifError where error.kind == .codecMissing {
      throw ImagingError(
        .encode, .unsupported,
        "no \(format.rawValue) encoder is installed for libheif (see scripts/setup)",
        detail: error.detail)
    } catch let error as HeifError {
      throw ImagingError(
        .encode, .unsupported,
        "the encoder for \(format.rawValue) takes no picture of \(picture.width)×\(picture.height)",
        detail: error.detail)
    } catch {
      throw ImagingError(
        .encode, .internal, "the picture can't be encoded as \(format.rawValue)", detail: "\(error)"
      )
    }
  }

  /// A picture whose encoding can be stopped, where it takes long enough for anybody to want that.
  private func stoppable(_ picture: VipsImage) throws(VipsError) -> VipsImage {
    guard let isCancelled, picture.width * picture.height > Self.quickPixels, !format.isHEIF else {
      return picture
    }
    return try picture.stoppable(isCancelled)
  }

  private static let quickPixels = 1_000_000

  /// A JPEG XL; the profile is a part of its codestream.
  ///
  /// Less effort than the library's own choice halves its memory and time, for files of one size.
  private func jxl(_ picture: VipsImage, profile: [UInt8]?) throws -> [UInt8] {
    guard try VipsLibrary.hasOperation("jxlsave_buffer") else {
      throw ImagingError(
        .encode, .unsupported, "the installed libvips was built without JPEG XL")
    }
    return try picture.withProfile(profile)
      .saveJXL(.quality(lossyQuality), effort: 5, keepProfile: profile != nil)
  }

  /// The planes as a JPEG, without any conversion.
  func encode(_ picture: PlanarPicture) throws(ImagingError) -> EncodedPicture {
    do {
      let reduction = ChromaReduction(picture.chroma)
      return pixelsOnly(
        try JPEGPlanes.encode(
          picture.planes, horizontal: reduction.horizontal, vertical: reduction.vertical,
          quality: lossyQuality))
    } catch {
      throw ImagingError(
        .encode, .internal, "the picture can't be encoded as jpeg", detail: "\(error)")
    }
  }

  private func pixelsOnly(_ bytes: [UInt8]) -> EncodedPicture {
    EncodedPicture(bytes: bytes, quality: effectiveQuality, holdsMetadata: false)
  }
}
