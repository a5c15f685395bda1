import Formats

/// The bytes of a number, the high one first.
func big<Number: FixedWidthInteger & Sendable>(_ number: Number) -> [UInt8] {
  EXIFBuilder.number(number, .big)
}

/// Builds EXIF blocks field by field, so that a test knows where every byte lies.
struct EXIFBuilder: Sendable {
  /// A field of a directory.
  struct Field: Sendable {
    var tag: UInt16
    var type: UInt16
    var count: UInt32
    /// The value in the block's byte order; outside the entry where it is longer than 4 bytes.
    var data: @Sendable (ByteReader.Order) -> [UInt8]

    static func short(_ tag: UInt16, _ value: UInt16) -> Field {
      Field(tag: tag, type: 3, count: 1) { number(value, $0) }
    }
    static func long(_ tag: UInt16, _ value: UInt32) -> Field {
      Field(tag: tag, type: 4, count: 1) { number(value, $0) }
    }
    static func ascii(_ tag: UInt16, _ text: String) -> Field {
      let bytes = Array(text.utf8) + [0]
      return Field(tag: tag, type: 2, count: UInt32(bytes.count)) { _ in bytes }
    }
    static func undefined(_ tag: UInt16, _ bytes: [UInt8]) -> Field {
      Field(tag: tag, type: 7, count: UInt32(bytes.count)) { _ in bytes }
    }
    static func rationals(_ tag: UInt16, _ values: [(UInt32, UInt32)]) -> Field {
      Field(tag: tag, type: 5, count: UInt32(values.count)) { order in
        values.flatMap { number($0.0, order) + number($0.1, order) }
      }
    }
    /// A field that makes no sense in itself.
    static func raw(_ tag: UInt16, type: UInt16, count: UInt32, _ bytes: [UInt8]) -> Field {
      Field(tag: tag, type: type, count: count) { _ in bytes }
    }
  }

  var order: ByteReader.Order = .little
  var primary: [Field] = []
  var exif: [Field] = []
  var gps: [Field] = []
  var interoperability: [Field] = []
  /// The fields of IFD1 beside the thumbnail's place and length.
  var thumbnailFields: [Field] = []
  /// The thumbnail's JPEG; nil for no IFD1 at all.
  var thumbnail: [UInt8]?
  /// Bytes behind everything.
  var tail: [UInt8] = []

  /// A block and where its parts lie, counted from its first byte.
  struct Block {
    var bytes: [UInt8]
    /// The places of values by directory (`0`, `exif`, `gps`, `interop`, `1`) and tag.
    var values: [String: [UInt16: Range<Int>]] = [:]
    /// The places of the directories.
    var tables: [String: Range<Int>] = [:]
    /// The place of the thumbnail's JPEG.
    var thumbnail: Range<Int>?
    /// The place of the pointer from IFD0 to IFD1.
    var nextPointer = 0..<0

    /// The bytes of a value.
    func value(_ directory: String, _ tag: UInt16) -> [UInt8]? {
      values[directory]?[tag].map { Array(bytes[$0]) }
    }
  }

