internal import CHeif
internal import Pixels

/// Pixels in the library's own memory, ready for an encoder.
final class EncoderImage {
  let pointer: OpaquePointer

  /// Copies pixels: all of them, or a part that may reach beyond the right and the lower edge, whose
  /// pixels are repeated there.
  ///
  /// - Throws: `HeifError` of kind `unsupported` where the library has no form for them.
  init(
    _ pixels: PixelPlane, part: TileGrid.Part? = nil, bits: Int, iccProfile: [UInt8]?
  ) throws(HeifError) {
    let part = part ?? TileGrid.Part(x: 0, y: 0, width: pixels.width, height: pixels.height)
    let wide = pixels.sample == .uint16
    guard pixels.sample != .float, wide ? (9...16).contains(bits) : bits == 8 else {
      throw HeifError(.unsupported, "samples of this depth can't be encoded")
    }
    guard let chroma = Self.chroma(bands: pixels.bands, wide: wide) else {
      throw HeifError(.unsupported, "pixels of \(pixels.bands) samples can't be encoded")
    }
    guard let width = Int32(exactly: part.width), let height = Int32(exactly: part.height)
    else { throw HeifError(.tooLarge, "the picture is too large to encode") }
    let isGray = pixels.bands == 1
    let space = isGray ? heif_colorspace_monochrome : heif_colorspace_RGB
    let channel = isGray ? heif_channel_Y : heif_channel_interleaved
    var image: OpaquePointer?
    try check(heif_image_create(width, height, space, chroma, &image))
    guard let image else { throw HeifError(.tooLarge, "no memory for a picture") }
    pointer = image
    try check(heif_image_add_plane(image, channel, width, height, Int32(bits)))
    try copy(part, of: pixels, to: channel)
    if let iccProfile, !iccProfile.isEmpty {
      try check(heif_image_set_raw_color_profile(image, "prof", iccProfile, iccProfile.count))
    }
  }

  deinit {
    heif_image_release(pointer)
  }

  private static func chroma(bands: Int, wide: Bool) -> heif_chroma? {
    switch bands {
    case 1: cheif_chroma_monochrome
    case 3: wide ? HeifLayout.rgb16.chroma : HeifLayout.rgb8.chroma
    case 4: wide ? HeifLayout.rgba16.chroma : HeifLayout.rgba8.chroma
    default: nil
    }
  }

  private func copy(
    _ part: TileGrid.Part, of pixels: PixelPlane, to channel: heif_channel
  ) throws(HeifError) {
    var stride: Int32 = 0
    let pixel = pixels.bands * pixels.sample.bytes
    guard let target = heif_image_get_plane(pointer, channel, &stride),
      part.width * pixel <= Int(stride)
    else { throw HeifError(.other, "a plane has no usable size") }
    let inside = min(part.width, pixels.width - part.x)
    pixels.buffer.withBytes { source in
      guard let source = source.baseAddress else { return }
      for y in 0..<part.height {
        let from = min(part.y + y, pixels.height - 1) * pixels.width + part.x
        let row = UnsafeMutableRawPointer(target + y * Int(stride))
        row.copyMemory(from: source + from * pixel, byteCount: inside * pixel)
        for x in inside..<max(part.width, inside) {
          (row + x * pixel).copyMemory(from: row + (inside - 1) * pixel, byteCount: pixel)
        }
      }
    }
  }
}
