internal import CHeif
package import Pixels

extension HeifEncoder {
  /// A gain map beside a picture.
  package struct GainMap: Sendable {
    /// How the file says that it is one.
    package enum Form: Sendable {
      /// As an auxiliary picture of a URN, with an XMP packet of its own (ISO/IEC 23008-12, 6.4.5).
      case auxiliary(type: String, xmp: [UInt8])
      /// As the second input of a tone map with a payload (ISO/IEC 23008-12:2025, 6.6.2.4), whose rendition has
      /// the colours of a profile, or those of the picture.
      case toneMap(payload: [UInt8], profile: [UInt8]?)
    }

    /// Its samples: one band or three, of 8 bits.
    package var pixels: PixelPlane
    /// 1 (small) to 100 (good).
    package var quality: Int
    /// How the file says that it is one.
    package var form: Form

    /// A map of these samples.
    package init(_ pixels: PixelPlane, quality: Int, _ form: Form) {
      self.pixels = pixels
      self.quality = quality
      self.form = form
    }
  }

  /// Writes the gain map of a picture.
  ///
  /// - Returns: The numbers of the map's item and of the tone map that is made of it, where there is one.
  func addGainMap(
    _ map: GainMap, to handle: OpaquePointer, with encoder: OpaquePointer, in context: OpaquePointer
  ) throws(HeifError) -> ToneMapItems? {
    var own = self
    own.iccProfile = nil
    own.color = .profiled
    own.bits = 8
    own.isLossless = false
    try setQuality(map.quality, of: encoder)
    set(settings, of: encoder)
    let encoded = try own.withOptions { options throws(HeifError) in
      try own.compressWhole(map.pixels, with: encoder, options, in: context)
    }
    defer { heif_image_handle_release(encoded) }
    let picture = heif_image_handle_get_item_id(handle)
    let item = heif_image_handle_get_item_id(encoded)
    switch map.form {
    case .auxiliary(let type, let xmp):
      // A full box: version and flags, then the type as text that ends with a zero.
      try addProperty("auxC", [0, 0, 0, 0] + Array(type.utf8) + [0], to: item, in: context)
      try check(heif_context_add_item_reference(context, fourcc("auxl"), item, picture))
      try check(
        heif_context_add_XMP_metadata(context, encoded, xmp, Int32(clamping: xmp.count)))
      return nil
    case .toneMap(let payload, let profile):
      var own = self
      own.iccProfile = profile ?? iccProfile
      let toneMap = try own.addToneMap(payload, of: [picture, item], to: handle, in: context)
      return ToneMapItems(picture: picture, map: item, toneMap: toneMap)
    }
  }

  private func addToneMap(
    _ payload: [UInt8], of inputs: [heif_item_id], to handle: OpaquePointer,
    in context: OpaquePointer
  ) throws(HeifError) -> heif_item_id {
    var item: heif_item_id = 0
    try check(
      heif_context_add_item(context, "tmap", payload, Int32(clamping: payload.count), &item))
    try check(
      heif_context_add_item_references(
        context, fourcc("dimg"), item, inputs, Int32(inputs.count)))
    let sides = [heif_image_handle_get_width(handle), heif_image_handle_get_height(handle)]
    let size = sides.flatMap { side in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: side >> $0) }
    }
    try addProperty("ispe", [0, 0, 0, 0] + size, to: item, in: context)
    for content in colorBoxes.prefix(1) { try addProperty("colr", content, to: item, in: context) }
    heif_context_add_compatible_brand(context, fourcc("tmap"))
    return item
  }

  private func addProperty(
    _ type: StaticString, _ content: [UInt8], to item: heif_item_id, in context: OpaquePointer
  ) throws(HeifError) {
    try check(
      heif_item_add_raw_property(
        context, item, fourcc(type), nil, content, content.count, 1, nil))
  }
}

/// The items that a tone map consists of.
struct ToneMapItems {
  /// The picture.
  let picture: UInt32
  /// The gain map.
  let map: UInt32
  /// What is made of both.
  let toneMap: UInt32
}
