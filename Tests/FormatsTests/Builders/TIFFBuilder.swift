import Formats

/// Writes TIFF blocks with any number of linked directories.
struct TIFFBuilder {
  /// A field and its value.
  enum Field {
    case short(UInt16, [Int])
    case long(UInt16, [Int])
    case ascii(UInt16, String)
    case rational(UInt16, [(Int, Int)])
    /// A LONG that points to the directory at a place of `directories`.
    case pointer(UInt16, Int)
  }

  /// A directory and which one comes next.
  struct Directory {
    var fields: [Field]
    var next: Int?
  }

  var order = ByteReader.Order.little
  var directories: [Directory] = []

  /// A block with one directory.
  init(_ fields: [Field], order: ByteReader.Order = .little) {
    self.init([Directory(fields: fields)], order: order)
  }

  /// A block with directories, the first one first.
  init(_ directories: [Directory], order: ByteReader.Order = .little) {
    self.directories = directories
    self.order = order
  }

  private func n16(_ value: Int) -> [UInt8] { order == .big ? be16(value) : le16(value) }
  private func n32(_ value: Int) -> [UInt8] { order == .big ? be32(value) : le32(value) }

  /// The block.
  ///
  /// Directories stand one after the other, then values longer than 4 bytes.
  func bytes() -> [UInt8] {
    var starts: [Int] = []
    var end = 8
    for directory in directories {
      starts.append(end)
      end += 2 + 12 * directory.fields.count + 4
    }
    var head = order == .big ? ascii("MM") : ascii("II")
    head += n16(42) + n32(8)
    var values: [UInt8] = []
    for directory in directories {
      head += n16(directory.fields.count)
      for field in directory.fields {
        let (tag, type, count, value) = encode(field, starts)
        head += n16(Int(tag)) + n16(type) + n32(count)
        if value.count <= 4 {
          head += value + [UInt8](repeating: 0, count: 4 - value.count)
        } else {
          head += n32(end + values.count)
          values += value
        }
      }
      head += n32(directory.next.map { starts[$0] } ?? 0)
    }
    return head + values
  }

  private func encode(_ field: Field, _ starts: [Int]) -> (UInt16, Int, Int, [UInt8]) {
    switch field {
    case .short(let tag, let values): (tag, 3, values.count, values.flatMap(n16))
    case .long(let tag, let values): (tag, 4, values.count, values.flatMap(n32))
    case .ascii(let tag, let text): (tag, 2, text.utf8.count + 1, FormatsTests.ascii(text) + [0])
    case .rational(let tag, let values):
      (tag, 5, values.count, values.flatMap { n32($0.0) + n32($0.1) })
    case .pointer(let tag, let place): (tag, 4, 1, n32(starts[place]))
    }
  }
}

/// An EXIF block that states an orientation.
func exif(orientation: Int, order: ByteReader.Order = .little) -> [UInt8] {
  TIFFBuilder([.short(TIFFTag.orientation, [orientation])], order: order).bytes()
}
