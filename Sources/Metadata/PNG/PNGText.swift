import Formats
import Zlib

/// A text chunk of a PNG: tEXt, zTXt or iTXt (PNG, third edition, 11.3.3).
package struct PNGText: Sendable, Equatable {
  /// The type of the chunk.
  package var type: PNGChunk.Kind
  /// The chunk's bytes, as they were.
  package var data: [UInt8]
  /// What the text is about, such as `Author`.
  package var keyword: String
  /// The text, its compression taken off; Latin-1 in tEXt and zTXt, UTF-8 in iTXt.
  package var text: [UInt8]
  /// Whether the text is UTF-8.
  package var isUnicode: Bool { type == .internationalText }

  /// The most bytes that a compressed text may have; readers such as Pillow stop at 1 MiB.
  static let limit = 1 << 20
  /// The most bytes that a compressed text may have that holds metadata: an XMP packet, a profile.
  static let metadataLimit = 16 << 20

  /// The text of a chunk; nil where it is broken, too long, or of another type.
  init?(_ chunk: PNGChunk) {
    guard let end = chunk.data.firstIndex(of: 0), end > chunk.data.startIndex else { return nil }
    type = chunk.kind
    data = Array(chunk.data)
    keyword = String(latin1: chunk.data[..<end])
    let body = chunk.data[(end + 1)...]
    let holdsMetadata =
      keyword == PNGMetadata.xmpKeyword || keyword.hasPrefix(PNGRawProfile.prefix)
    let limit = holdsMetadata ? Self.metadataLimit : Self.limit
    switch chunk.kind {
    case .text: text = Array(body)
    case .compressedText:
      // The method, of which there is one, then the text.
      guard body.first == 0, let text = Self.inflated(body.dropFirst(), limit) else { return nil }
      self.text = text
    case .internationalText:
      guard let text = Self.international(body, limit) else { return nil }
      self.text = text
    default: return nil
    }
  }

  /// The text behind: whether it is compressed, how, the language, the keyword's translation.
  private static func international(_ body: ArraySlice<UInt8>, _ limit: Int) -> [UInt8]? {
    let parts = body.dropFirst(2).split(
      separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
    guard body.count >= 2, parts.count == 3 else { return nil }
    if body.first == 0 { return Array(parts[2]) }
    return body.dropFirst().first == 0 ? inflated(parts[2], limit) : nil
  }

  private static func inflated(_ bytes: ArraySlice<UInt8>, _ limit: Int) -> [UInt8]? {
    try? Zlib.inflate(Array(bytes), limit: limit)
  }

  /// The keyword and the text in UTF-8, as a comment of a format that has no keywords.
  var comment: [UInt8] {
    [UInt8](text: keyword + ": ") + (isUnicode ? text : [UInt8](text: String(latin1: text)))
  }
}

extension String {
  /// The text that Latin-1 bytes spell.
  init(latin1 bytes: some Sequence<UInt8>) {
    self = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
