internal import Dispatch
internal import Formats
internal import Metadata
internal import Synchronization
internal import Vips

/// The gain map of an input: found and decoded once it is asked for, beside the picture where another processor
/// is free, for all outputs of that picture.
final class GainMapReader: Sendable {
  private let source: Source
  private let metadata: PictureMetadata
  private let limits: PipelineLimits
  private let isCancelled: @Sendable () -> Bool
  private let state = Mutex(State())
  private let group = DispatchGroup()

  private struct State {
    var isBegun = false
    var decoded: Result<DecodedGainMap, GainMapFailure>?
    var encoded: [EncodedKey: EncodedGainMap] = [:]
  }

  private struct EncodedKey: Hashable {
    let place: GainMapPlace
    let effort: GainMapEffort
  }

  /// The reader of a file's gain map; nil where its header announces none.
  init?(
    _ source: Source, _ metadata: PictureMetadata, limits: PipelineLimits,
    isCancelled: @escaping @Sendable () -> Bool
  ) {
    guard source.facts.hasGainMap, source.facts.picture == 0 else { return nil }
    self.source = source
    self.metadata = metadata
    self.limits = limits
    self.isCancelled = isCancelled
  }

  /// Begins to decode the map in another thread, where there may be one, for pictures of at most `target` pixels.
  func begin(for target: PixelSize) {
    guard limits.threads > 1, isFirst() else { return }
    DispatchQueue.global().async(group: group) { [self] in
      decode(for: target)
      VipsLibrary.endJob()
    }
  }

  /// The map for an output.
  ///
  /// - Parameters:
  ///   - place: The output, of at most the size that was begun with.
  ///   - largest: What it is decoded for, where that was not begun.
  ///   - effort: How small it is made.
  /// - Returns: The map as that takes it.
  /// - Throws: `GainMapFailure`, the same each time.
  func encoded(
    for place: GainMapPlace, largest: PixelSize, _ effort: GainMapEffort = .standard
  ) throws(GainMapFailure) -> EncodedGainMap {
    let key = EncodedKey(place: place, effort: effort)
    if let made = state.withLock({ $0.encoded[key] }) { return made }
    let made = try decoded(for: largest).encoded(for: place, effort)
    state.withLock { $0.encoded[key] = made }
    return made
  }

  private func decoded(for target: PixelSize) throws(GainMapFailure) -> DecodedGainMap {
    if isFirst() { decode(for: target) } else { group.wait() }
    guard let decoded = state.withLock({ $0.decoded }) else { throw .damaged }
    return try decoded.get()
  }

  /// Whether nobody has begun before.
  private func isFirst() -> Bool {
    state.withLock { state in
      defer { state.isBegun = true }
      return !state.isBegun
    }
  }

  private func decode(for target: PixelSize) {
    let result: Result<DecodedGainMap, GainMapFailure>
    do throws(GainMapFailure) {
      result = .success(
        try DecodedGainMap(
          source, metadata, for: target, limits: limits, isCancelled: isCancelled))
    } catch {
      result = .failure(error)
    }
    state.withLock { $0.decoded = result }
  }
}

/// An output that a gain map goes into.
struct GainMapPlace: Hashable {
  /// The format of the output.
  let format: ImageFormat
  /// Its size in pixels, upright.
  let size: PixelSize

  /// An output of a format and a size.
  init(_ format: ImageFormat, _ size: PixelSize) {
    self.format = format
    self.size = size
  }
}
