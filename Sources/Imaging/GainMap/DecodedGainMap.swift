internal import Formats
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

  /// The map as a JPEG for a picture of `target` pixels.
  ///
  /// - Throws: `GainMapFailure`.
  func encoded(
    for target: PixelSize, _ effort: GainMapEffort
  ) throws(GainMapFailure) -> EncodedGainMap {
    var size = size.ofGainMap(pictureSize, target)
    if effort.divisor > 1 {
      size = PixelSize(
        width: max(1, size.width / effort.divisor), height: max(1, size.height / effort.divisor))
    }
    if size == self.size, effort == .standard, let kept = keptJPEG { return encoded(kept) }
    do {
      let ready = try pixels.resampled(to: size).ready(through: source.stored.curve)
      let encoder = Encoder(format: .jpeg, quality: effort.quality, threads: 1)
      switch ready {
      case .planes(let planes): return encoded(try encoder.encode(planes).bytes)
      case .raster(let image):
        return encoded(try encoder.encode(image, metadata: PictureMetadata()).bytes)
      }
    } catch {
      throw .damaged
    }
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

  private func encoded(_ jpeg: [UInt8]) -> EncodedGainMap {
    EncodedGainMap(
      jpeg: jpeg, metadata: source.stored.metadata,
      profile: source.stored.metadata.usesBaseColours ? nil : source.profile)
  }
}
