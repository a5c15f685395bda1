internal import CExif

/// The tags of EXIF data, read.
package struct ExifTags: Sendable {
  /// Why there are no tags.
  package enum Failure: Error, Sendable, Equatable {
    /// The data is no EXIF, or is damaged so that no tag of it can be read, or has none.
    case noTags
  }

  /// All that could be read, directory by directory, in the order of the file.
  package let all: [ExifTag]

  /// Reads EXIF data.
  ///
  /// - Parameter tiff: The data from its TIFF header on, without `Exif\0\0`.
  /// - Throws: `Failure.noTags`.
  package init(tiff: [UInt8]) throws(Failure) {
    // The library knows EXIF data by what stands before it in a JPEG.
    let block = Array("Exif".utf8) + [0, 0] + tiff
    guard let count = UInt32(exactly: block.count), let data = ExifBlock(block, count) else {
      throw .noTags
    }
    all = data.tags
    guard !all.isEmpty else { throw .noTags }
  }

  /// A tag by its number; nil where there is none.
  package subscript(group: ExifTag.Group, number: UInt16) -> ExifTag? {
    all.first { $0.group == group && $0.number == number }
  }
}

/// The library's form of EXIF data.
private struct ExifBlock: ~Copyable {
  private let data: UnsafeMutablePointer<ExifData>

  init?(_ block: [UInt8], _ count: UInt32) {
    guard let data = exif_data_new() else { return nil }
    // Without these it leaves out what it does not know and adds what it misses.
    exif_data_unset_option(data, EXIF_DATA_OPTION_IGNORE_UNKNOWN_TAGS)
    exif_data_unset_option(data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION)
    exif_data_load_data(data, block, count)
    self.data = data
  }

  deinit {
    exif_data_unref(data)
  }

  var tags: [ExifTag] {
    let isLittle = exif_data_get_byte_order(data) == EXIF_BYTE_ORDER_INTEL
    let directories = data.pointee.ifd
    let groups: [(ExifTag.Group, ExifIfd, UnsafeMutablePointer<ExifContent>?)] = [
      (.image, EXIF_IFD_0, directories.0), (.thumbnail, EXIF_IFD_1, directories.1),
      (.exif, EXIF_IFD_EXIF, directories.2), (.gps, EXIF_IFD_GPS, directories.3),
      (.interoperability, EXIF_IFD_INTEROPERABILITY, directories.4),
    ]
    var tags: [ExifTag] = []
    for (group, ifd, directory) in groups {
      guard let directory, let entries = directory.pointee.entries else { continue }
      for index in 0..<Int(directory.pointee.count) {
        guard let entry = entries[index] else { continue }
        if let tag = ExifTag(entry, group, ifd, isLittle: isLittle) { tags.append(tag) }
      }
    }
    return tags
  }
}

extension ExifTag {
  fileprivate init?(
    _ entry: UnsafeMutablePointer<ExifEntry>, _ group: Group, _ ifd: ExifIfd, isLittle: Bool
  ) {
    let raw = entry.pointee
    guard let format = Format(rawValue: Int(raw.format.rawValue)) else { return nil }
    let number = UInt16(truncatingIfNeeded: raw.tag.rawValue)
    let name = exif_tag_get_name_in_ifd(raw.tag, ifd).map { String(cString: $0) }
    self.init(
      group: group, number: number, name: name ?? Self.hexadecimal(number),
      text: Self.text(entry), format: format,
      bytes: Array(
        UnsafeBufferPointer(start: raw.data, count: Int(raw.data == nil ? 0 : raw.size))),
      isLittle: isLittle)
  }

  private static func hexadecimal(_ number: UInt16) -> String {
    let digits = String(number, radix: 16)
    return "0x" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  private static func text(_ entry: UnsafeMutablePointer<ExifEntry>) -> String {
    var buffer = [CChar](repeating: 0, count: 1024)
    guard exif_entry_get_value(entry, &buffer, UInt32(buffer.count)) != nil else { return "" }
    let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
