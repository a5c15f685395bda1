internal import Formats
internal import Heif
internal import Metadata
internal import TurboJPEG
internal import Vips

/// The gain map of an input, upright.
struct DecodedGainMap: Sendable {
  /// Its samples, of at least the size that they were decoded for.
  private let pixels: GainMapPixels
  /// Its size in pixels as it was stored, turned upright.
  private let size: PixelSize
  /// The size of the picture that it was made for, in pixels, upright.
  private let pictureSize: PixelSize
  private let source: GainMapSource
  /// EXIF Orientation, 1 to 8, from which the map's own JPEG has to be turned.
  private let orientation: Int
  private let limits: PipelineLimits

  /// Finds and decodes the map of a file.
  ///
  /// - Parameters:
  ///   - source: The file.
  ///   - metadata: What is said about its picture.
  ///   - target: The size of the largest picture that it is wanted for, in pixels, upright.
  ///   - limits: What is refused.
  ///   - isCancelled: Asked within decoders that can be stopped.
  /// - Throws: `GainMapFailure` where it can't be used.
  init(
    _ source: Source, _ metadata: PictureMetadata, for target: PixelSize, limits: PipelineLimits,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws(GainMapFailure) {
    let found: GainMapSource?
    do throws(GainMapFlaw) {
      found = try GainMapSource.find(in: source, metadata)
    } catch {
      throw .flaw(error)
    }
    guard let found else { throw .flaw(.pictureMissing) }
    self.source = found
    pictureSize = source.facts.displayedSize
    orientation = source.facts.orientation
    self.limits = limits
    let decode = GainMapDecode(
      source.facts, target: target, isOneChannel: found.stored.curve != nil, limits: limits,
      isCancelled: isCancelled)
    do {
      let decoded =
        switch found.origin {
        case .heif(let item): try decode.heif(source.bytes, item: item)
        case .jpeg(let bytes): try decode.jpeg(bytes)
        }
      let isOneChannel = found.stored.metadata.channels.count == 1
      pixels = try isOneChannel ? decoded.0.grayWhereColourless() : decoded.0
      size = decoded.1
    } catch {
      throw isCancelled() ? .cancelled : .damaged
    }
  }

  /// The map as an output takes it.
  ///
  /// - Throws: `GainMapFailure`.
  func encoded(
    for place: GainMapPlace, _ effort: GainMapEffort
  ) throws(GainMapFailure) -> EncodedGainMap {
    var size = size.ofGainMap(pictureSize, place.size)
    if effort.divisor > 1 {
      size = PixelSize(
        width: max(1, size.width / effort.divisor), height: max(1, size.height / effort.divisor))
    }
    do {
      guard place.format == .jpeg else {
        return encoded(.heif(try heif(size, effort, place.format)))
      }
      if size == self.size, effort == .standard, let kept = keptJPEG { return encoded(.jpeg(kept)) }
      return encoded(.jpeg(try jpeg(size, effort)))
    } catch {
      throw .damaged
    }
  }

  private func jpeg(_ size: PixelSize, _ effort: GainMapEffort) throws -> [UInt8] {
    let ready = try pixels.resampled(to: size).ready(through: source.stored.curve)
    let encoder = Encoder(format: .jpeg, quality: effort.quality, threads: 1)
    switch ready {
    case .planes(let planes): return try encoder.encode(planes).bytes
    case .raster(let image): return try encoder.encode(image, metadata: PictureMetadata()).bytes
    }
  }

  /// In HEIC a map of Apple's stays one, its samples as they were coded; all others are inputs of a tone map.
  private func heif(
    _ size: PixelSize, _ effort: GainMapEffort, _ format: ImageFormat
  ) throws -> HeifEncoder.GainMap {
    let small = try pixels.resampled(to: size)
    let quality = format == .heic ? HEVCQuality.heif(effort.quality) : effort.quality
    if format == .heic, let packet = source.stored.applePacket {
      return HeifEncoder.GainMap(
        try small.ready(through: nil).samples, quality: quality,
        .auxiliary(type: StoredGainMap.appleType, xmp: packet))
    }
    return HeifEncoder.GainMap(
      try small.ready(through: source.stored.curve).samples, quality: quality,
      .toneMap(
        payload: source.stored.metadata.toneMapBytes,
        profile: source.stored.metadata.usesBaseColours ? nil : source.profile))
  }

  /// The map's own JPEG, turned at most, where nothing has to be done to its samples; nil where they have to be
  /// encoded anew.
  private var keptJPEG: [UInt8]? {
    guard case .jpeg(let bytes) = source.origin, source.stored.curve == nil,
      let turn = TurboJPEG.Operation(uprightFrom: orientation)
    else { return nil }
    if turn == .none { return JPEGMetadata.picture(of: bytes, readLike: bytes) }
    let turned = try? TurboJPEG.transform(
      bytes, turn, edges: .refuse, isProgressive: false, keepsMarkers: false,
      maximumPixels: limits.maximumPixels)
    return turned.flatMap { JPEGMetadata.picture(of: $0, readLike: bytes) }
  }

  private func encoded(_ picture: EncodedGainMap.Picture) -> EncodedGainMap {
    EncodedGainMap(
      picture: picture, metadata: source.stored.metadata,
      profile: source.stored.metadata.usesBaseColours ? nil : source.profile)
  }
}
