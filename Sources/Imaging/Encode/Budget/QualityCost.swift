internal import Formats

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// How many bytes qualities are expected to take: where the search for one begins.
enum QualityCost {
  /// The logarithm of the bytes at a quality, against those at quality 80.
  static func of(_ quality: Int, _ format: ImageFormat) -> Double {
    let curve = format == .jpeg ? jpeg : format == .webp ? webp : video
    let place = Double(min(max(quality, 0), 100)) / 10
    let index = min(Int(place), curve.count - 2)
    let share = place - Double(index)
    return log(curve[index]) * (1 - share) + log(curve[index + 1]) * share
  }

  // Means over photographs, at 0, 10, 20 … 100; only the number of tries depends on them.
  private static let jpeg = [0.10, 0.22, 0.33, 0.43, 0.52, 0.60, 0.68, 0.80, 1.0, 1.6, 4.5]
  private static let webp = [0.28, 0.36, 0.44, 0.52, 0.59, 0.65, 0.71, 0.80, 1.0, 1.9, 3.6]
  private static let video = [0.05, 0.08, 0.12, 0.18, 0.26, 0.36, 0.50, 0.70, 1.0, 1.9, 4.0]

  /// Bytes a pixel of a photograph at quality 80.
  static func bytesPerPixel(_ format: ImageFormat) -> Double {
    switch format {
    case .jpeg: 0.2
    case .webp: 0.12
    default: 0.1
    }
  }

  /// The logarithm of the bytes of a photograph in a format, against those in another, at quality 80.
  static func against(_ other: ImageFormat, _ format: ImageFormat) -> Double {
    log(bytesPerPixel(format) / bytesPerPixel(other))
  }

  /// The logarithm of the bytes that a picture is expected to take at quality 80.
  ///
  /// - Parameters:
  ///   - format: The format of the output.
  ///   - target: Size of the output in pixels.
  ///   - source: What the input's header says.
  ///   - sourceBytes: Bytes of the input without its metadata.
  /// - Returns: The logarithm, from what the source takes where it is a JPEG or HEIF.
  static func expected(
    _ format: ImageFormat, at target: PixelSize, _ source: HeaderFacts, sourceBytes: Int
  ) -> Double {
    let pixels = Double(max(target.count, 1))
    let plain = log(pixels * bytesPerPixel(format))
    guard sourceBytes > 0, let rival = rival(source) else { return plain }
    // Fewer pixels hold more each.
    let scale = 0.85 * log(pixels / Double(max(source.storedSize.count, 1)))
    return log(Double(sourceBytes)) + rival + against(.jpeg, format)
      + min(scale, 0)
  }

  /// The logarithm of what a JPEG of quality 80 takes against the source; nil where nothing is known.
  private static func rival(_ source: HeaderFacts) -> Double? {
    if let quality = source.jpeg?.estimatedQuality { return -of(quality, .jpeg) }
    return source.heif == nil ? nil : log(1.2)
  }
}
