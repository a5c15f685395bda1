internal import CResampling
package import Pixels

/// Where the first and the last edge of an output lie on a side of what it is made of.
///
/// Where the last one comes first, the output is mirrored; beyond the source its edge goes on.
package struct Span: Sendable, Hashable {
  /// Where the first edge of the output lies.
  package var from: Double
  /// Where its last edge lies.
  package var to: Double

  /// From one edge to another.
  package init(_ from: Double, _ to: Double) {
    self.from = from
    self.to = to
  }
}

extension PixelPlane {
  /// The longest side of a plane that can be resampled, in samples.
  package static let longestSide = 1_000_000

  /// This plane at another size, by Lanczos 3 in the samples' own light.
  ///
  /// - Parameters:
  ///   - width: Samples in a row of the result.
  ///   - height: Rows of the result.
  ///   - across: What of a row the result stands for, in samples; all of it by default.
  ///   - down: What of a column it stands for, in rows; all of it by default.
  /// - Returns: The plane; nil where this one has not one band of 8 bits, where a side is too long
  ///   or where there is no memory for it.
  package func resampled(
    width: Int, height: Int, across: Span? = nil, down: Span? = nil
  ) -> PixelPlane? {
    resampled(width: width, height: height, across: across, down: down, plain: false)
  }

  func resampled(
    width: Int, height: Int, across: Span?, down: Span?, plain: Bool
  ) -> PixelPlane? {
    let sides = 1...Self.longestSide
    guard bands == 1, sample == .uint8,
      [self.width, self.height, width, height].allSatisfy(sides.contains)
    else { return nil }
    let across = across ?? Span(0, Double(self.width))
    let down = down ?? Span(0, Double(self.height))
    if width == self.width, height == self.height, across == Span(0, Double(width)),
      down == Span(0, Double(height))
    {
      return self
    }
    let columns = imgtool_side(
      length: Int32(self.width), span: across.inC, made: Int32(width))
    let rows = imgtool_side(
      length: Int32(self.height), span: down.inC, made: Int32(height))
    var isMade = false
    let made = PixelBuffer(uninitialized: width * height) { output in
      guard let start = output.bindMemory(to: UInt8.self).baseAddress,
        let resampler = imgtool_resampler_new(columns, rows, start)
      else { return }
      if plain { imgtool_resampler_go_plain(resampler) }
      buffer.withBytes {
        imgtool_resampler_take_plane(resampler, $0.bindMemory(to: UInt8.self).baseAddress)
      }
      imgtool_resampler_free(resampler)
      isMade = true
    }
    guard isMade else { return nil }
    return PixelPlane(width: width, height: height, bands: 1, sample: .uint8, buffer: made)
  }

  /// This plane in another shape, by Lanczos 3 in the samples' own light.
  ///
  /// - Returns: The plane; nil as above.
  package func resampled(to shape: PlaneShape) -> PixelPlane? {
    resampled(
      width: shape.width, height: shape.height, across: shape.across, down: shape.down)
  }
}

extension Span {
  var inC: imgtool_span { imgtool_span(from: from, to: to) }
}
