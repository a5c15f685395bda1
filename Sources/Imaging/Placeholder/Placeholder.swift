internal import Checksum
internal import Formats
internal import Metadata
internal import Vips

/// What a page shows until a picture has come: a tiny one, and its average colour.
package struct Placeholder: Equatable, Sendable {
  /// A WebP of 16 pixels along its longer edge as a `data:` URI (RFC 2397).
  package let uri: String
  /// The average of the picture over white, in sRGB.
  package let color: RGBColor

  /// The most characters of a URI, where a picture can be made so small.
  package static let mostCharacters = 200
  private static let edge = 16
  private static let prefix = "data:image/webp;base64,"
  /// Base64 makes four characters of three bytes.
  private static let mostBytes = (mostCharacters - prefix.utf8.count) / 4 * 3

  /// The placeholder of a picture.
  ///
  /// - Parameters:
  ///   - bytes: The picture's file, best one that is small already.
  ///   - limits: What may be used for it.
  /// - Throws: `ImagingError` where it can't be decoded.
  package init(of bytes: [UInt8], limits: PipelineLimits) throws(ImagingError) {
    let small = try Self.picture(
      bytes, Recipe(size: .longEdge(Self.edge), format: .fixed(.png), metadata: .none), limits)
    let budget = ByteBudget(bytes: Self.mostBytes)
    let tiny = try Self.picture(
      small, Recipe(format: .fixed(.webp), metadata: .none, budget: budget), limits)
    uri = Self.prefix + Base64.text(of: tiny)
    do {
      color = try Self.average(VipsImage.loadPNG(small, access: .random))
    } catch {
      throw ImagingError(.decode, .internal, "its placeholder can't be read", detail: "\(error)")
    }
  }

  private static func picture(
    _ bytes: [UInt8], _ recipe: Recipe, _ limits: PipelineLimits
  ) throws(ImagingError) -> [UInt8] {
    try Pipeline(recipe: recipe, limits: limits).run(Source(bytes)).bytes
  }

  private static func average(_ image: VipsImage) throws(VipsError) -> RGBColor {
    let isGrey = image.bands < 3
    let opaque =
      image.bands == 2 || image.bands == 4
      ? try image.flatten(background: isGrey ? [255] : [255, 255, 255]) : image
    var means: [UInt8] = []
    for band in isGrey ? [0, 0, 0] : [0, 1, 2] {
      means.append(UInt8(try opaque.extractBand(band).avg().rounded()))
    }
    return RGBColor(red: means[0], green: means[1], blue: means[2])
  }
}
