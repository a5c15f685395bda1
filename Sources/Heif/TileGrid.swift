/// How a large picture is cut into tiles of one size (ISO/IEC 23008-12, 6.6.2.3), so that the encoder's
/// memory does not grow with it.
package struct TileGrid: Sendable, Equatable {
  /// A part of a picture in pixels; it may reach beyond the right and the lower edge.
  struct Part: Equatable {
    let x: Int
    let y: Int
    let width: Int
    let height: Int
  }

  /// What is cut, and how small.
  package struct Limits: Sendable, Equatable {
    /// Pictures of no more pixels than this stay whole: each seam costs bytes.
    package var mostPixelsOfOne = 8_388_608
    /// The longest side of a tile in pixels: few seams, and rows enough for many threads.
    package var longestSide = 2048

    /// Limits that suit photographs.
    package init() {}
  }

  /// Sides of tiles are multiples of an encoder's largest block, in pixels, which MIAF's limits for
  /// subsampled colour follow from (ISO/IEC 23000-22, 7.3.11.4.2).
  static let block = 64

  /// Tiles in a row.
  let columns: Int
  /// Rows of tiles.
  let rows: Int
  /// Width of each tile in pixels.
  let tileWidth: Int
  /// Height of each tile in pixels.
  let tileHeight: Int

  /// The grid for a picture of this size in pixels; nil for one that stays whole.
  init?(width: Int, height: Int, _ limits: Limits = Limits()) {
    let (count, isOver) = width.multipliedReportingOverflow(by: height)
    guard width > 0, height > 0, isOver || count > limits.mostPixelsOfOne else { return nil }
    (columns, tileWidth) = Self.cut(width, limits.longestSide)
    (rows, tileHeight) = Self.cut(height, limits.longestSide)
    // Both are stored in 8 bits, less one.
    guard columns <= 256, rows <= 256 else { return nil }
  }

  /// The tiles, row by row.
  var parts: [(column: Int, row: Int, part: Part)] {
    (0..<rows).flatMap { row in
      (0..<columns).map { column in
        let part = Part(
          x: column * tileWidth, y: row * tileHeight, width: tileWidth, height: tileHeight)
        return (column, row, part)
      }
    }
  }

  /// Parts of one length, as even as blocks allow, none of them wholly beyond the end.
  private static func cut(_ length: Int, _ longestSide: Int) -> (count: Int, length: Int) {
    let least = (length - 1) / longestSide + 1
    let part = ((length - 1) / least / block + 1) * block
    return ((length - 1) / part + 1, part)
  }
}
