internal import Formats
internal import Metadata
internal import Vips

/// Pictures that libvips reads: all formats but HEIF.
enum RasterDecode {
  /// Decodes lazily, at reduced size where the codec can, never below `target` pixels (as stored).
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - format: What the bytes are.
  ///   - page: The number of the page or frame, from 0, in the formats that have them.
  ///   - stored: The picture's size as stored, in pixels.
  ///   - target: The size that the caller will bring it to, as stored.
  ///   - isCancelled: Asked while the pixels are computed.
  /// - Returns: The pixels, still to be computed.
  /// - Throws: `ImagingError` for formats without a decoder and for broken headers; damage further
  ///   on shows only when the pixels are asked for.
  static func decode(
    _ bytes: [UInt8], _ format: ImageFormat, page: Int = 0, stored: PixelSize, target: PixelSize,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(ImagingError) -> DecodedPixels {
    do throws(VipsError) {
      if let pixels = try pixels(bytes, format, page: page, stored: stored, target: target) {
        return try pixels.cancellable(isCancelled)
      }
    } catch {
      throw .broken(error)
    }
    throw ImagingError(.decode, .unsupported, "\(format.rawValue) pictures can't be read")
  }

  /// A JPEG's picture, as it lies, at a size that is at most its own, in memory.
  ///
  /// - Throws: `ImagingError` where the JPEG is damaged.
  static func picture(
    ofJPEG bytes: [UInt8], stored: PixelSize, at target: PixelSize
  ) throws(ImagingError) -> VipsImage {
    do throws(VipsError) {
      let (image, covered) = try jpeg(bytes, stored: stored, target: target)
      return try image.withPlainSamples().resampled(to: target, covered: covered).inMemory()
    } catch {
      throw .broken(error)
    }
  }

  private static func pixels(
    _ bytes: [UInt8], _ format: ImageFormat, page: Int, stored: PixelSize, target: PixelSize
  ) throws(VipsError) -> DecodedPixels? {
    switch format {
    case .jpeg: DecodedPixels(try jpeg(bytes, stored: stored, target: target))
    case .png: .raster(try .loadPNG(PNGMetadata.forDecoder(bytes)))
    case .webp: .raster(try .loadWebP(bytes, page: page))
    case .gif: .raster(try .loadGIF(bytes, page: page))
    case .tiff: .raster(try .loadTIFF(bytes, page: page))
    case .jxl where try VipsLibrary.hasOperation("jxlload_buffer"):
      .raster(try .loadJXL(bytes))
    case .jp2 where try VipsLibrary.hasOperation("jp2kload_buffer"):
      .raster(try .loadJPEG2000(bytes))
    default: nil
    }
  }

  /// JPEG, its DCT evaluated at 1/2, 1/4 or 1/8 where the picture stays large enough.
  private static func jpeg(
    _ bytes: [UInt8], stored: PixelSize, target: PixelSize
  ) throws(VipsError) -> (VipsImage, covered: CoveredSize?) {
    let shrink = jpegShrink(stored: stored, target: target)
    let image = try VipsImage.loadJPEG(withoutRubbish(bytes), shrink: shrink, failOn: .warning)
    guard shrink > 1 else { return (image, nil) }
    return (
      image,
      CoveredSize(
        width: Double(stored.width) / Double(shrink), height: Double(stored.height) / Double(shrink)
      )
    )
  }

  /// A JPEG without the rubbish that a camera left between segments of its header.
  ///
  /// All of libjpeg's complaints count as damage, as coded data that ends too early gives grey areas
  /// and a mere warning. It complains of such rubbish too, which harms nothing: out of the way, it
  /// hides no damage that follows.
  static func withoutRubbish(_ bytes: [UInt8]) -> [UInt8] {
    guard var file = JPEGSegments(bytes),
      file.segments.contains(where: { $0.filler.contains { $0 != 0xFF } })
    else { return bytes }
    for index in file.segments.indices { file.segments[index].filler = [] }
    return file.bytes
  }

  /// The largest DCT reduction that leaves at least `target` pixels and does not shift the picture.
  ///
  /// Edges that are no multiple of the reduction leave a fraction of a pixel over, by which the
  /// result would be off; with twice the target's pixels left, that no longer shows.
  static func jpegShrink(stored: PixelSize, target: PixelSize) -> Int {
    [8, 4, 2].first { shrink in
      let exact = stored.width % shrink == 0 && stored.height % shrink == 0
      let room = exact ? 1 : 2
      return stored.width / shrink >= target.width * room
        && stored.height / shrink >= target.height * room
    } ?? 1
  }
}

extension ImagingError {
  /// A decoder of libvips that gave up.
  static func broken(_ error: VipsError) -> ImagingError { broken(error.detail) }

  /// A decoder that gave up, with its own words.
  static func broken(_ detail: String) -> ImagingError {
    ImagingError(.decode, .damaged, "the file is damaged or cut off", detail: detail)
  }
}

extension DecodedPixels {
  /// What a decoder reduced on the way.
  fileprivate init(_ reduced: (VipsImage, covered: CoveredSize?)) {
    self = .raster(reduced.0, covered: reduced.covered)
  }
}
