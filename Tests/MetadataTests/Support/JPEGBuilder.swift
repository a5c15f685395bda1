/// Builds the bytes of a JPEG; its picture is made up, its segments are right.
struct JPEGBuilder {
  /// A segment: marker and payload.
  struct Segment {
    var marker: UInt8
    var payload: [UInt8]
    /// What stands before it.
    var filler: [UInt8] = []

    static func app(_ number: UInt8, _ payload: [UInt8]) -> Segment {
      Segment(marker: 0xE0 + number, payload: payload)
    }
    static func exif(_ block: [UInt8]) -> Segment { app(1, Array("Exif\0\0".utf8) + block) }
    static func xmp(_ packet: [UInt8]) -> Segment {
      app(1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + packet)
    }
    static func extendedXMP(_ id: String, total: Int, offset: Int, _ piece: [UInt8]) -> Segment {
      app(
        1,
        Array("http://ns.adobe.com/xmp/extension/\0".utf8) + Array(id.utf8)
          + big(UInt32(total)) + big(UInt32(offset))
          + piece)
    }
    static func icc(_ number: UInt8, of total: UInt8, _ piece: [UInt8]) -> Segment {
      app(2, Array("ICC_PROFILE\0".utf8) + [number, total] + piece)
    }
    static func photoshop(_ block: [UInt8]) -> Segment {
      app(13, Array("Photoshop 3.0\0".utf8) + block)
    }
    static func comment(_ text: String) -> Segment {
      Segment(marker: 0xFE, payload: Array(text.utf8))
    }
    static func jfif(unit: UInt8, x: UInt16, y: UInt16) -> Segment {
      app(
        0,
        Array("JFIF\0".utf8) + [1, 2, unit] + big(x)
          + big(y) + [0, 0])
    }
    static let adobe = app(14, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 1])

    var bytes: [UInt8] {
      filler + [0xFF, marker] + big(UInt16(payload.count + 2)) + payload
    }
  }

  var segments: [Segment] = []
  var width: UInt16 = 8
  var height: UInt16 = 8
  /// The entropy-coded data.
  var data: [UInt8] = [0x12, 0xFF, 0x00, 0x34, 0xFF, 0xD0, 0x56]
  /// What follows the picture.
  var trailer: [UInt8] = []

  /// From the start of the picture's own segments up to EOI.
  var picture: [UInt8] {
    let frame = [8] + big(height) + big(width)
    let huffman: [UInt8] = [0, 1] + Array(repeating: 0, count: 15) + [0]
    let segments = [
      Segment(marker: 0xDB, payload: [0] + Array(repeating: 1, count: 64)),
      Segment(marker: 0xC0, payload: frame + [1, 1, 0x11, 0]),
      Segment(marker: 0xC4, payload: huffman),
      Segment(marker: 0xDA, payload: [1, 1, 0, 0, 63, 0]),
    ]
    return segments.flatMap(\.bytes) + data + [0xFF, 0xD9]
  }

  var bytes: [UInt8] { [0xFF, 0xD8] + segments.flatMap(\.bytes) + picture + trailer }
}
