import Formats
import Testing

@testable import Metadata

@Suite("EXIF made true of new pixels")
struct EXIFPatchTests {
  private static let orders: [ByteReader.Order] = [.little, .big]

  private func patch(_ block: [UInt8]) -> Warned<[UInt8]?> {
    EXIFPatch.makeTrue(block, width: 640, height: 480)
  }

  @Test("Orientation becomes 1 and the sizes are the new ones", arguments: orders)
  func values(order: ByteReader.Order) throws {
    var builder = EXIFBuilder.camera(order)
    builder.primary += [.long(0x0100, 4000), .short(0x0101, 3000)]
    let block = builder.build()
    let patched = patch(block.bytes)
    #expect(patched.warnings.isEmpty)
    let bytes = try #require(patched.value)
    let reader = try #require(TIFFReader(bytes))
    func number(_ kind: TIFFDirectoryKind, _ tag: UInt16) -> Int? {
      reader.directory(kind).flatMap { reader.integer(tag, in: $0) }
    }
    #expect(number(.primary, 0x0112) == 1)
    #expect(number(.primary, 0x0100) == 640)
    #expect(number(.primary, 0x0101) == 480)
    #expect(number(.exif, 0xA002) == 640)
    #expect(number(.exif, 0xA003) == 480)
    #expect(number(.interoperability, 0x1001) == 640)
    #expect(number(.interoperability, 0x1002) == 480)
  }

  @Test("Only the changed values, the pointer to IFD1 and the thumbnail differ", arguments: orders)
  func everyOtherByteStays(order: ByteReader.Order) throws {
    let block = EXIFBuilder.camera(order).build()
    let patched = try #require(patch(block.bytes).value)
    var allowed = Set(block.nextPointer)
    for (directory, tag) in [
      ("0", 0x0112), ("exif", 0xA002), ("exif", 0xA003), ("interop", 0x1001), ("interop", 0x1002),
    ] {
      allowed.formUnion(try #require(block.values[directory]?[UInt16(tag)]))
    }
    #expect(allowed.isSuperset(of: patched.differences(from: block.bytes)))
    #expect(block.value("exif", 0x927C) == EXIFBuilder.makerNote)
    let makerNote = try #require(block.values["exif"]?[0x927C])
    #expect(Array(patched[makerNote]) == EXIFBuilder.makerNote)
  }

  @Test("The thumbnail and its directory are cut off where they are the last")
  func cutsThumbnail() throws {
    let block = EXIFBuilder.camera().build()
    let patched = try #require(patch(block.bytes).value)
    #expect(patched.count == block.tables["1"]?.lowerBound)
    let reader = try #require(TIFFReader(patched))
    #expect(reader.directory(.thumbnail) == nil)
    #expect(EXIFPatch.thumbnail(in: patched) == nil)
  }

  @Test("ColorSpace says sRGB of pixels that became that, and nothing new of others")
  func colorSpace() throws {
    let block = EXIFBuilder(exif: [.short(0xA001, 0xFFFF)]).build().bytes
    func space(_ patched: Warned<[UInt8]?>) throws -> Int? {
      let bytes = try #require(patched.value)
      let reader = try #require(TIFFReader(bytes))
      return reader.directory(.exif).flatMap { reader.integer(0xA001, in: $0) }
    }
    #expect(
      try space(EXIFPatch.makeTrue(block, width: 8, height: 8, becameSRGB: true)) == 1)
    #expect(try space(EXIFPatch.makeTrue(block, width: 8, height: 8)) == 0xFFFF)
  }

  @Test("The thumbnail becomes zeros where something follows it, which stays")
  func zeroesThumbnail() throws {
    var builder = EXIFBuilder.camera()
    builder.tail = [1, 2, 3, 4]
    let block = builder.build()
    let patched = try #require(patch(block.bytes).value)
    #expect(patched.count == block.bytes.count)
    #expect(patched[try #require(block.thumbnail)].allSatisfy { $0 == 0 })
    #expect(patched[try #require(block.tables["1"])].allSatisfy { $0 == 0 })
    #expect(patched.suffix(4) == [1, 2, 3, 4])
  }