  static func number<N: FixedWidthInteger & Sendable>(_ value: N, _ order: ByteReader.Order)
    -> [UInt8]
  {
    let big = (0..<N.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return order == .little ? big : big.reversed()
  }

  func build() -> Block {
    var block = Block(bytes: order == .little ? [0x49, 0x49, 42, 0] : [0x4D, 0x4D, 0, 42])
    block.bytes += Self.number(UInt32(8), order)
    func size(_ fields: [Field], _ pointers: Int = 0) -> Int {
      2 + 12 * (fields.count + pointers) + 4
        + fields.reduce(0) {
          let count = $1.data(order).count
          return $0 + (count > 4 ? count + count % 2 : 0)
        }
    }
    let exifIsThere = !exif.isEmpty || !interoperability.isEmpty
    let primarySize = size(primary, (exifIsThere ? 1 : 0) + (gps.isEmpty ? 0 : 1))
    let exifStart = 8 + primarySize
    let exifSize = exifIsThere ? size(exif, interoperability.isEmpty ? 0 : 1) : 0
    let gpsStart = exifStart + exifSize
    let gpsSize = gps.isEmpty ? 0 : size(gps)
    let interopStart = gpsStart + gpsSize
    let interopSize = interoperability.isEmpty ? 0 : size(interoperability)
    let thumbStart = interopStart + interopSize

    var fields = primary
    if exifIsThere { fields.append(.long(0x8769, UInt32(exifStart))) }
    if !gps.isEmpty { fields.append(.long(0x8825, UInt32(gpsStart))) }
    append("0", fields, next: thumbnail == nil ? 0 : thumbStart, to: &block)
    if exifIsThere {
      let interop = interoperability.isEmpty ? [] : [Field.long(0xA005, UInt32(interopStart))]
      append("exif", exif + interop, next: 0, to: &block)
    }
    if !gps.isEmpty { append("gps", gps, next: 0, to: &block) }
    if !interoperability.isEmpty { append("interop", interoperability, next: 0, to: &block) }
    if let thumbnail {
      let size = size(thumbnailFields, 2)
      let place = Field.long(0x0201, UInt32(thumbStart + size))
      let length = Field.long(0x0202, UInt32(thumbnail.count))
      append("1", thumbnailFields + [place, length], next: 0, to: &block)
      block.thumbnail = block.bytes.count..<block.bytes.count + thumbnail.count
      block.bytes += thumbnail
    }
    block.bytes += tail
    return block
  }

  private func append(_ name: String, _ fields: [Field], next: Int, to block: inout Block) {
    let fields = fields.sorted { $0.tag < $1.tag }
    let start = block.bytes.count
    let end = start + 2 + 12 * fields.count + 4
    var (table, outside): ([UInt8], [UInt8]) = (Self.number(UInt16(fields.count), order), [])
    for field in fields {
      let data = field.data(order)
      table += Self.number(field.tag, order) + Self.number(field.type, order)
      table += Self.number(field.count, order)
      let place = data.count > 4 ? end + outside.count : start + table.count
      block.values[name, default: [:]][field.tag] = place..<place + data.count
      if data.count > 4 {
        table += Self.number(UInt32(place), order)
        outside += data + (data.count.isMultiple(of: 2) ? [] : [0])
      } else {
        table += data + Array(repeating: 0, count: 4 - data.count)
      }
    }
    if name == "0" { block.nextPointer = end - 4..<end }
    block.tables[name] = start..<end
    block.bytes += table + Self.number(UInt32(next), order) + outside
  }
}

extension EXIFBuilder {
  /// A camera's block with everything in it: maker note, place, serial numbers, thumbnail.
  static func camera(_ order: ByteReader.Order = .little) -> EXIFBuilder {
    var builder = EXIFBuilder(order: order)
    builder.primary = [
      .ascii(0x010E, "A harbour"), .ascii(0x010F, "Maker"), .ascii(0x0110, "Model 1"),
      .short(0x0112, 6), .rationals(0x011A, [(72, 1)]), .ascii(0x0132, "2023:05:17 09:41:03"),
      .ascii(0x013B, "Pat Example"), .ascii(0x013C, "pats-computer"),
      .ascii(0x8298, "(c) Pat Example"),
    ]
    builder.exif = [
      .rationals(0x829A, [(1, 250)]), .undefined(0x9000, Array("0232".utf8)),
      .ascii(0x9003, "2023:05:17 09:41:03"), .ascii(0x9011, "+02:00"),
      .undefined(0x927C, makerNote), .undefined(0x9286, Array("ASCII\0\0\0a comment".utf8)),
      .short(0xA002, 4000), .long(0xA003, 3000), .ascii(0xA420, "unique-id-0042"),
      .ascii(0xA430, "Owner Name"), .ascii(0xA431, "SERIAL-0815"), .ascii(0xA434, "A lens"),
      .ascii(0xA435, "LENS-4711"),
    ]
    builder.gps = [
      .raw(0x0000, type: 1, count: 4, [2, 3, 0, 0]), .ascii(0x0001, "N"),
      .rationals(0x0002, [(48, 1), (51, 1), (2952, 100)]),
    ]
    builder.interoperability = [
      .ascii(0x0001, "R98"), .undefined(0x0002, Array("0100".utf8)), .short(0x1001, 4000),
      .short(0x1002, 3000),
    ]
    builder.thumbnailFields = [.short(0x0103, 6), .short(0x0112, 6)]
    builder.thumbnail =
      JPEGBuilder(width: 160, height: 120, data: Array(repeating: 7, count: 20))
      .bytes
    return builder
  }

  /// Bytes that look like nothing, so that a test can see whether they moved.
  static let makerNote = Array("MAKER\0".utf8) + (0..<60).map { UInt8($0) }
}
