import Formats
import Testing
import Zlib

@testable import Metadata

@Suite("Metadata written into a TIFF")
struct TIFFMetadataWriteTests {
  /// A little-endian TIFF of 4 × 2 pixels of 16 bits in two strips, as an encoder makes it.
  private func picture(compressed: Bool = true) throws -> [UInt8] {
    let rows: [[UInt8]] = [[1, 2, 3, 4, 5, 6, 7, 8], [9, 10, 11, 12, 13, 14, 15, 16]]
    let strips = try rows.map { compressed ? try Zlib.deflate($0, level: 6) : $0 }
    let lengths = strips.map { UInt32($0.count) }
    let start = UInt32(8)
    var builder = EXIFBuilder(order: .little)
    func longs(_ values: [UInt32]) -> [UInt8] { values.flatMap { EXIFBuilder.number($0, .little) } }
    builder.primary = [
      .short(0x0100, 4), .short(0x0101, 2), .short(0x0102, 16),
      .short(0x0103, compressed ? 8 : 1), .short(0x0106, 1), .short(0x0115, 1), .short(0x0116, 1),
      .raw(0x0117, type: 4, count: 2, longs(lengths)), .short(0x013D, 2),
      .rationals(0x011A, [(10, 1)]), .rationals(0x011B, [(10, 1)]), .short(0x0128, 3),
      .short(0x0112, 3),
    ]
    // The strips stand behind the directory, whose length does not depend on where they are.
    func file(at offset: UInt32) -> [UInt8] {
      var copy = builder
      copy.primary.append(.raw(0x0111, type: 4, count: 2, longs([offset, offset + lengths[0]])))
      return copy.build().bytes
    }
    return file(at: UInt32(file(at: start).count)) + strips.joined()
  }

