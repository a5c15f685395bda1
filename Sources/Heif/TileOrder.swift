internal import Resampling

/// Which tile is shown where, and what of its planes, once the picture is turned.
struct TileOrder {
  private let picture: TiledPicture

  /// The order of the tiles of a picture.
  init(_ picture: TiledPicture) {
    self.picture = picture
  }

  /// How many tiles there are.
  var count: Int { picture.tiles.count }
  /// Tiles in a row as shown.
  var columns: Int { picture.turn.transposes ? picture.rows : picture.columns }
  private var rows: Int { picture.turn.transposes ? picture.columns : picture.rows }

  /// The places of the tiles in a row as shown; places count from the upper left, row by row.
  func places(inRow row: Int) -> Range<Int> { row * columns..<(row + 1) * columns }

  /// Where the tile that is shown at a place is stored.
  func stored(_ place: Int) -> (row: Int, column: Int) {
    let (turn, row, column) = (picture.turn, place / columns, place % columns)
    let upright = turn.flips ? rows - 1 - row : row
    let across = turn.mirrors ? columns - 1 - column : column
    return turn.transposes ? (across, upright) : (upright, across)
  }

  /// What of a plane of a stored tile belongs to the picture, in samples: the last ones may stand over.
  func size(ofPlane index: Int, row: Int, column: Int) -> (width: Int, height: Int) {
    let size = HeifImage.Chroma.ycbcr420.size(
      ofPlane: index, width: picture.width - column * picture.tileWidth,
      height: picture.height - row * picture.tileHeight)
    let tile = HeifImage.Chroma.ycbcr420.size(
      ofPlane: index, width: picture.tileWidth, height: picture.tileHeight)
    return (min(size.width, tile.width), min(size.height, tile.height))
  }

  /// The size of a plane of the picture as shown, in samples.
  func shownSize(ofPlane index: Int) -> (width: Int, height: Int) {
    let size = HeifImage.Chroma.ycbcr420.size(
      ofPlane: index, width: picture.width, height: picture.height)
    return picture.turn.transposes ? (size.height, size.width) : size
  }
}
