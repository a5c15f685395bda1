internal import CHeif

extension HeifPicture {
  /// Smaller versions of the picture; those that can't be opened are left out.
  package var thumbnails: [HeifPicture] {
    identifiers(count: heif_image_handle_get_number_of_thumbnails(handle)) {
      heif_image_handle_get_list_of_thumbnail_IDs(handle, $0, $1)
    }.compactMap { identifier in
      opened { heif_image_handle_get_thumbnail(handle, identifier, &$0) }
    }
  }

  /// What auxiliary pictures there are, as URNs, such as that of a gain map; transparency and
  /// depth are among them.
  package var auxiliaryTypes: [String] {
    identifiers(count: heif_image_handle_get_number_of_auxiliary_images(handle, 0)) {
      heif_image_handle_get_list_of_auxiliary_image_IDs(handle, 0, $0, $1)
    }.compactMap { identifier in
      opened { heif_image_handle_get_auxiliary_image_handle(handle, identifier, &$0) }?
        .auxiliaryType
    }
  }

  private var auxiliaryType: String? {
    var type: UnsafePointer<CChar>?
    guard heif_image_handle_get_auxiliary_type(handle, &type).code == heif_error_Ok, let type
    else { return nil }
    defer {
      var spent: UnsafePointer<CChar>? = type
      heif_image_handle_release_auxiliary_type(handle, &spent)
    }
    return String(cString: type)
  }

  /// The depth map; nil where there is none.
  package var depth: HeifPicture? {
    let all = identifiers(count: heif_image_handle_get_number_of_depth_images(handle)) {
      heif_image_handle_get_list_of_depth_image_IDs(handle, $0, $1)
    }
    guard let first = all.first else { return nil }
    return opened { heif_image_handle_get_depth_image_handle(handle, first, &$0) }
  }

  private func opened(_ open: (inout OpaquePointer?) -> heif_error) -> HeifPicture? {
    var related: OpaquePointer?
    guard open(&related).code == heif_error_Ok else { return nil }
    return try? HeifPicture(related, of: file)
  }

  /// How the picture, or the first tile of it, is compressed, as the type of its item: `hvc1`,
  /// `av01`, `jpeg`, `j2k1`, `vvc1`, `avc1`, `unci`; nil where that can't be found.
  package var codec: String? {
    var item = identifier
    // Derived pictures name others, which may be derived too; real files are two deep.
    for _ in 0..<4 {
      let type = heif_item_get_item_type(file.context, item)
      guard Self.derived.contains(type) else { return Self.text(type) }
      guard let next = sources(of: item).first else { return nil }
      item = next
    }
    return nil
  }

  // Grid, identity, overlay and tone map (ISO/IEC 23008-12, 6.6.2).
  private static let derived = [fourcc("grid"), fourcc("iden"), fourcc("iovl"), fourcc("tmap")]

  private static func text(_ type: UInt32) -> String? {
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: type >> $0) }
    guard bytes.allSatisfy({ (0x20..<0x7f).contains($0) }) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The numbers of the pictures that a derived one is made from (reference `dimg`), such as its tiles.
  var sources: [UInt32] { sources(of: identifier) }

  private func sources(of item: UInt32) -> [UInt32] {
    for index in 0..<Int32(16) {
      var type: UInt32 = 0
      var targets: UnsafeMutablePointer<heif_item_id>?
      let count = heif_context_get_item_references(file.context, item, index, &type, &targets)
      guard count > 0, let list = targets else { return [] }
      defer { heif_release_item_references(file.context, &targets) }
      if type == fourcc("dimg") { return Array(UnsafeBufferPointer(start: list, count: count)) }
    }
    return []
  }
}
