extension PNGMetadata {
  /// A PNG as a decoder gets it that inflates and keeps all texts.
  ///
  /// - Parameter bytes: A PNG.
  /// - Returns: The PNG without its texts where they are very many or may inflate to far more than is read
  ///   here; else, and where the bytes are no PNG, the same bytes.
  package static func forDecoder(_ bytes: [UInt8]) -> [UInt8] {
    guard var file = PNGChunks(bytes) else { return bytes }
    let texts = file.chunks.filter { PNGChunk.Kind.texts.contains($0.kind) }
    let compressed = texts.filter(\.isCompressedText).reduce(0) { $0 + $1.data.count }
    guard texts.count > mostTexts || compressed > mostCompressed else { return bytes }
    file.chunks.removeAll { PNGChunk.Kind.texts.contains($0.kind) }
    return file.bytes
  }

  /// The most texts and comments that are kept; real files have some tens.
  static let mostTexts = 1000
  /// The most bytes of compressed texts that decoders are given; they may become 64 MiB.
  private static let mostCompressed = 4 * InflateBudget.whole / InflateBudget.mostPerByte
}

extension PNGChunk {
  /// Whether the chunk is a text that has to be inflated.
  fileprivate var isCompressedText: Bool {
    switch kind {
    case .compressedText: true
    // The flag stands behind the keyword and its zero.
    case .internationalText:
      data.prefix(PNGText.mostHeading).firstIndex(of: 0).map {
        data[$0...].dropFirst().first != 0
      } ?? false
    default: false
    }
  }
}
