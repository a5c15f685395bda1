internal import CHeif

// The library inflates compressed items without a limit to their size, and up to version 1.21 without
// an end where the data is cut. They occur in files made to try the feature.
extension HeifFile {
  /// Refuses files whose uncompressed pictures are compressed as a whole (ISO/IEC 23001-17, `cmpC`).
  ///
  /// - Throws: `HeifError` of kind `unsupported`.
  func refuseCompressedItems() throws(HeifError) {
    let all = identifiers(count: heif_context_get_number_of_items(context)) {
      heif_context_get_list_of_item_IDs(context, $0, $1)
    }
    let compression = heif_item_property_type(rawValue: fourcc("cmpC"))
    for item in all where heif_item_get_item_type(context, item) == fourcc("unci") {
      if heif_item_get_properties_of_type(context, item, compression, nil, 0) > 0 {
        throw HeifError(.unsupported, "the picture is compressed in a generic way")
      }
    }
  }

  /// Whether an item of data is compressed as a whole.
  func isCompressed(_ item: UInt32) -> Bool {
    guard let encoding = heif_item_get_mime_item_content_encoding(context, item) else {
      return false
    }
    return encoding.pointee != 0
  }
}

/// A four-character code as the number that the library knows it by.
func fourcc(_ text: StaticString) -> UInt32 {
  text.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
}
