/// The most that a picture may measure: both sides within one length, or within a width and a height.
package struct PixelBox: Hashable, Sendable, CustomStringConvertible {
  /// The greatest width in pixels, 1 to 1,000,000.
  package let width: Int
  /// The greatest height in pixels, 1 to 1,000,000.
  package let height: Int
  /// How it was given, and how names show it: `1920`, `800x600`.
  package let description: String

  /// A box of `edge` × `edge` pixels: a bound on the long edge.
  package init(longEdge edge: Int) {
    (width, height, description) = (edge, edge, "\(edge)")
  }

  /// A box of `width` × `height` pixels.
  package init(width: Int, height: Int) {
    (self.width, self.height, description) = (width, height, "\(width)x\(height)")
  }

  /// Reads `1920` or `800x600`, nil for anything else.
  package init?(parsing text: [UInt8]) {
    let sides = text.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: "x") }
      .map { Decimal($0)?.whole.flatMap { (1...1_000_000).contains($0) ? $0 : nil } }
    switch (sides.count, sides[0], sides[sides.count - 1]) {
    case (1, let edge?, _): self.init(longEdge: edge)
    case (2, let width?, let height?): self.init(width: width, height: height)
    default: return nil
    }
  }
}
