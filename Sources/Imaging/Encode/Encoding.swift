internal import Formats
internal import Heif
internal import Metadata
internal import TurboJPEG
internal import Vips

/// Bytes of a picture file, and how they were made.
struct EncodedPicture {
  /// The whole file; what is said about the picture may still be missing.
  var bytes: [UInt8]
  /// Quality 1 to 100 that the encoder was given; nil where the format is lossless.
  var quality: Int?
  /// Whether the metadata is in `bytes` already.
  var holdsMetadata: Bool
}

/// Turns pixels into files.
struct Encoder {
  /// The format to write.
  let format: ImageFormat
  /// Quality 1 to 100, or nil for the format's default.
  var quality: Int?
  /// Threads that an encoder may use, at least 1.
  let threads: Int
  /// The header of a JPEG whose pixels are encoded once more, at their own size: more quality or
  /// finer colour than it has would only be bytes.
  var limits: JPEGHeader?
  /// Whether fewer bytes are worth some time, and a PNG may have a palette.
  var isThrifty = false

  private var effectiveQuality: Int? {
    let wanted = DefaultQuality.of(format).map { quality ?? $0 }
    guard format == .jpeg, let most = limits?.estimatedQuality else { return wanted }
    return wanted.map { min($0, most) }
  }

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
    try checkSides(width: picture.width, height: picture.height)
    do {
      switch format {
      case .jpeg:
        return pixelsOnly(
          try picture.saveJPEG(
            quality: effectiveQuality ?? 80,
            subsampling: limits?.subsampling == "4:2:0" ? .on : .auto))
      case .png where isThrifty:
        return pixelsOnly(try picture.in8Bits().savePalettePNG())
      case .png:
        return pixelsOnly(try picture.savePNG(filter: .all))
      case .webp:
        return pixelsOnly(try picture.saveWebP(quality: effectiveQuality ?? 80))
      case .heic, .avif:
        let bytes = try heif(picture, metadata)
        return EncodedPicture(bytes: bytes, quality: effectiveQuality, holdsMetadata: true)
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
    } catch {
      throw ImagingError(
        .encode, .internal, "the picture can't be encoded as \(format.rawValue)", detail: "\(error)"
      )
    }
  }

  /// A HEIF with what is said about it; of 10 bits where the samples have more than 8.
  private func heif(_ picture: VipsImage, _ metadata: PictureMetadata) throws -> [UInt8] {
    var encoder = HeifEncoder(format == .heic ? .hevc : .av1, quality: effectiveQuality ?? 80)
    encoder.iccProfile = metadata.icc
    encoder.exif = metadata.exif
    encoder.xmp = metadata.xmp
    encoder.threads = threads
    guard picture.sampleBits > 8 else { return try encoder.encode(picture.pixels()) }
    encoder.bits = 10
    return try encoder.encode(
      picture.linear([1023 / 65535.0], [0.5]).cast(.ushort)
        .copy(interpretation: picture.interpretation).pixels())
  }

  /// A JPEG XL; the profile is a part of its codestream.
  ///
  /// Less effort than the library's own choice halves its memory and time, for files of one size.
  private func jxl(_ picture: VipsImage, profile: [UInt8]?) throws -> [UInt8] {
    guard try VipsLibrary.hasOperation("jxlsave_buffer") else {
      throw ImagingError(
        .encode, .unsupported, "the installed libvips was built without JPEG XL")
    }
    return try picture.withProfile(profile)
      .saveJXL(.quality(effectiveQuality ?? 80), effort: 5, keepProfile: profile != nil)
  }

  /// The planes as a JPEG, without any conversion.
  func encode(_ picture: PlanarPicture) throws(ImagingError) -> EncodedPicture {
    try checkSides(width: picture.size.width, height: picture.size.height)
    do {
      let bytes = try TurboJPEG.encode(
        planes: try picture.planes.map { try $0.pixels() }, width: picture.size.width,
        height: picture.size.height, subsampling: picture.subsampling,
        quality: effectiveQuality ?? 80, isProgressive: isThrifty)
      return pixelsOnly(bytes)
    } catch {
      throw ImagingError(
        .encode, .internal, "the picture can't be encoded as jpeg", detail: "\(error)")
    }
  }

  private func checkSides(width: Int, height: Int) throws(ImagingError) {
    guard let most = format.longestSide, max(width, height) > most else { return }
    throw ImagingError(
      .encode, .tooLarge,
      "\(width)×\(height) is too large for \(format.rawValue), which holds \(most) pixels each way")
  }

  private func pixelsOnly(_ bytes: [UInt8]) -> EncodedPicture {
    EncodedPicture(bytes: bytes, quality: effectiveQuality, holdsMetadata: false)
  }
}
