internal import CHeif

extension HeifPicture {
  /// A block of data about the picture.
  package struct MetadataType: Sendable, Equatable {
    /// The type of the item: `Exif`, `mime`, `uri `, `iptc`.
    package let item: String
    /// The MIME type of a `mime` item, empty for others.
    package let content: String
  }

  /// What blocks of data about the picture there are, in the order of the file.
  package var metadataTypes: [MetadataType] { metadata.map(\.type) }

  /// The EXIF data from its TIFF header on; nil where there is none or nothing like it.
  package var exif: [UInt8]? {
    for block in metadata where block.type.item == "Exif" {
      if let bytes = bytes(of: block.identifier), let tiff = Self.tiff(inExifItem: bytes) {
        return tiff
      }
    }
    return nil
  }

  /// The XMP packet; nil where there is none, or where it is compressed.
  package var xmp: [UInt8]? {
    for block in metadata
    where block.type.item == "mime" && block.type.content == "application/rdf+xml" {
      if let bytes = bytes(of: block.identifier) { return bytes }
    }
    return nil
  }

  private var metadata: [(identifier: UInt32, type: MetadataType)] {
    identifiers(count: heif_image_handle_get_number_of_metadata_blocks(handle, nil)) {
      heif_image_handle_get_list_of_metadata_block_IDs(handle, nil, $0, $1)
    }.map { identifier in
      let item = heif_image_handle_get_metadata_type(handle, identifier)
        .map { String(cString: $0) }
      let content = heif_image_handle_get_metadata_content_type(handle, identifier)
        .map { String(cString: $0) }
      return (identifier, MetadataType(item: item ?? "", content: content ?? ""))
    }
  }

  private func bytes(of identifier: UInt32) -> [UInt8]? {
    guard !file.isCompressed(identifier) else { return nil }
    let size = heif_image_handle_get_metadata_size(handle, identifier)
    return bytes(size) { heif_image_handle_get_metadata(handle, identifier, $0) }
  }

  /// Finds the TIFF header in an item of type `Exif`.
  ///
  /// The item begins with how many bytes lie between its first four and that header (ISO/IEC
  /// 23008-12, A.2.1). Some writers forget to count the `Exif\0\0` that they put there, and some
  /// leave the four bytes out.
  static func tiff(inExifItem item: [UInt8]) -> [UInt8]? {
    guard item.count > 8 else { return nil }
    let offset = item.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    for start in [offset + 4, 4, 0] where start < item.count {
      var rest = item[start...]
      if rest.starts(with: [0x45, 0x78, 0x69, 0x66, 0, 0]) { rest = rest.dropFirst(6) }
      if rest.starts(with: [0x49, 0x49, 42, 0]) || rest.starts(with: [0x4d, 0x4d, 0, 42]) {
        return Array(rest)
      }
    }
    return nil
  }
}
