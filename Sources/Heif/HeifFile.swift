internal import CHeif

/// A HEIF file, opened: its structure is read, no picture is decoded.
///
/// Not `Sendable`: a job opens its own. The pictures it decodes to are.
package final class HeifFile {
  let context: OpaquePointer
  /// How many threads decode; 0 for the caller's own.
  let threads: Int
  /// The most pixels that a picture may have.
  private let maximumPixels: Int
  private let reader: HeifReader

  /// Opens a file that is in memory.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - maximumPixels: The most pixels that one picture in it may have, at least 1; a larger one is
  ///     refused before memory for pixels is asked for: here where it is the primary one, else when
  ///     it is decoded.
  ///   - threads: How many threads decode the tiles of a picture; 0 for the caller's own.
  /// - Throws: `HeifError` of kind `damaged`, `unsupported` or `tooLarge`.
  package init(_ bytes: [UInt8], maximumPixels: Int, threads: Int) throws(HeifError) {
    HeifLibrary.start()
    guard let context = heif_context_alloc() else {
      throw HeifError(.tooLarge, "no memory for a context")
    }
    self.context = context
    self.threads = max(threads, 0)
    self.maximumPixels = max(maximumPixels, 1)
    reader = HeifReader(bytes)
    Self.limit(context, maximumPixels: self.maximumPixels)
    heif_context_set_max_decoding_threads(context, Int32(clamping: self.threads))
    try reader.open(in: context)
    if let picture = try? primary() { try refuse(larger: picture) }
  }

  deinit {
    heif_context_free(context)
  }

  /// Refuses a picture that has more pixels than were allowed.
  func refuse(larger picture: HeifPicture) throws(HeifError) {
    guard picture.width * picture.height <= maximumPixels else {
      throw HeifError(.tooLarge, "the picture has more than \(maximumPixels) pixels")
    }
  }

  /// Pixels that may be coded beyond those that are shown.
  ///
  /// Newer libraries (1.23) hold every coded frame against the limit, when they decode it: its sides
  /// are whole blocks of up to 128 pixels, and a tile may be larger than the picture.
  private static let codedBeyond: UInt64 = 8 << 20

  /// Sets what a file may ask for.
  private static func limit(_ context: OpaquePointer, maximumPixels: Int) {
    guard let limits = heif_context_get_security_limits(context) else { return }
    let pixels = UInt64(max(maximumPixels, 1)) + codedBeyond
    // 0 would switch a limit off, and so does an overflow: keep far from both.
    let bytes = { (each: UInt64) in min(pixels, UInt64.max / 1024) * each + (64 << 20) }
    limits.pointee.max_image_size_pixels = pixels
    // Four channels of 16 bits in one block.
    limits.pointee.max_memory_block_size = bytes(8)
    // While a picture is converted it exists as tiles, as the whole, and as the result.
    cheif_limit_total_memory(limits, bytes(40))
    // The library's own are 1000 items, 100 children and 64 members: a picture of 200 megapixels
    // has 768 tiles of 512 × 512, its gain map 192 more, and a burst has a property for each shot.
    limits.pointee.max_items = 10_000
    limits.pointee.max_children_per_box = 10_000
    limits.pointee.max_size_entity_group = 10_000
  }

  /// The picture to show when only one can be shown.
  ///
  /// - Throws: `HeifError` where the file names none that exists.
  package func primary() throws(HeifError) -> HeifPicture {
    var handle: OpaquePointer?
    try check(heif_context_get_primary_image_handle(context, &handle))
    return try HeifPicture(handle, of: self)
  }

  /// How many pictures there are, thumbnails, tiles and auxiliary ones not counted.
  package var topLevelCount: Int {
    Int(max(heif_context_get_number_of_top_level_images(context), 0))
  }

  /// The numbers of those pictures in the file.
  package var topLevelIDs: [UInt32] {
    identifiers(count: heif_context_get_number_of_top_level_images(context)) {
      heif_context_get_list_of_top_level_image_IDs(context, $0, $1)
    }
  }

  /// A picture by its number in the file.
  ///
  /// - Throws: `HeifError` where there is none.
  package func picture(_ identifier: UInt32) throws(HeifError) -> HeifPicture {
    var handle: OpaquePointer?
    try check(heif_context_get_image_handle(context, identifier, &handle))
    return try HeifPicture(handle, of: self)
  }

  /// The pictures, thumbnails, tiles and auxiliary ones not counted.
  ///
  /// - Throws: `HeifError` where one of them is damaged.
  package func pictures() throws(HeifError) -> [HeifPicture] {
    var all: [HeifPicture] = []
    for identifier in topLevelIDs { all.append(try picture(identifier)) }
    return all
  }
}

/// Asks the library for a list of item numbers.
func identifiers(
  count: Int32, _ fill: (UnsafeMutablePointer<heif_item_id>, Int32) -> Int32
) -> [UInt32] {
  guard count > 0 else { return [] }
  return Array(unsafeUninitializedCapacity: Int(count)) { buffer, written in
    buffer.initialize(repeating: 0)
    guard let start = buffer.baseAddress else { return }
    written = min(max(Int(fill(start, count)), 0), Int(count))
  }
}
