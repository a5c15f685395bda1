/// A size in pixels, width × height.
package struct PixelSize: Sendable, Hashable, Codable {
  /// Pixels across.
  package var width: Int
  /// Pixels down.
  package var height: Int

  /// The size of so many pixels across and down.
  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// No pixels.
  package static let zero = PixelSize(width: 0, height: 0)

  /// Whether there is no pixel.
  package var isEmpty: Bool { width <= 0 || height <= 0 }

  /// The size; nil where there is no pixel, as in facts that don't tell it.
  package var known: PixelSize? { isEmpty ? nil : self }

  /// The size after a quarter turn.
  package var turned: PixelSize { PixelSize(width: height, height: width) }

  /// The size that an EXIF Orientation of 1 to 8 leads to: from 5 on the sides change places.
  package func upright(from orientation: Int) -> PixelSize {
    (5...8).contains(orientation) ? turned : self
  }

  /// The number of pixels; `Int.max` where it would be more.
  package var count: Int {
    let (product, overflow) = max(0, width).multipliedReportingOverflow(by: max(0, height))
    return overflow ? Int.max : product
  }
}
