internal import Posix

/// The size of a cached picture, kept beside its bytes so that it can be had without opening it.
enum PixelSizes {
  /// The attribute: width and height in pixels, 32 bits each, the lowest byte first.
  static let attribute = "user.imgtool.size"

  static func encoded(width: Int, height: Int) -> [UInt8] {
    var writer = FieldWriter()
    writer.add(UInt32(clamping: width))
    writer.add(UInt32(clamping: height))
    return writer.bytes
  }

  /// The size that a file's attribute tells; nil where it is missing or says nothing sensible.
  static func read(_ path: FilePath) -> (width: Int, height: Int)? {
    guard let value = try? ExtendedAttributes.value(of: attribute, at: path), value.count == 8
    else { return nil }
    var reader = FieldReader(value)
    guard let width = reader.number(UInt32.self), let height = reader.number(UInt32.self),
      width > 0, height > 0
    else { return nil }
    return (Int(width), Int(height))
  }

  /// Puts the attribute back; that it can't be had changes nothing.
  static func repair(_ path: FilePath, width: Int, height: Int) {
    // Attributes are set on files that are open for reading, too.
    guard let file = try? FileDescriptor(opening: path, [.read, .noFollow, .nonBlocking]) else {
      return
    }
    // It would look used, or altered: an attribute changes the time of the status alone.
    try? ExtendedAttributes.set(attribute, to: encoded(width: width, height: height), in: file)
  }
}