  private func samples(_ tiff: [UInt8]) throws -> [UInt8] {
    let reader = try #require(TIFFReader(tiff))
    let directory = try #require(reader.directory(at: reader.firstDirectory))
    let starts = try #require(directory.entry(0x0111).flatMap { reader.integers(of: $0) })
    let counts = try #require(directory.entry(0x0117).flatMap { reader.integers(of: $0) })
    return try zip(starts, counts).flatMap { start, count in
      let strip = Array(try #require(reader.data(at: start, count: count)))
      return reader.integer(0x0103, in: directory) == 8
        ? try Zlib.inflate(strip, limit: 100) : strip
    }
  }

  @Test(
    "The file begins with the EXIF block, so that a maker note lies where it lay",
    arguments: [ByteReader.Order.little, .big])
  func makerNote(order: ByteReader.Order) throws {
    let block = EXIFBuilder.camera(order).build()
    var metadata = PictureMetadata()
    metadata.exif = block.bytes
    let tiff = try TIFFMetadata.write(metadata, into: picture()).value
    let reader = try #require(TIFFReader(tiff))
    #expect(reader.order == order)
    let note = try #require(block.values["exif"]?[0x927C])
    #expect(Array(tiff[note]) == EXIFBuilder.makerNote)
    let exif = try #require(reader.directory(.exif))
    #expect(exif.entry(0x927C)?.valueOffset == note.lowerBound)
    #expect(reader.directory(.gps)?.entries.map(\.tag) == [0, 1, 2])
  }

  @Test("An embedded thumbnail does not become a second page")
  func thumbnail() throws {
    var metadata = PictureMetadata()
    metadata.exif = EXIFBuilder.camera().build().bytes
    let tiff = try TIFFMetadata.write(metadata, into: picture()).value
    let reader = try #require(TIFFReader(tiff))
    let first = try #require(reader.directory(at: reader.firstDirectory))
    #expect(first.next == 0)
    #expect(try HeaderFacts(reading: MemorySource(tiff)).pictures == 1)
    #expect(tiff.firstRange(of: Array(repeating: 7, count: 20)) == nil)
  }

  @Test(
    "Wide samples are turned to the order of the block, compressed or not",
    arguments: [true, false])
  func order(compressed: Bool) throws {
    let plain = try picture(compressed: compressed)
    let before = try samples(plain)
    var metadata = PictureMetadata()
    metadata.exif = EXIFBuilder.camera(.little).build().bytes
    #expect(try samples(TIFFMetadata.write(metadata, into: plain).value) == before)
    metadata.exif = EXIFBuilder.camera(.big).build().bytes
    let turned = try samples(TIFFMetadata.write(metadata, into: plain).value)
    #expect(turned == stride(from: 0, to: 16, by: 2).flatMap { [before[$0 + 1], before[$0]] })
  }

  @Test(
    "What is said is read again", arguments: [ByteReader.Order.little, .big])
  func again(order: ByteReader.Order) throws {
    var metadata = Samples.everything
    metadata.exif = EXIFBuilder.camera(order).build().bytes
    let made = try TIFFMetadata.write(metadata, into: picture())
    #expect(made.warnings.isEmpty)
    let found = TIFFMetadata.read(made.value)
    #expect(found.warnings.isEmpty)
    #expect(found.value.xmp == metadata.xmp && found.value.iptc == metadata.iptc)
    #expect(found.value.icc == metadata.icc && found.value.photoshop == metadata.photoshop)
    let reader = try #require(found.value.exif.flatMap { TIFFReader($0) })
    #expect(reader.directory(.gps)?.entries.count == 3)
    // As it lies: a second time round nothing has moved either.
    let block = EXIFBuilder.camera(order).build()
    let note = try #require(block.values["exif"]?[0x927C])
    #expect(found.value.exif.map { Array($0[note]) } == EXIFBuilder.makerNote)
    let twice = try TIFFMetadata.write(found.value, into: picture()).value
    #expect(Array(twice[note]) == EXIFBuilder.makerNote)
  }

  @Test("Fields are in rising order, each once, and stand on even offsets")
  func layout() throws {
    let tiff = try TIFFMetadata.write(Samples.everything, into: picture()).value
    let reader = try #require(TIFFReader(tiff))
    let entries = try #require(reader.directory(at: reader.firstDirectory)).entries
    #expect(entries.map(\.tag) == Set(entries.map(\.tag)).sorted())
    #expect(entries.allSatisfy { $0.isInline || $0.valueOffset.isMultiple(of: 2) })
    #expect(reader.firstDirectory.isMultiple(of: 2))
  }

  @Test("A density that the encoder made up goes; where none is known, the numbers have no unit")
  func density() throws {
    func found(_ density: PixelDensity?) throws -> [Double?] {
      var metadata = PictureMetadata()
      metadata.density = density
      let tiff = try TIFFMetadata.write(metadata, into: picture()).value
      let reader = try #require(TIFFReader(tiff))
      let directory = try #require(reader.directory(at: reader.firstDirectory))
      return [
        directory.entry(0x011A).flatMap { reader.rationals(of: $0) }?.first?.value,
        directory.entry(0x011B).flatMap { reader.rationals(of: $0) }?.first?.value,
        reader.integer(0x0128, in: directory).map(Double.init),
      ]
    }
    #expect(try found(nil) == [1, 1, 1])
    #expect(try found(PixelDensity(x: 300, y: 200, unit: .inch)) == [300, 200, 2])
    #expect(try found(PixelDensity(x: 3000, y: 3000, unit: .metre)) == [30, 30, 3])
    #expect(try found(PixelDensity(x: 4, y: 3, unit: .none)) == [4, 3, 1])
  }

  @Test("A block that can't be read is left out, with a warning")
  func damaged() throws {
    var metadata = PictureMetadata()
    metadata.exif = [0x49, 0x49, 42, 0, 200, 0, 0, 0]
    let made = try TIFFMetadata.write(metadata, into: picture())
    #expect(made.warnings == [.exifDamaged])
    #expect(try samples(made.value) == samples(picture()))
  }

  @Test("A pointer to a directory that isn't there does not come to lead into pixels")
  func lostPointer() throws {
    var metadata = PictureMetadata()
    metadata.exif =
      EXIFBuilder(primary: [.ascii(0x010F, "Maker"), .long(0x8769, 100), .long(0x8825, 90)])
      .build().bytes
    let tiff = try TIFFMetadata.write(metadata, into: picture()).value
    let reader = try #require(TIFFReader(tiff))
    let entries = try #require(reader.directory(at: reader.firstDirectory)).entries.map(\.tag)
    #expect(entries.contains(0x010F) && !entries.contains(0x8769) && !entries.contains(0x8825))
  }

  @Test("Cut anywhere, a block does no harm, and the picture is there")
  func everyCut() throws {
    let (plain, block) = (try picture(), EXIFBuilder.camera().build().bytes)
    let wanted = try samples(plain)
    for end in stride(from: 8, to: block.count, by: 3) {
      var metadata = PictureMetadata()
      metadata.exif = Array(block[..<end])
      #expect(try samples(TIFFMetadata.write(metadata, into: plain).value) == wanted)
    }
  }

  @Test("What is no TIFF in strips is refused")
  func refused() throws {
    let bare = EXIFBuilder(primary: [.short(0x0100, 8)]).build().bytes
    for bytes in [[], bare, Array(try picture().dropLast(3))] {
      #expect(throws: MetadataError.notOfFormat("TIFF")) {
        try TIFFMetadata.write(PictureMetadata(), into: bytes)
      }
    }
  }
}
