import Formats

@testable import Metadata

/// Gain maps and the files around them.
enum GainMapSamples {
  /// One channel, up to four times as bright.
  static let single = GainMapMetadata(
    channels: [.init(minimum: -0.5, maximum: 2, gamma: 1.25)], alternateHeadroom: 2.25)

  /// Three channels that differ in everything.
  static let triple = GainMapMetadata(
    channels: [
      .init(minimum: 0, maximum: 1.5, gamma: 1, baseOffset: 0, alternateOffset: 0.015625),
      .init(minimum: -1, maximum: 2.5, gamma: 0.8, baseOffset: 0.0000001, alternateOffset: -0.25),
      .init(minimum: -2.125, maximum: 3, gamma: 2.2, baseOffset: 0.5, alternateOffset: 0),
    ], baseHeadroom: 0.5, alternateHeadroom: 3.1, usesBaseColours: false)

  /// A bright base, of which the map makes a standard picture.
  static let brightBase = GainMapMetadata(
    channels: [.init(minimum: 0, maximum: 2, baseOffset: 0.25, alternateOffset: 0.5)],
    baseHeadroom: 2, alternateHeadroom: 0)

  /// Segments of a map's picture.
  static func iso(_ payload: [UInt8]) -> JPEGBuilder.Segment {
    .app(2, Array("urn:iso:std:iso:ts:21496:-1\0".utf8) + payload)
  }

  /// A packet with properties of `hdrgm`.
  static func hdrgm(_ attributes: String, elements: String = "") -> [UInt8] {
    Samples.xmp(
      """
      <rdf:Description xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" \(attributes)>\(elements)\
      </rdf:Description>
      """)
  }

  /// A packet of Apple's map.
  static func apple(_ properties: String) -> [UInt8] {
    Samples.xmp(
      """
      <rdf:Description rdf:about="" xmlns:HDRGainMap="http://ns.apple.com/HDRGainMap/1.0/"
       xmlns:apdi="http://ns.apple.com/pixeldatainfo/1.0/">
       <apdi:AuxiliaryImageType>urn:com:apple:photo:2020:aux:hdrgainmap</apdi:AuxiliaryImageType>
       \(properties)</rdf:Description>
      """)
  }

  /// An EXIF block with Apple's maker note: fields and signed fractions.
  static func appleEXIF(_ fields: [(UInt16, Int32, Int32)]) -> [UInt8] {
    var note = Array("Apple iOS\0".utf8) + [0, 1] + Array("MM".utf8) + big(UInt16(fields.count))
    let values = 14 + 2 + 12 * fields.count + 4
    for (index, field) in fields.enumerated() {
      note += big(field.0) + big(UInt16(10)) + big(UInt32(1)) + big(UInt32(values + 8 * index))
    }
    note += big(UInt32(0)) + fields.flatMap { big($0.1) + big($0.2) }
    var builder = EXIFBuilder()
    builder.exif = [.undefined(0x927C, note)]
    builder.primary = [.ascii(0x010F, "Apple")]
    return builder.build().bytes
  }

  /// A file of pictures that an index lists: the main one's segments, the types and the bytes of the others,
  /// and so many zeros before each.
  static func file(
    order: ByteReader.Order = .big, main: [JPEGBuilder.Segment] = [],
    _ pictures: [(type: UInt32, bytes: [UInt8])], gap: Int = 0
  ) -> [UInt8] {
    func base(_ entries: [(type: UInt32, size: Int, offset: Int)]) -> JPEGBuilder {
      JPEGBuilder(segments: main + [index(order, entries)])
    }
    let none = [(type: UInt32(0x03_0000), size: 0, offset: 0)]
    let size = base(none + pictures.map { ($0.type, 0, 0) }).bytes.count
    // SOI and the segments before; marker, length and name.
    let header = 2 + main.reduce(0) { $0 + $1.bytes.count } + 8
    var entries = [(type: UInt32(0x03_0000), size: size, offset: 0)]
    var trailer: [UInt8] = []
    for picture in pictures {
      trailer += Array(repeating: 0, count: gap)
      entries.append((picture.type, picture.bytes.count, size + trailer.count - header))
      trailer += picture.bytes
    }
    var builder = base(entries)
    builder.trailer = trailer
    return builder.bytes
  }

  /// The segment of an index.
  static func index(
    _ order: ByteReader.Order, _ entries: [(type: UInt32, size: Int, offset: Int)]
  ) -> JPEGBuilder.Segment {
    func number<Number: FixedWidthInteger & Sendable>(_ value: Number) -> [UInt8] {
      EXIFBuilder.number(value, order)
    }
    var block = Array((order == .big ? "MM" : "II").utf8) + number(UInt16(42)) + number(UInt32(8))
    block += number(UInt16(3))
    block += number(UInt16(0xB000)) + number(UInt16(7)) + number(UInt32(4)) + Array("0100".utf8)
    block += number(UInt16(0xB001)) + number(UInt16(4)) + number(UInt32(1))
    block += number(UInt32(entries.count))
    block += number(UInt16(0xB002)) + number(UInt16(7)) + number(UInt32(16 * entries.count))
    block += number(UInt32(50)) + number(UInt32(0))
    for entry in entries {
      block += number(entry.type) + number(UInt32(entry.size)) + number(UInt32(entry.offset))
      block += number(UInt32(0))
    }
    return .app(2, Array("MPF\0".utf8) + block)
  }

  /// What the index of a file lists: for each picture its type, where it starts in the file, and its size.
  static func listed(in file: [UInt8]) -> [(type: UInt32, start: Int, size: Int)] {
    guard let segments = JPEGSegments(file),
      let segment = segments.segments.first(where: { $0.payload.starts(with: Array("MPF\0".utf8)) }
      ),
      let index = MultiPictureIndex(segment.payload.dropFirst(4))
    else { return [] }
    return index.entries.map {
      ($0.type, $0.offset == 0 ? 0 : segment.payload.startIndex + 4 + $0.offset, $0.size)
    }
  }
}
