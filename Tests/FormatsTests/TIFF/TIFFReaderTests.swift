import Formats
import Testing

@Suite("TIFF directories")
struct TIFFReaderTests {
  private static let exifBlock: [TIFFBuilder.Directory] = [
    .init(
      fields: [
        .short(TIFFTag.orientation, [6]), .ascii(0x010F, "Maker & Sons"),
        .rational(0x011A, [(72, 1)]), .pointer(TIFFTag.exifDirectory, 1),
        .pointer(TIFFTag.gpsDirectory, 2),
      ], next: 4),
    .init(fields: [.short(0x8827, [400]), .pointer(TIFFTag.interoperabilityDirectory, 3)]),
    .init(fields: [.ascii(0x0001, "N")]), .init(fields: [.ascii(0x0001, "R98")]),
    .init(fields: [.long(TIFFTag.thumbnailOffset, [1000]), .long(TIFFTag.thumbnailLength, [10])]),
  ]

  @Test(
    "The directories of an EXIF block are found, each by its name",
    arguments: [ByteReader.Order.little, .big])
  func walk(order: ByteReader.Order) throws {
    let bytes = TIFFBuilder(Self.exifBlock, order: order).bytes()
    let reader = try #require(TIFFReader(bytes))
    let found = reader.exifDirectories()
    #expect(found.map(\.kind) == [.primary, .exif, .interoperability, .gps, .thumbnail])
    #expect(found.map(\.directory.entries.count) == [5, 2, 1, 1, 2])
    #expect(found.map(\.directory.isComplete) == [true, true, true, true, true])
    #expect(reader.orientation == 6)
    #expect(reader.order == order)
  }

  @Test("Entries say where they and their values lie")
  func offsets() throws {
    let bytes = TIFFBuilder(Self.exifBlock).bytes()
    let reader = try #require(TIFFReader(bytes))
    let primary = try #require(reader.directory(.primary))
    let orientation = try #require(primary.entry(TIFFTag.orientation))
    #expect(orientation.entryOffset == 10)
    #expect(orientation.valueOffset == 18)
    #expect(orientation.isInline)
    #expect(orientation.byteCount == 2)
    let maker = try #require(primary.entry(0x010F))
    #expect(!maker.isInline)
    #expect(maker.byteCount == 13)
    #expect(Array(bytes[maker.valueOffset...].prefix(12)) == ascii("Maker & Sons"))
    #expect(primary.nextPointerOffset == 8 + 2 + 12 * 5)
    #expect(primary.next == reader.directory(.thumbnail)?.offset)
  }

  @Test("Values are read by their type", arguments: [ByteReader.Order.little, .big])
  func values(order: ByteReader.Order) throws {
    let bytes = TIFFBuilder(
      [
        .short(1, [1, 2, 65_535]), .long(2, [4_000_000_000]), .ascii(3, "text"),
        .rational(4, [(1, 3), (5, 0)]),
      ], order: order
    ).bytes()
    let reader = try #require(TIFFReader(bytes))
    let directory = try #require(reader.directory(.primary))
    #expect(reader.integers(of: directory.entries[0]) == [1, 2, 65_535])
    #expect(reader.integers(of: directory.entries[0], limit: 2) == [1, 2])
    #expect(reader.integer(2, in: directory) == 4_000_000_000)
    #expect(reader.text(of: directory.entries[2]) == "text")
    let fractions = try #require(reader.rationals(of: directory.entries[3]))
    #expect(fractions.map(\.value) == [1.0 / 3, nil])
    // A type that doesn't fit gives nothing.
    #expect(reader.text(of: directory.entries[0]) == nil)
    #expect(reader.rationals(of: directory.entries[0]) == nil)
    #expect(reader.integers(of: directory.entries[2]) == nil)
    #expect(reader.integer(99, in: directory) == nil)
  }

  @Test("The prefix of a JPEG's EXIF is optional")
  func prefix() {
    let block = exif(orientation: 8)
    #expect(TIFFReader(exif: block[...])?.orientation == 8)
    #expect(TIFFReader(exif: (TIFFReader.exifPrefix + block)[...])?.orientation == 8)
  }

  @Test("Offsets count from the header wherever the block lies in an array")
  func slice() throws {
    let block = TIFFBuilder(Self.exifBlock).bytes()
    let reader = try #require(
      TIFFReader(([UInt8](repeating: 9, count: 100) + block).dropFirst(100)))
    #expect(reader.exifDirectories().count == 5)
    #expect(reader.directory(.primary)?.offset == 8)
  }

  @Test(
    "What is no TIFF is not read",
    arguments: [
      [], ascii("II"), joined(ascii("II"), le16(42)), joined(ascii("IM"), le16(42), le32(8)),
      joined(ascii("II"), be16(42), le32(8)), joined(ascii("II"), le16(43), le32(8), le32(0)),
      ascii("Exif\0\0"),
    ] as [[UInt8]])
  func noTIFF(bytes: [UInt8]) {
    #expect(TIFFReader(bytes) == nil)
  }

  @Test("A directory that points to itself or to another's is met once")
  func cycles() throws {
    var directories = Self.exifBlock
    directories[0].next = 0
    directories[0].fields[3] = .pointer(TIFFTag.exifDirectory, 0)
    directories[0].fields[4] = .pointer(TIFFTag.gpsDirectory, 0)
    let reader = try #require(TIFFReader(TIFFBuilder(directories).bytes()))
    #expect(reader.exifDirectories().map(\.kind) == [.primary])
    directories = Self.exifBlock
    directories[1].fields[1] = .pointer(TIFFTag.interoperabilityDirectory, 1)
    let other = try #require(TIFFReader(TIFFBuilder(directories).bytes()))
    #expect(other.exifDirectories().map(\.kind) == [.primary, .exif, .gps, .thumbnail])
  }

  @Test("Counts that no block could hold give no value and no trap", arguments: 0...13)
  func hugeCounts(type: Int) throws {
    let bytes =
      ascii("II") + le16(42) + le32(8) + le16(2) + le16(0x0112) + le16(type) + le32(0xFFFF_FFFF)
      + le32(0xFFFF_FFF0) + le16(0x0113) + le16(type) + le32(0x4000_0001) + le32(26)
    let reader = try #require(TIFFReader(bytes))
    let directory = try #require(reader.directory(.primary))
    #expect(directory.entries.count == 2)
    #expect(!directory.isComplete)
    for entry in directory.entries {
      #expect(reader.data(of: entry) == nil)
      #expect(reader.integers(of: entry) == nil)
    }
  }

  @Test("A directory that announces more than there is gives what there is")
  func cutDirectory() throws {
    let whole = TIFFBuilder(Self.exifBlock[1...].map { .init(fields: $0.fields) }).bytes()
    let bytes = patched(whole, at: 8, le16(0xFFFF))
    let reader = try #require(TIFFReader(Array(bytes.prefix(8 + 2 + 12 + 5))))
    let directory = try #require(reader.directory(at: 8))
    #expect(directory.entries.count == 1)
    #expect(directory.nextPointerOffset == nil)
    #expect(directory.next == 0)
  }

  @Test("Every cut of a block is read without a trap, and nothing is made up")
  func cuts() {
    let bytes = TIFFBuilder(Self.exifBlock).bytes()
    for end in bytes.indices {
      guard let reader = TIFFReader(Array(bytes.prefix(end))) else { continue }
      for found in reader.exifDirectories() {
        for entry in found.directory.entries {
          #expect(entry.entryOffset + 12 <= end)
          if let data = reader.data(of: entry) { #expect(entry.valueOffset + data.count <= end) }
        }
      }
    }
  }
}
