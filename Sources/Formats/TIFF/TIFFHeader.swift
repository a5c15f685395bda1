/// The first bytes of a TIFF block: byte order, version, first directory (TIFF 6.0, section 2).
package struct TIFFHeader: Sendable, Equatable {
  /// The order of all numbers of the block.
  package var order: ByteReader.Order
  /// Whether this is BigTIFF (version 43), whose directories have another layout.
  package var isBig: Bool
  /// Where the first directory starts.
  package var firstDirectory: Int

  /// The header at the start of the bytes; nil where they are no TIFF.
  package init?(_ bytes: ArraySlice<UInt8>) {
    switch bytes.prefix(2).elementsEqual([0x49, 0x49]) {
    case true: order = .little
    case false:
      guard bytes.prefix(2).elementsEqual([0x4D, 0x4D]) else { return nil }
      order = .big
    }
    var reader = ByteReader(bytes.dropFirst(2), order: order)
    guard let version = reader.read(UInt16.self) else { return nil }
    switch version {
    case 42:
      guard let first = reader.read(UInt32.self) else { return nil }
      isBig = false
      firstDirectory = Int(first)
    case 43:
      guard reader.read(UInt16.self) == 8, reader.read(UInt16.self) == 0,
        let first = reader.read(UInt64.self)
      else { return nil }
      isBig = true
      firstDirectory = Int(clamping: first)
    default: return nil
    }
  }
}
