@testable import Exif

/// EXIF data written by hand.
struct TIFFBuilder {
  /// A value of a tag.
  enum Value {
    case bytes([UInt8], format: ExifTag.Format)
    case ascii(String)
    case short([Int])
    case long([Int])
    case rational([(Int, Int)])
    case signedRational([(Int, Int)])
    /// Where another directory begins.
    case directory([(Int, Value)])
  }

  let isLittle: Bool

  /// A TIFF header and a first directory, and a second one where there is any.
  func build(_ image: [(Int, Value)], thumbnail: [(Int, Value)]? = nil) -> [UInt8] {
    let header: [UInt8] = isLittle ? [0x49, 0x49, 42, 0] : [0x4d, 0x4d, 0, 42]
    var bytes = header + number(8, 4)
    append(image, to: &bytes, next: thumbnail)
    return bytes
  }

  func number(_ value: Int, _ size: Int) -> [UInt8] {
    let big = (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    return isLittle ? big.reversed() : big
  }

  private func append(
    _ tags: [(Int, Value)], to bytes: inout [UInt8], next: [(Int, Value)]? = nil
  ) {
    let start = bytes.count
    bytes += number(tags.count, 2)
    bytes += [UInt8](repeating: 0, count: tags.count * 12 + 4)
    for (index, (tag, value)) in tags.enumerated() {
      let (format, count, data) = encoded(value, at: &bytes)
      var entry = number(tag, 2) + number(format.rawValue, 2) + number(count, 4)
      if data.count <= 4 {
        entry += data + [UInt8](repeating: 0, count: 4 - data.count)
      } else {
        entry += number(bytes.count, 4)
        bytes += data + (data.count % 2 == 0 ? [] : [0])
      }
      let place = start + 2 + index * 12
      bytes.replaceSubrange(place..<place + 12, with: entry)
    }
    guard let next else { return }
    let place = start + 2 + tags.count * 12
    bytes.replaceSubrange(place..<place + 4, with: number(bytes.count, 4))
    append(next, to: &bytes)
  }

  private func encoded(
    _ value: Value, at bytes: inout [UInt8]
  ) -> (ExifTag.Format, Int, [UInt8]) {
    switch value {
    case .bytes(let data, let format): return (format, data.count / format.size, data)
    case .ascii(let text):
      let data = Array(text.utf8) + [0]
      return (.ascii, data.count, data)
    case .short(let values): return (.short, values.count, values.flatMap { number($0, 2) })
    case .long(let values): return (.long, values.count, values.flatMap { number($0, 4) })
    case .rational(let values):
      return (.rational, values.count, values.flatMap { number($0.0, 4) + number($0.1, 4) })
    case .signedRational(let values):
      return (.signedRational, values.count, values.flatMap { number($0.0, 4) + number($0.1, 4) })
    case .directory(let tags):
      let start = bytes.count
      append(tags, to: &bytes)
      return (.long, 1, number(start, 4))
    }
  }
}
