internal import Formats
internal import Vips

/// The pixels of a picture at several sizes, of one decode.
///
/// It is decoded for the largest output. An output of half its size or less is made of the pixels of the
/// largest one, which is several times faster than of those that were decoded and looks the same: … ; larger ones
/// are made of what was decoded.
final class SharedPixels {
  private let source: SourceDecoder
  private let largest: PixelSize
  private var decoded: Result<SizedPixels, ImagingError>?
  private var shrunk: SizedPixels?
  private var decodes = 0

  /// Nothing is decoded yet.
  ///
  /// - Parameters:
  ///   - source: The picture.
  ///   - largest: The size of the largest output, in pixels, upright.
  init(_ source: SourceDecoder, upTo largest: PixelSize) {
    self.source = source
    self.largest = largest
  }

  /// The pixels of an output.
  ///
  /// - Parameters:
  ///   - size: Its size in pixels, upright.
  ///   - chroma: How planes of a JPEG's own kind are reduced; nil where the output has none.
  /// - Returns: The pixels at that size, upright, and how often a decoder ran for them.
  /// - Throws: `ImagingError` where the picture is damaged or can't be decoded, the same each time.
  func pixels(
    at size: PixelSize, _ chroma: PlanesWanted?
  ) throws(ImagingError) -> (pixels: DecodedPixels, decodes: Int) {
    let before = decodes
    let origin = try origin(of: size)
    do throws(VipsError) {
      return (try origin.pixels(at: size, chroma), decodes - before)
    } catch {
      throw ImagingError(
        .transform, .internal, "the picture can't be scaled", detail: error.detail)
    }
  }

  /// Decodes the picture, unless that was done: it is whole, or this throws.
  ///
  /// - Returns: How often a decoder ran for it.
  func verify() throws(ImagingError) -> Int {
    let before = decodes
    _ = try decode()
    return decodes - before
  }

  /// What an output of this size is made of.
  private func origin(of size: PixelSize) throws(ImagingError) -> SizedPixels {
    let decoded = try decode()
    guard size.width * 2 <= largest.width, size.height * 2 <= largest.height else {
      return decoded
    }
    if let shrunk { return shrunk }
    do throws(VipsError) {
      let made = try decoded.shrunk(to: largest)
      shrunk = made
      return made
    } catch {
      throw ImagingError(
        .transform, .internal, "the picture can't be scaled", detail: error.detail)
    }
  }

  private func decode() throws(ImagingError) -> SizedPixels {
    if let decoded { return try decoded.get() }
    decodes += 1
    do throws(ImagingError) {
      let pixels = try source.decodeOnce(for: largest)
      let made = SizedPixels(pixels, orientation: source.orientation)
      decoded = .success(made)
      return made
    } catch {
      decoded = .failure(error)
      throw error
    }
  }
}
