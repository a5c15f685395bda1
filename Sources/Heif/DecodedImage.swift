internal import CHeif
internal import Pixels

/// Pixels that the library holds.
final class DecodedImage {
  private let image: OpaquePointer
  /// The library counts the memory of an image against the context it came from, by the address of
  /// that context: it has to be there until the image is gone.
  private let file: HeifFile

  init(_ image: OpaquePointer, of file: HeifFile) {
    self.image = image
    self.file = file
  }

  deinit {
    heif_image_release(image)
  }

  /// The picture as a value; planes that are packed already stay where they are.
  ///
  /// - Parameters:
  ///   - color: What the numbers in the planes mean.
  ///   - warnings: What was found wrong already.
  /// - Returns: The pixels and what is known of them.
  /// - Throws: `HeifError` where the planes do not make a picture.
  func value(color: HeifColor?, warnings: [String]) throws(HeifError) -> HeifImage {
    let space = heif_image_get_colorspace(image)
    guard let chroma = HeifImage.Chroma(space, heif_image_get_chroma_format(image)) else {
      throw HeifError(.unsupported, "the picture has an unknown way to store colour")
    }
    let channels = Self.channels(of: chroma)
    let first = channels[0]
    let width = Int(heif_image_get_width(image, first))
    let height = Int(heif_image_get_height(image, first))
    var planes: [PixelPlane] = []
    for channel in channels {
      guard bits(channel) == bits(first) else {
        throw HeifError(.unsupported, "the picture has planes of different depths")
      }
      let size = chroma.size(ofPlane: planes.count, width: width, height: height)
      planes.append(try plane(channel, width: size.width, height: size.height))
    }
    let hasAlpha = heif_image_has_channel(image, heif_channel_Alpha) != 0
    return HeifImage(
      width: width, height: height, bits: bits(first), chroma: chroma, color: color,
      planes: planes,
      alpha: hasAlpha ? try plane(heif_channel_Alpha, width: width, height: height) : nil,
      alphaBits: hasAlpha ? bits(heif_channel_Alpha) : 0,
      hasPremultipliedAlpha: heif_image_is_premultiplied_alpha(image) != 0,
      warnings: warnings + self.warnings)
  }

  private static func channels(of chroma: HeifImage.Chroma) -> [heif_channel] {
    switch chroma {
    case .monochrome: [heif_channel_Y]
    case .ycbcr420, .ycbcr422, .ycbcr444: [heif_channel_Y, heif_channel_Cb, heif_channel_Cr]
    case .rgb: [heif_channel_R, heif_channel_G, heif_channel_B]
    case .interleaved: [heif_channel_interleaved]
    }
  }

  private func bits(_ channel: heif_channel) -> Int {
    Int(heif_image_get_bits_per_pixel_range(image, channel))
  }

  /// Samples of one pixel in a plane.
  private func bands(_ channel: heif_channel) -> Int {
    guard channel == heif_channel_interleaved else { return 1 }
    return switch heif_image_get_chroma_format(image) {
    case heif_chroma_interleaved_RGBA, heif_chroma_interleaved_RRGGBBAA_BE,
      heif_chroma_interleaved_RRGGBBAA_LE:
      4
    default: 3
    }
  }

  /// One plane.
  ///
  /// Where a picture of 4:2:0 is cropped at an odd place, the library's planes of chroma have a
  /// column or a row more than the picture needs; what is beyond `width` and `height` is left out.
  private func plane(
    _ channel: heif_channel, width: Int, height: Int
  ) throws(HeifError) -> PixelPlane {
    var stride: Int32 = 0
    let bits = bits(channel)
    guard let start = heif_image_get_plane(image, channel, &stride), width > 0, height > 0,
      width <= Int(heif_image_get_width(image, channel)),
      height <= Int(heif_image_get_height(image, channel))
    else { throw HeifError(.damaged, "a plane of the picture is too small") }
    guard (1...16).contains(bits) else {
      throw HeifError(.unsupported, "the picture has samples of more than 16 bits")
    }
    let bands = bands(channel)
    let sample: PixelPlane.Sample = bits > 8 ? .uint16 : .uint8
    // Sizes are 32 bits and come to at most 8 bytes a pixel: no product overflows 64 bits.
    let row = width * bands * sample.bytes
    guard row <= Int(stride) else { throw HeifError(.other, "the rows of a plane overlap") }
    let buffer =
      row == Int(stride)
      ? adopted(start, count: row * height)
      : packed(start, row: row, stride: Int(stride), height: height)
    guard
      let plane = PixelPlane(
        width: width, height: height, bands: bands, sample: sample, buffer: buffer)
    else { throw HeifError(.other, "a plane has no usable size") }
    return plane
  }

  private func adopted(_ start: UnsafeMutablePointer<UInt8>, count: Int) -> PixelBuffer {
    PixelBuffer(adopting: UnsafeMutableRawPointer(start), count: count) { [self] _ in
      // Holding the image is all there is to do: the last plane lets it go.
      withExtendedLifetime(self) {}
    }
  }

  private func packed(
    _ start: UnsafeMutablePointer<UInt8>, row: Int, stride: Int, height: Int
  ) -> PixelBuffer {
    PixelBuffer(count: row * height) { target in
      guard let target = target.baseAddress else { return }
      for y in 0..<height {
        (target + y * row).copyMemory(from: start + y * stride, byteCount: row)
      }
    }
  }

  /// The colours that the library states for these pixels.
  var color: HeifColor? {
    var profile: UnsafeMutablePointer<heif_color_profile_nclx>?
    let error = heif_image_get_nclx_color_profile(image, &profile)
    return error.code == heif_error_Ok ? HeifColor(taking: profile) : nil
  }

  private var warnings: [String] {
    // A damaged picture can have one for each tile; the first say enough.
    let count = min(heif_image_get_decoding_warnings(image, 0, nil, 0), 8)
    guard count > 0 else { return [] }
    var list = [heif_error](repeating: heif_error(), count: Int(count))
    let found = heif_image_get_decoding_warnings(image, 0, &list, count)
    return list.prefix(Int(found)).map { HeifError($0).detail }
  }
}
