package import Formats

/// The largest size that an output may have; pictures are never enlarged.
package enum SizeLimit: Codable, Sendable, Equatable {
  /// The picture's own size.
  case unlimited
  /// At most this many pixels along the longer edge.
  case longEdge(Int)
  /// At most `width` × `height` pixels.
  case box(width: Int, height: Int)

  /// The size of a `width` × `height` picture under this limit, in pixels, its shape kept.
  ///
  /// No edge becomes less than one pixel, however thin the picture is.
  package func applied(to size: PixelSize) -> PixelSize {
    let scale = min(1, factor(for: size))
    guard scale < 1 else { return size }
    return PixelSize(
      width: max(1, Int((Double(size.width) * scale).rounded())),
      height: max(1, Int((Double(size.height) * scale).rounded())))
  }

  private func factor(for size: PixelSize) -> Double {
    switch self {
    case .unlimited: 1
    case .longEdge(let limit): Double(limit) / Double(max(size.width, size.height))
    case .box(let width, let height):
      min(Double(width) / Double(size.width), Double(height) / Double(size.height))
    }
  }
}
