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
  /// What stands before the text: the keyword, and of an iTXt its language and its translation.
  package var heading: [UInt8]
  /// The text, its compression taken off; Latin-1 in tEXt and zTXt, UTF-8 in iTXt.
  package var text: [UInt8]
  /// Whether the text is UTF-8.
  package var isUnicode: Bool { type == .internationalText }

  /// The most bytes that a compressed text may have; readers such as Pillow stop at 1 MiB.
  static let limit = 1 << 20

  /// The text of a chunk; nil where it is broken, too long, or of another type.
  ///
  /// - Parameters:
  ///   - chunk: The chunk.
  ///   - budget: What may be inflated, which becomes less.
  init?(_ chunk: PNGChunk, _ budget: inout InflateBudget) {
    guard let keyword = Self.keyword(of: chunk) else { return nil }
    type = chunk.kind
    data = Array(chunk.data)
    self.keyword = keyword
    let end = chunk.data.startIndex + keyword.unicodeScalars.count
    let body = chunk.data[(end + 1)...]
    heading = Array(chunk.data[..<end])
    let holdsMetadata =
      keyword == PNGMetadata.xmpKeyword || keyword.hasPrefix(PNGRawProfile.prefix)
    let limit = holdsMetadata ? InflateBudget.whole : Self.limit
    switch chunk.kind {
    case .text: text = Array(body)
    case .compressedText:
      // The method, of which there is one, then the text.
      guard body.first == 0, let text = budget.inflated(body.dropFirst(), limit) else { return nil }
      self.text = text
    case .internationalText:
      // Whether it is compressed, how, the language, the keyword's translation, the text.
      let parts = body.dropFirst(2).split(
        separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
      guard body.count >= 2, parts.count == 3 else { return nil }
      heading = Array(chunk.data[..<parts[1].endIndex])
      if body.first == 0 {
        text = Array(parts[2])
      } else {
        guard body.dropFirst().first == 0, let text = budget.inflated(parts[2], limit) else {
          return nil
        }
        self.text = text
      }
    default: return nil
    }
  }

  /// The keyword of a text chunk, 1 to 79 bytes of Latin-1 in a good one; nil where it has none.
  static func keyword(of chunk: PNGChunk) -> String? {
    keyword(in: chunk.data.prefix(mostHeading))
  }

  /// The keyword at the start of a text chunk's bytes; nil where it has none.
  static func keyword(in data: ArraySlice<UInt8>) -> String? {
    guard let end = data.firstIndex(of: 0), end > data.startIndex else { return nil }
    return String(latin1: data[..<end])
  }

  /// In how many bytes a keyword has to end; the specification allows 79.
  static let mostHeading = 1024

  /// The keyword and the text in UTF-8, as a comment of a format that has no keywords.
  var comment: [UInt8] {
    [UInt8](text: keyword + ": ") + unicode
  }

  /// The text in UTF-8.
  var unicode: [UInt8] { isUnicode ? text : [UInt8](utf8OfLatin1: text) }
}

/// How much of the compressed texts of one file may still be inflated.
struct InflateBudget: Sendable {
  /// What a file may inflate to in all: 16 MiB, as much as a large XMP packet takes.
  static let whole = 16 << 20
  /// The most that a byte of a zlib stream can become: 1032 bytes.
  static let mostPerByte = 1032

  private var left = whole

  /// Inflates a stream of at most `limit` bytes; nil where it is broken, or too long for what is left.
  ///
  /// A stream that fails counts as if it had been inflated to the point where that must show.
  mutating func inflated(_ bytes: ArraySlice<UInt8>, _ limit: Int) -> [UInt8]? {
    let limit = min(limit, left)
    guard limit > 0 else { return nil }
    let made = try? Zlib.inflate(Array(bytes), limit: limit)
    let most = bytes.count.multipliedReportingOverflow(by: Self.mostPerByte)
    left -= made?.count ?? min(limit, most.overflow ? limit : most.partialValue)
    return made
  }
}

extension String {
  /// The text that Latin-1 bytes spell.
  init(latin1 bytes: some Sequence<UInt8>) {
    self = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}

extension [UInt8] {
  /// The UTF-8 of the text that Latin-1 bytes spell.
  init(utf8OfLatin1 bytes: [UInt8]) {
    self = []
    reserveCapacity(bytes.count)
    for byte in bytes {
      if byte < 0x80 {
        append(byte)
      } else {
        append(0xC0 | byte >> 6)
        append(0x80 | byte & 0x3F)
      }
    }
  }
}
