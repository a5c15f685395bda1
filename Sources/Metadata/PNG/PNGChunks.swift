import Formats
import Zlib

/// One chunk of a PNG (PNG, third edition, 5.3).
package struct PNGChunk: Sendable, Equatable {
  /// The type of a chunk: four letters.
  package struct Kind: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The four letters.
    package let letters: [UInt8]

    /// The type of four letters.
    package init(stringLiteral text: String) { letters = Array(text.utf8) }

    /// The type of four bytes.
    init(_ letters: some Sequence<UInt8>) { self.letters = Array(letters) }

    static let header: Kind = "IHDR"
    static let imageData: Kind = "IDAT"
    static let end: Kind = "IEND"
    static let exif: Kind = "eXIf"
    static let icc: Kind = "iCCP"
    static let density: Kind = "pHYs"
    static let text: Kind = "tEXt"
    static let compressedText: Kind = "zTXt"
    static let internationalText: Kind = "iTXt"

    /// Chunks that state colours by numbers, beside which a profile must not stand.
    static let colours: [Kind] = ["sRGB", "gAMA", "cHRM", "cICP"]
    /// Chunks that tell of high dynamic range: code points, and the light that was mastered for.
    static let dynamicRange: [Kind] = ["cICP", "mDCV", "mDCv", "cLLI", "cLLi"]
    /// All three that hold text.
    static let texts: [Kind] = [.text, .compressedText, .internationalText]
  }

  /// The type.
  package var kind: Kind
  /// What it holds.
  package var data: ArraySlice<UInt8>
  /// The checksum as stored; nil to be computed when written.
  package var storedChecksum: UInt32?

  /// A new chunk.
  package init(_ kind: Kind, _ data: [UInt8]) {
    self.kind = kind
    self.data = data[...]
  }

  /// The checksum of type and data.
  var checksum: UInt32 { Zlib.crc32(kind.letters + data) }

  /// Whether the stored checksum is right.
  var isWhole: Bool { storedChecksum == checksum }

  /// The chunk's bytes.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(UInt32(clamping: data.count), .big)
    bytes += kind.letters
    bytes += data
    bytes.append(storedChecksum ?? checksum, .big)
    return bytes
  }
}

/// A PNG cut into its chunks, and what follows them; `bytes` joins them again.
package struct PNGChunks: Sendable, Equatable {
  /// The chunks, up to IEND.
  package var chunks: [PNGChunk] = []
  /// What follows IEND, or the place from which chunks can't be read any more.
  package var rest: ArraySlice<UInt8>

  /// What stands at the start of every PNG.
  package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Cuts a PNG; nil where the bytes don't start with the signature and IHDR.
  package init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: Self.signature) else { return nil }
    var reader = ByteReader(bytes)
    _ = reader.skip(Self.signature.count)
    rest = bytes[reader.offset...]
    while chunks.last?.kind != .end, let chunk = Self.next(&reader) {
      chunks.append(chunk)
      rest = bytes[reader.offset...]
    }
    guard chunks.first?.kind == .header else { return nil }
  }

  private static func next(_ reader: inout ByteReader) -> PNGChunk? {
    guard let length = reader.read(UInt32.self), let letters = reader.read(4),
      let data = reader.read(Int(length)), let checksum = reader.read(UInt32.self)
    else { return nil }
    var chunk = PNGChunk(PNGChunk.Kind(letters), [])
    chunk.data = data
    chunk.storedChecksum = checksum
    return chunk
  }

  /// The type of the first chunk whose checksum is wrong; nil where all are right.
  package var firstDamaged: PNGChunk.Kind? { chunks.first { !$0.isWhole }?.kind }

  /// Whether IEND was reached.
  package var isWhole: Bool { chunks.last?.kind == .end }

  /// The PNG again, byte for byte where nothing was changed.
  package var bytes: [UInt8] {
    var bytes = Self.signature
    bytes.reserveCapacity(rest.count + chunks.reduce(8) { $0 + $1.data.count + 12 })
    for chunk in chunks { bytes += chunk.bytes }
    return bytes + rest
  }
}
