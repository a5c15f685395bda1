internal import CResampling
package import Pixels

/// A plane that is brought to another shape while its rows come, so that it never exists as a whole.
///
/// The samples are those that `PixelPlane.resampled(to:)` makes of the whole plane.
package final class RowResampler {
  /// Samples in a row of what is resampled.
  private let width: Int
  /// Rows that have still to come.
  private var rowsLeft: Int
  private let shape: PlaneShape
  private let resampler: OpaquePointer
  private let made: PixelBuffer

  /// Makes room for what is made and for the rows that one row of it is made of.
  ///
  /// Nil where a side is too long or where there is no memory.
  ///
  /// - Parameters:
  ///   - width: Samples in a row of the plane that comes.
  ///   - height: Its rows.
  ///   - shape: What is made of it.
  package init?(width: Int, height: Int, to shape: PlaneShape) {
    let sides = 1...PixelPlane.longestSide
    guard [width, height, shape.width, shape.height].allSatisfy(sides.contains) else { return nil }
    let count = shape.width * shape.height
    let output = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
    made = PixelBuffer(adopting: UnsafeMutableRawPointer(output), count: count) { $0.deallocate() }
    let columns = imgtool_side(
      length: Int32(width), span: shape.across.inC, made: Int32(shape.width))
    let rows = imgtool_side(
      length: Int32(height), span: shape.down.inC, made: Int32(shape.height))
    guard let resampler = imgtool_resampler_new(columns, rows, output) else { return nil }
    guard imgtool_resampler_reserve(resampler, 1, width) != 0 else {
      imgtool_resampler_free(resampler)
      return nil
    }
    self.resampler = resampler
    self.width = width
    rowsLeft = height
    self.shape = shape
  }

  deinit {
    imgtool_resampler_free(resampler)
  }

  /// Takes the next rows: those of planes that lie side by side and are as wide as all together.
  ///
  /// - Returns: Whether they fit what was said of the plane; where not, none is taken.
  package func take(_ parts: [PixelPlane]) -> Bool {
    guard let height = parts.first?.height, height <= rowsLeft,
      parts.allSatisfy({ $0.height == height && $0.bands == 1 && $0.sample == .uint8 }),
      parts.reduce(0, { $0 + $1.width }) == width
    else { return false }
    rowsLeft -= height
    for row in 0..<height {
      var next: UnsafeMutablePointer<UInt8>?
      imgtool_resampler_group(resampler, &next)
      guard var target = next else { return false }
      for part in parts {
        part.buffer.withBytes { bytes in
          let start = bytes.bindMemory(to: UInt8.self).baseAddress
          if let start { target.update(from: start + row * part.width, count: part.width) }
        }
        target += part.width
      }
      imgtool_resampler_take_group(resampler)
    }
    return true
  }

  /// What was made of all rows; nil before the last of them was taken.
  package var plane: PixelPlane? {
    guard rowsLeft == 0 else { return nil }
    return PixelPlane(
      width: shape.width, height: shape.height, bands: 1, sample: .uint8, buffer: made)
  }
}
