internal import CHeif

/// One picture of a file, described but not decoded.
package final class HeifPicture {
  let handle: OpaquePointer
  /// Everything the library hands out needs the file's bytes.
  let file: HeifFile

  init(_ handle: OpaquePointer?, of file: HeifFile) throws(HeifError) {
    guard let handle else { throw HeifError(.damaged, "the file has no such picture") }
    self.handle = handle
    self.file = file
  }

  deinit {
    heif_image_handle_release(handle)
  }

  /// The number of the picture in its file.
  package var identifier: UInt32 { heif_image_handle_get_item_id(handle) }

  /// Pixels in a row of the picture as displayed, that is cropped, turned and mirrored.
  package var width: Int { Int(heif_image_handle_get_width(handle)) }
  /// Rows of the picture as displayed.
  package var height: Int { Int(heif_image_handle_get_height(handle)) }
  /// Bits of a luma sample; nil where the file does not say.
  package var lumaBits: Int? { bits(heif_image_handle_get_luma_bits_per_pixel(handle)) }
  /// Bits of a chroma sample; nil where the file does not say.
  package var chromaBits: Int? { bits(heif_image_handle_get_chroma_bits_per_pixel(handle)) }
  /// Whether the picture has transparency.
  package var hasAlpha: Bool { heif_image_handle_has_alpha_channel(handle) != 0 }
  /// Whether its colours are multiplied with its transparency.
  package var hasPremultipliedAlpha: Bool {
    heif_image_handle_is_premultiplied_alpha(handle) != 0
  }

  private func bits(_ value: Int32) -> Int? { value > 0 ? Int(value) : nil }

  /// How the picture stores colour; nil where that shows only when it is decoded.
  package var chroma: HeifImage.Chroma? {
    var colorspace = heif_colorspace_undefined
    var chroma = heif_chroma_undefined
    let error = heif_image_handle_get_preferred_decoding_colorspace(handle, &colorspace, &chroma)
    guard error.code == heif_error_Ok else { return nil }
    return HeifImage.Chroma(colorspace, chroma)
  }

  /// The colours that the container states; nil where it leaves them to the codec or a profile.
  package var color: HeifColor? {
    var profile: UnsafeMutablePointer<heif_color_profile_nclx>?
    let error = heif_image_handle_get_nclx_color_profile(handle, &profile)
    return error.code == heif_error_Ok ? HeifColor(taking: profile) : nil
  }

  /// The ICC profile; nil where there is none or an empty one.
  package var iccProfile: [UInt8]? {
    let size = heif_image_handle_get_raw_color_profile_size(handle)
    return bytes(size) { heif_image_handle_get_raw_color_profile(handle, $0) }
  }

  /// Asks the library for `size` bytes.
  func bytes(_ size: Int, _ fill: (UnsafeMutableRawPointer?) -> heif_error) -> [UInt8]? {
    guard size > 0 else { return nil }
    var worked = false
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, written in
      buffer.initialize(repeating: 0)
      worked = fill(buffer.baseAddress).code == heif_error_Ok
      written = worked ? size : 0
    }
    return worked ? bytes : nil
  }

  /// Whether the container crops, turns or mirrors the picture.
  package var isTransformed: Bool { !transforms.isEmpty }

  /// The numbers of the properties that do, in the order in which they are applied.
  var transforms: [heif_property_id] {
    identifiers(
      count: heif_item_get_transformation_properties(file.context, identifier, nil, 0)
    ) {
      heif_item_get_transformation_properties(file.context, identifier, $0, $1)
    }
  }
}
