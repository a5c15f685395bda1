internal import Formats
internal import Heif
internal import Vips

/// Decodes the samples of a gain map and turns them upright as its picture is.
struct GainMapDecode {
  /// What the header of the picture's file says.
  private let facts: HeaderFacts
  private let target: PixelSize
  private let isOneChannel: Bool
  private let limits: PipelineLimits
  private let isCancelled: @Sendable () -> Bool

  /// - Parameters:
  ///   - facts: What the header of the picture's file says.
  ///   - target: The size of the largest picture that the map is wanted for, in pixels, upright.
  ///   - isOneChannel: Whether brightness alone is of use.
  ///   - limits: What is refused.
  ///   - isCancelled: Asked within decoders that can be stopped.
  init(
    _ facts: HeaderFacts, target: PixelSize, isOneChannel: Bool, limits: PipelineLimits,
    isCancelled: @escaping @Sendable () -> Bool
  ) {
    self.facts = facts
    self.target = target
    self.isOneChannel = isOneChannel
    self.limits = limits
    self.isCancelled = isCancelled
  }

  /// A picture of a HEIF.
  ///
  /// Readers turn a map as its own properties say (ISO/IEC 23008-12, 6.5.1: they belong to each item). One
  /// without any, beside a picture that has some, lies as that was stored.
  ///
  /// - Returns: The samples, and the size that they were stored at, upright.
  func heif(_ bytes: [UInt8], item: UInt32) throws -> (GainMapPixels, PixelSize) {
    let decode = try HEIFDecode(bytes, picture: item, limits: limits)
    try check(PixelSize(width: decode.primary.width, height: decode.primary.height))
    let isTurned = decode.primary.isTransformed
    let pixels = try decode.samples(of: decode.primary, isCancelled: isCancelled)
    let orientation = isTurned ? 1 : facts.heif?.orientation ?? 1
    let map = try GainMapPixels(pixels, isOneChannel: isOneChannel, orientation: orientation)
    return (map, map.size)
  }

  /// A JPEG behind the picture's, stored as that is, whatever its own EXIF says.
  ///
  /// - Returns: The samples, and the size that they were stored at, upright.
  func jpeg(_ bytes: [UInt8]) throws -> (GainMapPixels, PixelSize) {
    let source = try Source(bytes)
    try Source.check(source.facts, limits)
    guard source.format == .jpeg, source.facts.storedSize.count > 0 else {
      throw ImagingError(.decode, .damaged, "the gain map is no JPEG")
    }
    try check(source.facts.storedSize)
    let orientation = facts.orientation
    let size = source.facts.storedSize.upright(from: orientation)
    let wanted = size.ofGainMap(facts.displayedSize, target)
    if let planes = JPEGPlanesDecode(
      bytes, source.facts, orientation: orientation, maximumPixels: limits.maximumPixels),
      let reduced = try planes.reduced(for: wanted, isCancelled: isCancelled)
    {
      return (.planes(isOneChannel ? reduced.luma : reduced), size)
    }
    let image = try RasterDecode.picture(
      ofJPEG: bytes, stored: source.facts.storedSize, at: wanted.upright(from: orientation))
    let map = try GainMapPixels(
      .raster(image), isOneChannel: isOneChannel, orientation: orientation)
    return (map, size)
  }

  /// Refuses a map that is much larger than its picture: no camera makes one, and memory is foreseen by pictures.
  private func check(_ size: PixelSize) throws(ImagingError) {
    guard size.count <= facts.displayedSize.count * 2 + Self.anyway else {
      throw ImagingError(.decode, .tooLarge, "the gain map is larger than its picture")
    }
  }

  /// Pixels that cost nothing.
  private static let anyway = 65_536
}
