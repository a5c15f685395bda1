import Formats

/// A PNG without its pixels.
enum PNGExcerpt {
  /// The most chunks that are walked through; a large animation has some ten thousand.
  private static let mostChunks = 200_000
  /// The most bytes that are kept; a profile of 16 MiB and EXIF in hexadecimal digits fit.
  private static let limit = 32 << 20

  /// The file with the chunks alone that may hold EXIF or a profile.
  static func bytes(of source: some ByteSource) throws -> [UInt8] {
    var excerpt = PNGChunks.signature
    var position = excerpt.count
    for _ in 0..<mostChunks where excerpt.count < limit {
      var reader = ByteReader(try source.read(at: position, count: 8))
      guard let length = reader.read(UInt32.self), let letters = reader.read(4) else { break }
      let kind = PNGChunk.Kind(letters)
      // Length, type and checksum have 4 bytes each.
      let end = position + 12 + Int(length)
      if try kind == .header || isWanted(kind, position + 8..<end, source) {
        excerpt += try source.part(position..<end)
      }
      position = end
      if kind == .end { break }
    }
    return excerpt
  }

  /// Whether a chunk may hold EXIF or a profile; texts do in files of older programs.
  private static func isWanted(
    _ kind: PNGChunk.Kind, _ data: Range<Int>, _ source: some ByteSource
  ) throws -> Bool {
    guard PNGChunk.Kind.texts.contains(kind) else { return PNGMetadata.isOfHeader(kind, []) }
    let start = try source.read(at: data.lowerBound, count: min(data.count, 32))
    return PNGMetadata.isOfHeader(kind, start[...])
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
