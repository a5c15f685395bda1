internal import CVips

// What the loaders read beside the pixels, by libvips' names of the fields.
extension VipsImage {
  /// The name of a block of bytes beside the pixels.
  package enum Block: String, Sendable, CaseIterable {
    /// Exif, with its "Exif\0\0" where the format has it.
    case exif = "exif-data"
    /// XMP, a packet of UTF-8.
    case xmp = "xmp-data"
    /// IPTC.
    case iptc = "iptc-data"
    /// An ICC profile.
    case icc = "icc-profile-data"
  }

  /// Whether there is a field of this name.
  package func has(_ field: String) -> Bool {
    vips_image_get_typeof(pointer, field) != 0
  }

  /// The names of all fields beyond size and format.
  package var fields: [String] {
    guard let names = vips_image_get_fields(pointer) else { return [] }
    defer { g_strfreev(names) }
    return (0..<Int(g_strv_length(names))).compactMap { names[$0].map { String(cString: $0) } }
  }

  /// A copy of the bytes of a block, nil where there is none.
  package func blob(_ block: Block) -> [UInt8]? { blob(block.rawValue) }

  /// A copy of the bytes of a field, nil where there is none or it is no bytes.
  package func blob(_ field: String) -> [UInt8]? {
    guard vips_image_get_typeof(pointer, field) == vips_blob_get_type() else { return nil }
    var start: UnsafeRawPointer?
    var count = 0
    guard vips_image_get_blob(pointer, field, &start, &count) == 0 else { return nil }
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// The whole number in a field, nil where there is none or it is no whole number.
  package func integer(_ field: String) -> Int? {
    guard vips_image_get_typeof(pointer, field) == GLibType.int else { return nil }
    var value: Int32 = 0
    guard vips_image_get_int(pointer, field, &value) == 0 else { return nil }
    return Int(value)
  }

  /// The text in a field, nil where there is none or it is no text.
  package func text(_ field: String) -> String? {
    let type = vips_image_get_typeof(pointer, field)
    guard type == GLibType.string || type == vips_ref_string_get_type() else { return nil }
    var value: UnsafePointer<CChar>?
    guard vips_image_get_string(pointer, field, &value) == 0, let value else { return nil }
    return String(cString: value)
  }

  /// The same pixels with this ICC profile, or with none.
  package func withProfile(_ profile: [UInt8]?) throws(VipsError) -> VipsImage {
    let copy = try copy()
    let field = Block.icc.rawValue
    if let profile {
      profile.withUnsafeBytes {
        vips_image_set_blob_copy(copy.pointer, field, $0.baseAddress, $0.count)
      }
    } else {
      vips_image_remove(copy.pointer, field)
    }
    return copy
  }

  /// The same pixels with nothing beside them, or with the ICC profile only.
  package func withoutMetadata(keepingProfile: Bool = false) throws(VipsError) -> VipsImage {
    let copy = try copy()
    // How it may be evaluated is a fact that later operations need.
    let kept = [
      "vips-sequential", VipsLibrary.concurrencyField, keepingProfile ? Block.icc.rawValue : "",
    ]
    for field in copy.fields where !kept.contains(field) {
      vips_image_remove(copy.pointer, field)
    }
    return copy
  }
}
