internal import CHeif
internal import Resampling

/// A picture of tiles that can be decoded one by one, as phones store theirs (ISO/IEC 23008-12,
/// 6.6.2.3).
///
/// Only what is common: planes of 4:2:0 of 8 bits, opaque, tiles of one even size, turned and mirrored
/// as a whole but not cropped. Where the library would have to do more than to lay tiles side by side,
/// it decodes the whole.
struct TiledPicture {
  /// The tiles, row by row as stored.
  let tiles: [HeifPicture]
  /// Tiles in a row as stored.
  let columns: Int
  /// Pixels in a row of a tile.
  let tileWidth: Int
  /// Rows of a tile.
  let tileHeight: Int
  /// Pixels in a row of the picture as stored.
  let width: Int
  /// Rows of the picture as stored.
  let height: Int
  /// How it is turned to be seen.
  let turn: Turn

  /// Rows of tiles as stored.
  var rows: Int { tiles.count / columns }

  /// The tiles of a picture; nil where it has none or anything about it is unusual.
  init?(_ picture: HeifPicture) {
    let context = picture.file.context
    guard heif_item_get_item_type(context, picture.identifier) == fourcc("grid"),
      picture.chroma == .ycbcr420, picture.lumaBits == 8, picture.chromaBits == 8,
      !picture.hasAlpha, let turn = Self.turn(of: picture)
    else { return nil }
    let items = picture.sources
    // The library decodes a tile that stands twice with one decoder, which is not for two threads.
    guard Set(items).count == items.count else { return nil }
    // It also asks for the size of the first tile without asking whether there is one.
    tiles = items.compactMap { try? picture.file.picture($0) }
    guard tiles.count == items.count, !tiles.isEmpty, tiles.allSatisfy(Self.isPlain) else {
      return nil
    }
    var tiling = heif_image_tiling()
    guard heif_image_handle_get_image_tiling(picture.handle, 0, &tiling).code == heif_error_Ok
    else { return nil }
    columns = Int(tiling.num_columns)
    (tileWidth, tileHeight) = (Int(tiling.tile_width), Int(tiling.tile_height))
    (width, height) = (Int(tiling.image_width), Int(tiling.image_height))
    self.turn = turn
    guard columns * Int(tiling.num_rows) == items.count, isCovered, isTurnedExactly,
      tiles.allSatisfy({ $0.width == tileWidth && $0.height == tileHeight }),
      (picture.width, picture.height) == (turn.transposes ? (height, width) : (width, height))
    else { return nil }
  }

  /// Whether the tiles cover the picture, none of them lies beyond it, and chroma is cut where luma is.
  private var isCovered: Bool {
    let isCovered = { (length: Int, tile: Int, count: Int) in
      tile > 0 && tile % 2 == 0 && count > 0 && (count - 1) * tile < length
        && count * tile >= length
    }
    return isCovered(width, tileWidth, columns) && isCovered(height, tileHeight, rows)
  }

  /// Whether chroma lies on luma after the turn as it did before; the library stretches it else.
  private var isTurnedExactly: Bool { turn == Turn() || width % 2 == 0 && height % 2 == 0 }

  /// Whether a tile is coded itself and shown as it is coded.
  private static func isPlain(_ tile: HeifPicture) -> Bool {
    let type = heif_item_get_item_type(tile.file.context, tile.identifier)
    return [fourcc("hvc1"), fourcc("av01")].contains(type) && !tile.isTransformed
  }

  /// What turns and mirrors come to; nil where the picture is cropped.
  private static func turn(of picture: HeifPicture) -> Turn? {
    let (context, item) = (picture.file.context, picture.identifier)
    var turn = Turn()
    for property in picture.transforms {
      switch heif_item_get_property_type(context, item, property) {
      case heif_item_property_type_transform_rotation:
        let degrees = heif_item_get_property_transform_rotation_ccw(context, item, property)
        guard degrees >= 0, degrees % 90 == 0 else { return nil }
        turn.rotate(quarters: Int(degrees) / 90)
      case heif_item_property_type_transform_mirror:
        switch heif_item_get_property_transform_mirror(context, item, property) {
        case heif_transform_mirror_direction_horizontal: turn.mirror()
        case heif_transform_mirror_direction_vertical: turn.flip()
        default: return nil
        }
      default: return nil
      }
    }
    return turn
  }
}
