import Testing

@testable import Vips

@Suite("The chunks of a WebP")
struct WebPFileTests {
  private func chunk(_ name: String, _ payload: [UInt8]) -> [UInt8] {
    Array(name.utf8) + [UInt8(payload.count), 0, 0, 0] + payload
      + Array(repeating: 0, count: payload.count % 2)
  }

  private func file(_ chunks: [[UInt8]]) -> [UInt8] {
    let body = Array("WEBP".utf8) + chunks.flatMap(\.self)
    return Array("RIFF".utf8) + [UInt8(body.count), 0, 0, 0] + body
  }

  @Test("metadata goes, pixels, alpha and animation stay")
  func strips() {
    let pixels = [chunk("ALPH", [1, 2, 3]), chunk("ANIM", [4]), chunk("VP8 ", [5, 6])]
    let rest = Array(repeating: UInt8(0), count: 9)
    let full = file(
      [chunk("VP8X", [0x3E] + rest), chunk("ICCP", [1])] + pixels
        + [chunk("EXIF", [2, 3, 4]), chunk("XMP ", [5])])
    #expect(WebPFile.withoutMetadata(full) == file([chunk("VP8X", [0x12] + rest)] + pixels))
  }

  @Test("a header that announces nothing any more goes, too")
  func dropsHeader() {
    let full = file([
      chunk("VP8X", [0x08] + Array(repeating: 0, count: 9)), chunk("VP8L", [7]), chunk("EXIF", [1]),
    ])
    #expect(WebPFile.withoutMetadata(full) == file([chunk("VP8L", [7])]))
  }

  @Test("what is no whole WebP stays as it is")
  func others() {
    let whole = file([chunk("VP8 ", [1, 2]), chunk("EXIF", [1, 2, 3, 4])])
    for bytes in [[], [1, 2, 3], Array(whole.dropLast(2)), Array(repeating: 0x41, count: 40)] {
      #expect(WebPFile.withoutMetadata(bytes) == bytes)
    }
  }
}
