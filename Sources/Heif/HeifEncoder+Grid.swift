internal import CHeif
internal import Pixels

extension HeifEncoder {
  /// Writes a picture as a grid of tiles, one after the other; within a tile the encoder's threads
  /// work side by side.
  func compress(
    _ pixels: PixelPlane, _ grid: TileGrid, with encoder: OpaquePointer,
    _ options: UnsafeMutablePointer<heif_encoding_options>, in context: OpaquePointer
  ) throws(HeifError) -> OpaquePointer {
    guard let width = UInt32(exactly: pixels.width), let height = UInt32(exactly: pixels.height)
    else { throw HeifError(.tooLarge, "the picture is too large to encode") }
    var added: OpaquePointer?
    try check(
      heif_context_add_grid_image(
        context, width, height, UInt32(grid.columns), UInt32(grid.rows), options, &added))
    guard let handle = added else { throw HeifError(.encoding, "the library gave no grid") }
    do throws(HeifError) {
      for (column, row, part) in grid.parts {
        if isCancelled?() == true { throw HeifError(.cancelled, "cancelled") }
        let tile = try EncoderImage(pixels, part: part, bits: bits, iccProfile: iccProfile)
        try check(
          heif_context_add_image_tile(
            context, handle, UInt32(column), UInt32(row), tile.pointer, encoder))
      }
      try stateColors(of: handle, in: context)
      try check(heif_context_set_primary_image(context, handle))
    } catch {
      heif_image_handle_release(handle)
      throw error
    }
    return handle
  }

  /// Says of the grid itself what its tiles say: the library does so from 1.20 on, and readers ask
  /// the grid.
  private func stateColors(
    of handle: OpaquePointer, in context: OpaquePointer
  ) throws(HeifError) {
    let item = heif_image_handle_get_item_id(handle)
    let type = heif_item_property_type(rawValue: Self.colr)
    guard heif_item_get_properties_of_type(context, item, type, nil, 0) == 0 else { return }
    for content in colorBoxes {
      try check(
        heif_item_add_raw_property(
          context, item, Self.colr, nil, content, content.count, 0, nil))
    }
  }

  /// `colr` as a number (ISO/IEC 14496-12, 12.1.5).
  private static let colr: UInt32 = 0x636F_6C72

  /// What is in the colour boxes: the profile, and the code points.
  var colorBoxes: [[UInt8]] {
    let stated = statedColor
    var boxes: [[UInt8]] = []
    if let iccProfile, !iccProfile.isEmpty { boxes.append(Array("prof".utf8) + iccProfile) }
    let points = [stated.primaries, stated.transfer, stated.matrix].flatMap { point in
      let number = UInt16(clamping: point)
      return [UInt8(number >> 8), UInt8(number & 0xFF)]
    }
    boxes.append(Array("nclx".utf8) + points + [stated.fullRange ? 0x80 : 0])
    return boxes
  }
}
