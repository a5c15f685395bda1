internal import Formats
internal import Metadata
internal import TurboJPEG
internal import Vips

/// Whether the pixels of a file are whole: they are decoded, and nothing is made of them.
struct PixelCheck {
  private let source: Source
  private let limits: PipelineLimits
  private let isCancelled: @Sendable () -> Bool

  init(
    _ source: Source, limits: PipelineLimits, _ isCancelled: @escaping @Sendable () -> Bool
  ) {
    self.source = source
    self.limits = limits
    self.isCancelled = isCancelled
  }

  /// Decodes the source's picture, at reduced size where the codec can, all of its data read.
  ///
  /// - Throws: `ImagingError` where it is damaged or can't be decoded.
  func picture() throws(ImagingError) {
    if source.format.isHEIF {
      let heif = try HEIFDecode(source, limits: limits)
      _ = try heif.decode(heif.primary, isCancelled: isCancelled)
      return
    }
    if source.format == .jpeg, try isJPEGRead() { return }
    let pixels = try RasterDecode.decode(
      source.bytes, source.format, page: source.facts.page, stored: source.facts.storedSize,
      target: PixelSize(width: 1, height: 1), isCancelled: isCancelled)
    guard case .raster(let image, _) = pixels else { return }
    try compute { () throws(VipsError) in image }
  }

  /// Reads a JPEG by libjpeg itself: libvips takes no notice of what it complains of at the very end.
  ///
  /// - Returns: Whether that could be done; else the JPEG is of a kind that is not read so.
  /// - Throws: `ImagingError` where anything is complained of.
  private func isJPEGRead() throws(ImagingError) -> Bool {
    let planes = JPEGPlanesDecode(
      source.bytes, source.facts, orientation: 1, maximumPixels: limits.maximumPixels)
    let size = source.facts.storedSize
    let target = PixelSize(width: max(1, size.width / 16), height: max(1, size.height / 16))
    if try planes?.picture(at: target, .none, isCancelled: isCancelled) != nil { return true }
    do {
      // What is read is written anew, which is the least that can be done with it.
      _ = try TurboJPEG.transform(
        RasterDecode.withoutRubbish(source.bytes), .none, edges: .trim, isProgressive: false,
        keepsMarkers: false, maximumPixels: limits.maximumPixels)
      return true
    } catch {
      guard error.kind == .damaged else { return false }
      throw .broken(error.detail)
    }
  }

  /// Decodes each picture, page and frame of the source.
  func all() throws(ImagingError) {
    if source.format == .png { try checksums() }
    let count = source.facts.separablePictures
    switch source.format {
    case .gif where count > 1, .webp where count > 1:
      try frames(count)
    default:
      try picture()
      for number in 1..<max(count, 1) {
        if isCancelled() { throw ImagingError(.decode, .cancelled, "cancelled") }
        let other = try source.picture(number)
        try Source.check(other.facts, limits)
        try PixelCheck(other, limits: limits, isCancelled).picture()
      }
    }
  }

  /// Decodes the frames of an animation below each other: each goes on from the one before.
  private func frames(_ count: Int) throws(ImagingError) {
    let height = max(source.facts.storedSize.height, 1)
    let most = max(1, Self.longestColumn / height)
    for first in stride(from: 0, to: count, by: most) {
      let some = min(most, count - first)
      try compute { () throws(VipsError) in
        source.format == .gif
          ? try .loadGIF(source.bytes, page: first, count: some)
          : try .loadWebP(source.bytes, page: first, count: some)
      }
    }
  }

  /// The most rows of an image in libvips are 10 million.
  private static let longestColumn = 9_000_000

  /// Asks for every pixel, and keeps none.
  private func compute(_ image: () throws(VipsError) -> VipsImage) throws(ImagingError) {
    do {
      _ = try image().cancellable(isCancelled).avg()
    } catch {
      throw .broken(error)
    }
  }

  /// Decoders pass over a wrong checksum.
  private func checksums() throws(ImagingError) {
    guard let kind = PNGChunks(source.bytes)?.firstDamaged else { return }
    throw ImagingError(
      .read, .damaged,
      "its chunk \(String(decoding: kind.letters, as: UTF8.self)) does not have the checksum it states"
    )
  }
}

extension Pipeline {
  /// Decodes all pictures, pages and frames of a file, and makes nothing of them.
  ///
  /// What belongs to a picture, such as a gain map or a thumbnail, is not looked at.
  ///
  /// - Parameters:
  ///   - source: The picture file.
  ///   - limits: What may be used for it.
  ///   - isCancelled: Asked between pictures, and within decoders that can be stopped.
  /// - Throws: `ImagingError` of reason `damaged` where a part is missing or broken, of another one where
  ///   that can't be told.
  package static func verify(
    _ source: Source, _ limits: PipelineLimits,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(ImagingError) {
    defer { VipsLibrary.endJob() }
    do throws(ImagingError) {
      try Source.check(source.facts, limits)
      if isCancelled() { throw ImagingError(.decode, .cancelled, "cancelled") }
      try PixelCheck(source, limits: limits, isCancelled).all()
    } catch {
      // A decoder that is stopped reports damage.
      guard isCancelled() else { throw error }
      throw ImagingError(.decode, .cancelled, "cancelled")
    }
  }
}
