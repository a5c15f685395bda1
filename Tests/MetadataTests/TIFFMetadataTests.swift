import Formats
import Testing

@testable import Metadata

@Suite("Metadata of a TIFF")
struct TIFFMetadataTests {
  /// A TIFF with everything: strips, metadata blocks, Exif and GPS.
  private func file(_ order: ByteReader.Order) -> EXIFBuilder {
    var builder = EXIFBuilder.camera(order)
    builder.primary += [
      .short(0x0100, 8), .short(0x0101, 8), .short(0x0102, 8), .short(0x0103, 1),
      .short(0x0106, 1), .long(0x0111, 8), .short(0x0115, 1), .long(0x0117, 64),
      .raw(0x02BC, type: 1, count: UInt32(Samples.xmp("").count + 2), Samples.xmp("") + [0, 0]),
      .raw(0x83BB, type: 4, count: 4, Samples.iptc(80, "Pat") + Array(repeating: 0, count: 8)),
      .undefined(
        0x8649, Samples.resource(0x0404, Samples.iptc(80, "Pat")) + Samples.resource(0x040A, [1])),
      .undefined(0x8773, Samples.icc()),
    ]
    builder.thumbnail = nil
    return builder
  }

  @Test(
    "The blocks are taken from their fields, padding taken off",
    arguments: [ByteReader.Order.little, .big])
  func blocks(order: ByteReader.Order) {
    let found = TIFFMetadata.read(file(order).build().bytes)
    #expect(found.warnings.isEmpty)
    #expect(found.value.xmp == Samples.xmp(""))
    #expect(found.value.iptc == Samples.iptc(80, "Pat"))
    #expect(found.value.photoshop == [PhotoshopResource(0x040A, [1])])
    #expect(found.value.icc == Samples.icc())
  }

  @Test(
    "EXIF becomes a block of its own, with what describes the picture and without its strips",
    arguments: [ByteReader.Order.little, .big])
  func exif(order: ByteReader.Order) throws {
    let block = try #require(TIFFMetadata.read(file(order).build().bytes).value.exif)
    let reader = try #require(TIFFReader(block))
    #expect(reader.order == order)
    let primary = try #require(reader.directory(.primary))
    #expect(
      primary.entries.map(\.tag) == [
        0x010E, 0x010F, 0x0110, 0x0112, 0x011A, 0x0132, 0x013B, 0x013C, 0x8298, 0x8769, 0x8825,
      ])
    #expect(primary.entry(0x010F).flatMap { reader.text(of: $0) } == "Maker")
    #expect(reader.integer(0x0112, in: primary) == 6)
    let exif = try #require(reader.directory(.exif))
    #expect(exif.entry(0x927C).flatMap { reader.data(of: $0) } == EXIFBuilder.makerNote[...])
    #expect(
      exif.entry(0x829A).flatMap { reader.rationals(of: $0) } == [
        TIFFRational(numerator: 1, denominator: 250)
      ])
    #expect(reader.directory(.gps)?.entries.map(\.tag) == [0, 1, 2])
    #expect(reader.directory(.interoperability)?.entries.count == 4)
    // Values stand on even offsets (TIFF 6.0, section 2).
    let entries = reader.exifDirectories().flatMap(\.directory.entries)
    #expect(entries.allSatisfy { $0.isInline || $0.valueOffset.isMultiple(of: 2) })
  }

  @Test("A TIFF that only says how its pixels are stored says nothing")
  func bare() {
    let builder = EXIFBuilder(primary: [.short(0x0100, 8), .short(0x0101, 8), .long(0x0111, 8)])
    #expect(TIFFMetadata.read(builder.build().bytes) == Warned(PictureMetadata()))
  }

  @Test(
    "What is no TIFF says nothing, with a warning",
    arguments: [[], JPEGBuilder().bytes, [0x49, 0x49, 42, 0]] as [[UInt8]])
  func notATIFF(bytes: [UInt8]) {
    #expect(TIFFMetadata.read(bytes) == Warned(PictureMetadata(), [.containerDamaged]))
  }

  @Test("The other layout of BigTIFF is not read, with a warning")
  func bigTIFF() {
    let header: [UInt8] = [0x4D, 0x4D, 0, 43, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 16]
    #expect(TIFFMetadata.read(header) == Warned(PictureMetadata(), [.unread]))
  }

  @Test("Fields that share their bytes over and over don't make the block large")
  func sharedValues() {
    var builder = EXIFBuilder(primary: [.undefined(0x0001, Array(repeating: 1, count: 5000))])
    builder.exif = (0..<400).map { .raw(0x9000 + $0, type: 7, count: 5000, [26, 0, 0, 0]) }
    let file = builder.build().bytes
    let found = TIFFMetadata.read(file)
    #expect(found.value.exif == nil)
    #expect(found.warnings == [.exifDamaged])
    #expect(EXIFPrivacy.withoutPrivateFields(file).value?.count ?? 0 <= 2 * file.count)
  }

  @Test("Cut anywhere, a TIFF is read without harm")
  func everyCut() {
    let whole = file(.big).build().bytes
    for end in whole.indices {
      #expect(TIFFMetadata.read(Array(whole[..<end])).value.exif?.count ?? 0 <= end)
    }
  }
}