  @Test("What a thumbnail shares with another field is not cleared")
  func sharedThumbnail() throws {
    var block = EXIFBuilder.camera().build()
    // The thumbnail is said to start in the maker note.
    let makerNote = try #require(block.values["exif"]?[0x927C])
    let place = try #require(block.values["1"]?[0x0201])
    block.bytes.replaceSubrange(
      place, with: EXIFBuilder.number(UInt32(makerNote.lowerBound), .little))
    let patched = try #require(patch(block.bytes).value)
    #expect(Array(patched[makerNote]) == EXIFBuilder.makerNote)
  }

  @Test("A thumbnail of strips goes as well")
  func strips() throws {
    var builder = EXIFBuilder.camera()
    builder.thumbnail = [9]
    builder.tail = Array(repeating: 0xEE, count: 12)
    // Two fields take the place of two others, so that nothing moves.
    let start = builder.build().bytes.count - 12
    builder.thumbnailFields = [.long(0x0111, UInt32(start)), .long(0x0117, 12)]
    let block = builder.build()
    #expect(patch(block.bytes).value?.firstRange(of: builder.tail) == nil)
  }

  @Test(
    "Fields of another form are left alone, with a warning",
    arguments: [
      EXIFBuilder.Field.raw(0x0112, type: 3, count: 2, [6, 0, 6, 0]),
      .raw(0x0112, type: 2, count: 1, [6]),
      .raw(0x0112, type: 5, count: 1, [6, 0, 0, 0, 1, 0, 0, 0]),
      .raw(0x0112, type: 3, count: 0, [6, 0]), .raw(0x0112, type: 99, count: 1, [6, 0]),
    ])
  func otherForms(field: EXIFBuilder.Field) throws {
    let block = EXIFBuilder(primary: [.ascii(0x010F, "Maker"), field]).build()
    #expect(patch(block.bytes) == Warned(block.bytes, [.exifLeftAlone]))
  }

  @Test("A size that a SHORT can't hold is left alone, with a warning")
  func tooLargeForShort() {
    let block = EXIFBuilder(exif: [.short(0xA002, 9), .long(0xA003, 9)]).build()
    let patched = EXIFPatch.makeTrue(block.bytes, width: 70_000, height: 70_000)
    #expect(patched.warnings == [.exifLeftAlone])
    #expect(patched.value?.differences(from: block.bytes).isEmpty == false)
  }

  // MARK: - Thumbnail in its room

  @Test("Another thumbnail takes the room of the old one, and its length is stated")
  func replacesThumbnail() throws {
    let block = EXIFBuilder.camera().build()
    let new = JPEGBuilder(width: 120, height: 160, data: [1]).bytes
    let patched = EXIFPatch.makeTrue(
      block.bytes, width: 640, height: 480, thumbnails: .replaced(new))
    let bytes = try #require(patched.value)
    #expect(bytes.count == block.bytes.count)
    #expect(Array(bytes[try #require(EXIFPatch.thumbnail(in: bytes))]) == new)
    #expect(
      bytes.dropFirst(try #require(block.thumbnail).lowerBound + new.count).allSatisfy { $0 == 0 })
    let reader = try #require(TIFFReader(bytes))
    let directory = try #require(reader.directory(.thumbnail))
    #expect(reader.integer(0x0112, in: directory) == 1)
  }

  @Test(
    "A thumbnail that doesn't fit, is no JPEG, or had none before it is dropped",
    arguments: [
      (EXIFBuilder.camera(), JPEGBuilder(data: Array(repeating: 1, count: 9000)).bytes),
      (EXIFBuilder.camera(), [1, 2, 3]),
      (EXIFBuilder(primary: [.short(0x0112, 6)]), JPEGBuilder().bytes),
    ])
  func dropsThumbnail(builder: EXIFBuilder, new: [UInt8]) throws {
    let block = builder.build().bytes
    #expect(
      EXIFPatch.makeTrue(block, width: 640, height: 480, thumbnails: .replaced(new)) == patch(block)
    )
  }

