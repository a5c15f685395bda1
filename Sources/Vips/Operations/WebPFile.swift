/// The chunks of a WebP that a saver has just written (WebP container specification).
enum WebPFile {
  /// The same picture without Exif, XMP and profile; what is no WebP comes back as it is.
  ///
  /// libvips 8.14 puts an Exif chunk into every WebP, whatever it is told.
  static func withoutMetadata(_ file: [UInt8]) -> [UInt8] {
    let header = 12
    guard file.count >= header, file.starts(with: Array("RIFF".utf8)) else { return file }
    var kept: [UInt8] = []
    var at = header
    while at + 8 <= file.count {
      let size = (0..<4).reduce(0) { $0 | Int(file[at + 4 + $1]) << (8 * $1) }
      // Chunks begin at even places.
      let end = at + 8 + size + size % 2
      guard end <= file.count else { return file }
      kept += pixelChunk(file[at..<end])
      at = end
    }
    let length = UInt32(truncatingIfNeeded: 4 + kept.count)
    let lengthBytes = (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) }
    return file[0..<4] + lengthBytes + file[8..<header] + kept
  }

  /// What stays of a chunk.
  private static func pixelChunk(_ chunk: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    switch String(decoding: chunk.prefix(4), as: UTF8.self) {
    case "EXIF", "XMP ", "ICCP":
      return []
    case "VP8X" where chunk.count > 8:
      // The first byte tells what the file has: of all that, alpha and animation stay.
      var header = chunk
      header[chunk.startIndex + 8] &= 0x12
      return header[chunk.startIndex + 8] == 0 ? [] : header
    default:
      return chunk
    }
  }
}
