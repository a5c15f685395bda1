/// Just enough of JPEG's structure to put segments in and to look at what an encoder wrote.
enum JPEGSegments {
  /// The file with application segments right behind its first marker.
  static func adding(_ segments: [[UInt8]], to jpeg: [UInt8]) -> [UInt8] {
    Array(jpeg.prefix(2)) + segments.flatMap(\.self) + Array(jpeg.dropFirst(2))
  }

  /// An Exif segment with nothing but an orientation, 1 to 8.
  static func exif(orientation: UInt8) -> [UInt8] {
    let tiff: [UInt8] =
      Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1]
      + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0] + [0, 0, 0, 0]
    return segment(0xE1, Array("Exif\0\0".utf8) + tiff)
  }

  /// An XMP segment.
  static func xmp(_ packet: String) -> [UInt8] {
    segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(packet.utf8))
  }

  /// A segment with a marker, its length and its bytes.
  static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
    let length = payload.count + 2
    return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + payload
  }

  /// All segments before the first scan: their markers and bytes.
  static func list(_ jpeg: [UInt8]) -> [(marker: UInt8, payload: [UInt8])] {
    var found: [(marker: UInt8, payload: [UInt8])] = []
    var at = 2
    while at + 4 <= jpeg.count, jpeg[at] == 0xFF, jpeg[at + 1] != 0xDA {
      let length = Int(jpeg[at + 2]) << 8 | Int(jpeg[at + 3])
      found.append((jpeg[at + 1], Array(jpeg[(at + 4)..<min(at + 2 + length, jpeg.count)])))
      at += 2 + length
    }
    return found
  }
}