  // MARK: - Damage

  @Test(
    "A block whose IFD0 can't be read is left out, with a warning",
    arguments: [
      [], [0x49, 0x49], [0x49, 0x49, 42, 0, 8, 0, 0, 0], [0x49, 0x49, 42, 0, 0, 0, 0, 0, 1, 0],
      [0x49, 0x49, 42, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0], Array("Exif\0\0II*\0".utf8),
      [0x4D, 0x4D, 0, 42, 0xFF, 0xFF, 0xFF, 0xFF, 0, 1, 0, 0],
      [0x49, 0x49, 43, 0, 8, 0, 0, 0, 16, 0, 0, 0, 0, 0, 0, 0],
    ] as [[UInt8]])
  func unreadable(block: [UInt8]) {
    #expect(patch(block) == Warned(nil, [.exifDamaged]))
    #expect(EXIFTrim.fit(Array(block + Array(repeating: 0, count: 40)), limit: 20).value == nil)
  }

  @Test("A directory that is IFD0 again, or lies over it, is not followed", arguments: [8, 10, 22])
  func cycles(offset: UInt32) {
    let block = EXIFBuilder(primary: [
      .short(0x0112, 6), .long(0x8769, offset), .long(0x8825, offset),
    ])
    .build()
    let patched = patch(block.bytes)
    #expect(patched.warnings == [.exifDamaged])
    #expect(patched.value?.count == block.bytes.count)
    #expect(patched.value.flatMap { TIFFReader($0)?.orientation } == 1)
  }

  @Test("IFD1 that is IFD0 again is cut off, and IFD0 stays")
  func cyclicThumbnail() throws {
    var block = EXIFBuilder(primary: [.short(0x0112, 6)]).build()
    block.bytes.replaceSubrange(block.nextPointer, with: [8, 0, 0, 0])
    let patched = try #require(patch(block.bytes).value)
    #expect(TIFFReader(patched)?.orientation == 1)
    #expect(patched[block.nextPointer].allSatisfy { $0 == 0 })
  }

  @Test("More entries than a directory can have are no directory")
  func hugeDirectory() {
    let table = big(UInt16(0xFFFF)) + Array(repeating: 0, count: 12 * 0xFFFF + 4)
    let block = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8] + table
    #expect(patch(block) == Warned(nil, [.exifDamaged]))
  }

  @Test("Cut anywhere, a block is patched or left out, and never grows", arguments: orders)
  func everyCut(order: ByteReader.Order) {
    let whole = EXIFBuilder.camera(order).build().bytes
    for end in 0..<whole.count {
      let patched = patch(Array(whole[..<end]))
      #expect(patched.value?.count ?? 0 <= end, "cut at \(end)")
    }
  }

  @Test(
    "With any byte changed, a block is patched or left out, never grows, and can be trimmed",
    arguments: [0x00, 0x7F, 0xFF] as [UInt8])
  func everyByteChanged(to byte: UInt8) {
    let whole = EXIFBuilder.camera().build().bytes
    for index in whole.indices {
      var block = whole
      block[index] = byte
      #expect(patch(block).value?.count ?? 0 <= whole.count, "byte \(index)")
      #expect(EXIFTrim.fit(block, limit: 600).value?.count ?? 0 <= 600, "byte \(index)")
      let safe = EXIFPrivacy.withoutPrivateFields(block)
      // Values that overlap take room of their own, at most all of them once more.
      #expect(safe.value?.count ?? 0 <= 2 * whole.count, "byte \(index)")
      #expect(safe.value.map { EXIFPrivacy.findings(in: $0) } ?? [] == [], "byte \(index)")
    }
  }
}
