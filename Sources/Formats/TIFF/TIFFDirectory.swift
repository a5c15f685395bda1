/// One directory (IFD) of a TIFF block, its entries in stored order (TIFF 6.0, section 2).
package struct TIFFDirectory: Sendable, Equatable {
  /// Where the directory starts, counted from the TIFF header.
  package var offset: Int
  /// Its entries; only those whose 12 bytes are there.
  package var entries: [TIFFEntry]
  /// Where the pointer to the next directory stands; nil where the block ends before it.
  package var nextPointerOffset: Int?
  /// Where the next directory starts, as stored; 0 for none.
  package var next: Int
  /// Whether every entry that the directory announces, and the pointer after them, is there.
  package var isComplete: Bool { nextPointerOffset != nil }

  /// The first entry with a tag.
  package func entry(_ tag: UInt16) -> TIFFEntry? {
    entries.first { $0.tag == tag }
  }

  /// The directory that starts `offset` bytes after the TIFF header.
  ///
  /// - Parameters:
  ///   - bytes: What is there from the directory's first byte on; may end inside it.
  ///   - offset: Where those bytes lie.
  ///   - order: The order of the block.
  package init?(_ bytes: ArraySlice<UInt8>, at offset: Int, order: ByteReader.Order) {
    var reader = ByteReader(bytes, order: order)
    guard let announced = reader.read(UInt16.self) else { return nil }
    self.offset = offset
    entries = []
    next = 0
    // At most 65,535 times, and never past the bytes.
    for index in 0..<Int(announced) {
      guard let entry = TIFFEntry(&reader, entryOffset: offset &+ 2 &+ 12 &* index) else { return }
      entries.append(entry)
    }
    let pointer = offset &+ reader.offset
    guard let next = reader.read(UInt32.self) else { return }
    self.next = Int(next)
    nextPointerOffset = pointer
  }

  /// A directory without entries so far.
  init(offset: Int) {
    self.offset = offset
    entries = []
    next = 0
  }

  /// The size in bytes of a directory of so many entries, with its count and next pointer.
  static func size(entries count: Int) -> Int { 2 &+ 12 &* count &+ 4 }
}
