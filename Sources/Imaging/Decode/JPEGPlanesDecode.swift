internal import Formats
internal import JPEGCoefficients
internal import Pixels
internal import Resampling

/// A JPEG whose planes go into another JPEG: decoded, resampled and turned each on its own.
struct JPEGPlanesDecode {
  private let bytes: [UInt8]
  private let stored: PixelSize
  private let planeCount: Int
  private let orientation: Int
  private let maximumPixels: Int
  private let isHalved: Bool

  /// What may be decoded so; nil for a JPEG whose planes are not Y, Cb and Cr, or Y alone, of 8 bits.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - facts: What its header says.
  ///   - orientation: Its EXIF Orientation, 1 to 8.
  ///   - maximumPixels: The most pixels that are read.
  init?(_ bytes: [UInt8], _ facts: HeaderFacts, orientation: Int, maximumPixels: Int) {
    guard let header = facts.jpeg, header.precision == 8, !facts.storedSize.isEmpty else {
      return nil
    }
    switch header.colorModel {
    case .gray: planeCount = 1
    case .ycbcr:
      guard let subsampling = header.subsampling, subsampling != "other" else { return nil }
      planeCount = 3
    default: return nil
    }
    self.bytes = bytes
    stored = facts.storedSize
    isHalved = header.subsampling == "4:2:0"
    self.orientation = orientation
    self.maximumPixels = maximumPixels
  }

  /// Whether there is no colour.
  var isGray: Bool { planeCount == 1 }

  /// The picture upright.
  ///
  /// - Parameters:
  ///   - target: Its size in pixels, upright, no larger than stored.
  ///   - reduction: How Cb and Cr are reduced against Y.
  ///   - isCancelled: Asked every few rows.
  /// - Returns: Nil where the library finds the planes to be others than the header says.
  /// - Throws: `ImagingError` where the file is damaged.
  func picture(
    at target: PixelSize, _ reduction: ChromaReduction, isCancelled: @escaping @Sendable () -> Bool
  ) throws(ImagingError) -> PlanarPicture? {
    let made = target.upright(from: orientation)
    return try picture(
      at: made, eighths: Self.eighths(stored: stored, target: made), reduction,
      isCancelled: isCancelled)
  }

  /// The picture upright, as large as it is decoded for one of `target` pixels; chroma halved where it is
  /// stored so.
  ///
  /// - Returns: Nil as above.
  /// - Throws: `ImagingError` where the file is damaged.
  func reduced(
    for target: PixelSize, isCancelled: @escaping @Sendable () -> Bool
  ) throws(ImagingError) -> PlanarPicture? {
    let eighths = Self.eighths(stored: stored, target: target.upright(from: orientation))
    let size = PixelSize(
      width: (stored.width * eighths + 7) / 8, height: (stored.height * eighths + 7) / 8)
    return try picture(
      at: size, eighths: eighths, isHalved ? .halves : .none, isCancelled: isCancelled)
  }

  /// The picture upright, of so many eighths, at a size as stored.
  private func picture(
    at made: PixelSize, eighths: Int, _ reduction: ChromaReduction,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws(ImagingError) -> PlanarPicture? {
    let shapes = (0..<planeCount).map { shape(at: made, $0 == 0 ? .none : reduction) }
    do {
      let planes = try JPEGPlanes.decode(
        RasterDecode.withoutRubbish(bytes), eighths: eighths, into: shapes,
        maximumPixels: maximumPixels, isCancelled: isCancelled)
      return PlanarPicture(
        ofJPEG: orientation > 4 ? planes.compactMap { $0.transposed() } : planes,
        isHalved: reduction == .halves)
    } catch {
      switch error.kind {
      case .unsupported: return nil
      case .cancelled: throw ImagingError(.decode, .cancelled, "cancelled")
      case .tooLarge:
        throw ImagingError(
          .decode, .tooLarge, "the picture is larger than the limits allow (see --max-pixels)")
      case .damaged: throw .broken(error.detail)
      }
    }
  }

  /// What is made of a plane, still in rows as they are stored, mirrored where the upright picture is.
  private func shape(at size: PixelSize, _ reduction: ChromaReduction) -> JPEGPlanes.Shape {
    let plane = reduction.planeSize(of: size)
    let covered = reduction.covered(by: plane, of: size)
    // EXIF 2.32, 4.6.4 A; from 5 on rows become columns afterwards.
    let isMirrored = [2, 3, 7, 8].contains(orientation)
    let isUpsideDown = [3, 4, 6, 7].contains(orientation)
    return JPEGPlanes.Shape(
      width: plane.width, height: plane.height,
      across: isMirrored ? Span(1, 1 - covered.width) : Span(0, covered.width),
      down: isUpsideDown ? Span(1, 1 - covered.height) : Span(0, covered.height))
  }

  /// How many eighths of a picture are decoded: as few as leave enough to resample.
  ///
  /// Other numbers than these have no fast transform and cost more than decoding in full. What a
  /// block is reduced by is a coarse filter, which shows unless the kernel has a last word over twice
  /// the pixels.
  static func eighths(stored: PixelSize, target: PixelSize) -> Int {
    [1, 2, 4].first { eighths in
      stored.width * eighths >= target.width * 8 * 2
        && stored.height * eighths >= target.height * 8 * 2
    } ?? 8
  }
}
