internal import Formats

/// The index of the pictures of a JPEG file, in the main picture's `MPF` segment (CIPA DC-007-2009, 5.2).
struct MultiPictureIndex {
  /// A picture.
  struct Entry: Equatable {
    /// Its type, the lower 24 bits of the attributes: 0 says nothing.
    var type: UInt32
    /// Its size in bytes.
    var size: Int
    /// Where it starts, counted from the index's own TIFF header; 0 for the main picture.
    var offset: Int
  }

  /// The types of pictures (CIPA DC-007-2009, table 4; the gain map's is of 2021).
  enum PictureType {
    static let primary: UInt32 = 0x03_0000
    static let gainMap: UInt32 = 0x05_0000
  }

  private enum Tag {
    static let version: UInt16 = 0xB000
    static let count: UInt16 = 0xB001
    static let entries: UInt16 = 0xB002
  }

  /// What stands before the TIFF header in the segment.
  static let prefix: [UInt8] = [UInt8](text: "MPF\0")
  /// No photo has more pictures.
  private static let mostEntries = 64
  private static let entrySize = 16

  /// The pictures in listed order, the main one first.
  var entries: [Entry] = []

  /// An index of these pictures.
  init(_ entries: [Entry]) {
    self.entries = entries
  }

  /// The index that starts with a TIFF header; nil where it can't be read.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard let block = TIFFReader(bytes), let directory = block.directory(at: block.firstDirectory),
      let data = directory.entry(Tag.entries).flatMap({ block.data(of: $0) })
    else { return nil }
    var reader = ByteReader(data, order: block.order)
    while entries.count < Self.mostEntries, let attributes = reader.read(UInt32.self),
      let size = reader.read(UInt32.self), let offset = reader.read(UInt32.self), reader.skip(4)
    {
      entries.append(
        Entry(type: attributes & 0xFF_FFFF, size: Int(size), offset: Int(offset)))
    }
  }

  /// The payload of a segment, `MPF` and the TIFF header included, big-endian.
  var payload: [UInt8] {
    var bytes = Self.prefix
    bytes += [0x4D, 0x4D]
    bytes.append(UInt16(42), .big)
    bytes.append(UInt32(8), .big)
    bytes.append(UInt16(3), .big)
    func field(_ tag: UInt16, _ type: TIFFType, _ count: Int, _ value: [UInt8]) {
      bytes.append(tag, .big)
      bytes.append(type.rawValue, .big)
      bytes.append(UInt32(clamping: count), .big)
      bytes += value
    }
    field(Tag.version, .undefined, 4, [UInt8](text: "0100"))
    field(Tag.count, .long, 1, [UInt8](UInt32(clamping: entries.count), .big))
    // Behind the header, three fields and the pointer to a next directory.
    let place = [UInt8](UInt32(8 + 2 + 3 * 12 + 4), .big)
    field(Tag.entries, .undefined, Self.entrySize * entries.count, place)
    bytes.append(UInt32(0), .big)
    for entry in entries {
      for number in [Int(entry.type), entry.size, entry.offset, 0] {
        bytes.append(UInt32(clamping: number), .big)
      }
    }
    return bytes
  }
}
