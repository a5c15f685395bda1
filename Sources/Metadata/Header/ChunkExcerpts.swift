import Formats

/// A PNG without its pixels.
enum PNGExcerpt {
  /// The most chunks that are walked through; a large animation has some ten thousand.
  private static let mostChunks = 200_000
  /// Chunks that hold EXIF or a profile; texts do in files of older programs.
  private static let kinds: [PNGChunk.Kind] = [.header, .exif, .icc] + PNGChunk.Kind.texts

  /// The file with the chunks alone that may hold EXIF or a profile.
  static func bytes(of source: some ByteSource) throws -> [UInt8] {
    var excerpt = PNGChunks.signature
    var position = excerpt.count
    for _ in 0..<mostChunks {
      var reader = ByteReader(try source.read(at: position, count: 8))
      guard let length = reader.read(UInt32.self), let letters = reader.read(4) else { break }
      let kind = PNGChunk.Kind(letters)
      // Length, type and checksum have 4 bytes each.
      let end = position + 12 + Int(length)
      if kinds.contains(kind) { excerpt += try source.part(position..<end) }
      position = end
      if kind == .end { break }
    }
    return excerpt
  }
}

/// A WebP without its pixels.
enum WebPExcerpt {
  /// The most chunks that are walked through; each frame of an animation is one.
  private static let mostChunks = 200_000

  /// The file with the chunks alone that hold EXIF or a profile.
  static func bytes(of source: some ByteSource) throws -> [UInt8] {
    var chunks: [UInt8] = []
    var position = 12
    for _ in 0..<mostChunks {
      var reader = ByteReader(try source.read(at: position, count: 8), order: .little)
      guard let name = reader.read(4), let length = reader.read(UInt32.self) else { break }
      // Chunks of an odd size are padded.
      let end = position + 8 + Int(length) + Int(length % 2)
      if name.elementsEqual("EXIF".utf8) || name.elementsEqual("ICCP".utf8) {
        chunks += try source.part(position..<end)
      }
      position = end
    }
    return [UInt8](text: "RIFF") + [UInt8](UInt32(clamping: chunks.count + 4), .little)
      + [UInt8](text: "WEBP") + chunks
  }
}
