/// The one decode of a picture of which several outputs are made, one after the other.
///
/// Used by one job at a time.
package final class SharedDecode {
  private let sizes: SharedSizes
  private var opened: Result<SourceDecoder, ImagingError>?

  /// A decode that serves outputs of these sizes; nothing is decoded yet.
  package init(for sizes: SharedSizes) {
    self.sizes = sizes
  }

  /// The decoder of the picture, which is opened once.
  ///
  /// - Parameters:
  ///   - source: The picture, the same each time.
  ///   - limits: What is refused, and how many threads may decode.
  ///   - isCancelled: Asked within decoders that can be stopped.
  /// - Returns: The decoder, whose pixels are shared.
  /// - Throws: `ImagingError` where the picture can't be opened, the same each time.
  func decoder(
    of source: Source, limits: PipelineLimits, isCancelled: @escaping @Sendable () -> Bool
  ) throws(ImagingError) -> SourceDecoder {
    if let opened { return try opened.get() }
    do throws(ImagingError) {
      var decoder = try SourceDecoder(source, limits: limits, isCancelled: isCancelled)
      decoder.shared = SharedPixels(decoder, upTo: sizes.largest(of: decoder.displayedSize))
      opened = .success(decoder)
      return decoder
    } catch {
      opened = .failure(error)
      throw error
    }
  }
}
