internal import Formats
internal import Imaging
internal import ResultCache

// What is written of pictures in the cache, and told by one process to another.

extension FieldWriter {
  mutating func add(_ text: String) {
    addCounted(Array(text.utf8))
  }

  mutating func add(_ size: PixelSize) {
    add(UInt64(clamping: size.width))
    add(UInt64(clamping: size.height))
  }

  mutating func add(_ warnings: [PictureWarning]) {
    add(UInt32(clamping: warnings.count))
    for warning in warnings {
      add(warning.name)
      add(warning.message)
    }
  }
}

extension FieldReader {
  private static var longestText: Int { 4096 }

  mutating func text() -> String? {
    counted(atMost: Self.longestText).map { String(decoding: $0, as: UTF8.self) }
  }

  mutating func format() -> ImageFormat? { text().flatMap { ImageFormat(rawValue: $0) } }

  mutating func size() -> PixelSize? {
    guard let width = number(UInt64.self).flatMap({ Int(exactly: $0) }),
      let height = number(UInt64.self).flatMap({ Int(exactly: $0) })
    else { return nil }
    return PixelSize(width: width, height: height)
  }

  mutating func warnings() -> [PictureWarning]? {
    guard let count = number(UInt32.self) else { return nil }
    var found: [PictureWarning] = []
    for _ in 0..<count {
      guard let name = text(), let message = text() else { return nil }
      found.append(PictureWarning(name: name, message: message))
    }
    return found
  }
}
