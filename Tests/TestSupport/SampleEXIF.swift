/// An EXIF block of few fields.
package enum SampleEXIF {
  /// A block, most significant byte first, of an orientation and a thumbnail.
  ///
  /// - Parameters:
  ///   - orientation: The value of Orientation in IFD0.
  ///   - thumbnail: A JPEG for IFD1; nil for no IFD1.
  ///   - thumbnailOrientation: The value in IFD1; nil for that of IFD0.
  /// - Returns: The block from its `MM` on.
  package static func block(
    orientation: Int, thumbnail: [UInt8]? = nil, thumbnailOrientation: Int? = nil
  ) -> [UInt8] {
    let header: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8]
    // One field: two bytes of count, twelve of the field, four to the next directory.
    let next = thumbnail == nil ? 0 : header.count + 18
    let primary = directory([short(0x0112, orientation)], next: next)
    guard let thumbnail else { return header + primary }
    // Four fields in 54 bytes.
    let fields = [
      short(0x0103, 6), short(0x0112, thumbnailOrientation ?? orientation),
      long(0x0201, next + 54),
      long(0x0202, thumbnail.count),
    ]
    return header + primary + directory(fields, next: 0) + thumbnail
  }

  private static func directory(_ fields: [[UInt8]], next: Int) -> [UInt8] {
    number(fields.count, 2) + fields.joined() + number(next, 4)
  }

  private static func short(_ tag: Int, _ value: Int) -> [UInt8] {
    number(tag, 2) + number(3, 2) + number(1, 4) + number(value, 2) + [0, 0]
  }

  private static func long(_ tag: Int, _ value: Int) -> [UInt8] {
    number(tag, 2) + number(4, 2) + number(1, 4) + number(value, 4)
  }

  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
