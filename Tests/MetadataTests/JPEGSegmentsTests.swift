import Testing

@testable import Metadata

@Suite("JPEG segments")
struct JPEGSegmentsTests {
  private static let plain = JPEGBuilder(segments: [
    .jfif(unit: 1, x: 72, y: 72), .exif(EXIFBuilder.camera().build().bytes), .comment("hello"),
  ])

  private static let filled = JPEGBuilder(segments: [
    .app(3, [1, 2, 3]),
    JPEGBuilder.Segment(marker: 0xE4, payload: [], filler: [0xFF, 0xFF, 0xFF]),
    JPEGBuilder.Segment(marker: 0xE5, payload: [9], filler: [0x00, 0x17, 0xFF, 0x00]),
  ])

  private static let trailed = JPEGBuilder(trailer: Array("trailer".utf8))

  @Test(
    "Joined again, a JPEG that was cut is the same, byte for byte",
    arguments: [plain.bytes, filled.bytes, trailed.bytes, [0xFF, 0xD8], [0xFF, 0xD8, 0xFF, 0xD9]])
  func joinsWhatItCut(bytes: [UInt8]) throws {
    #expect(try #require(JPEGSegments(bytes)).bytes == bytes)
  }

  @Test("Joined again, a JPEG that ends anywhere is the same, byte for byte")
  func joinsEveryPrefix() throws {
    let bytes = Self.filled.bytes + Self.plain.bytes.dropFirst(2)
    for end in 2...bytes.count {
      let prefix = Array(bytes[..<end])
      #expect(try #require(JPEGSegments(prefix)).bytes == prefix, "cut at \(end)")
    }
  }

  @Test("Cuts the segments before the first scan, fill bytes and garbage kept beside them")
  func segments() throws {
    let file = try #require(JPEGSegments(Self.filled.bytes))
    #expect(file.segments.map(\.marker) == [0xD8, 0xE3, 0xE4, 0xE5, 0xDB, 0xC0, 0xC4])
    #expect(file.segments[1].payload == [1, 2, 3])
    #expect(file.segments[2].filler == [0xFF, 0xFF, 0xFF])
    #expect(file.segments[3].filler == [0x00, 0x17, 0xFF, 0x00])
    #expect(file.reachesScan)
    #expect(file.rest.starts(with: [0xFF, 0xDA]))
  }

  @Test(
    "What doesn't start with SOI is no JPEG",
    arguments: [[], [0xFF], [0xFF, 0xD9], [0x89, 0x50, 0x4E, 0x47], [0x00, 0xFF, 0xD8]] as [[UInt8]]
  )
  func notAJPEG(bytes: [UInt8]) {
    #expect(JPEGSegments(bytes) == nil)
    #expect(JPEGMetadata.read(bytes) == Warned(PictureMetadata(), [.containerDamaged]))
    #expect(throws: MetadataError.notOfFormat("JPEG")) {
      try JPEGMetadata.write(PictureMetadata(), into: bytes)
    }
  }

  @Test(
    "A segment whose length is wrong ends the reading, not the program",
    arguments: [0, 1, 0xFFFF] as [UInt16])
  func wrongLength(length: UInt16) throws {
    let bytes = [0xFF, 0xD8, 0xFF, 0xE1] + big(length) + [1, 2, 3]
    let file = try #require(JPEGSegments(bytes))
    #expect(file.segments.count == 1)
    #expect(!file.reachesScan)
    #expect(JPEGMetadata.read(bytes).warnings == [.containerDamaged])
  }

  @Test("The picture ends at its EOI, past stuffed bytes, restarts and further scans")
  func pictureEnd() throws {
    let second = JPEGBuilder.Segment(marker: 0xDA, payload: [1, 0, 0, 63, 0xD9, 0]).bytes
    let trailer: [UInt8] = [1, 2, 3, 0xFF, 0xD9]
    let picture = JPEGBuilder(
      data: [1, 0xFF, 0, 2, 0xFF, 0xD7] + second + [3, 0xFF, 0xFF], trailer: trailer)
    let file = try #require(JPEGSegments(picture.bytes))
    #expect(file.pictureEnd == picture.bytes.count - trailer.count)
  }

  @Test("A picture without EOI ends where another one starts, or with the file")
  func missingEnd() throws {
    let cut = Array(JPEGBuilder().bytes.dropLast(2))
    #expect(try #require(JPEGSegments(cut)).pictureEnd == cut.count)
    #expect(try #require(JPEGSegments(cut + JPEGBuilder().bytes)).pictureEnd == cut.count)
  }

  @Test(
    "Says what follows the picture",
    arguments: [
      ([], []), ([0, 0, 0], []), (JPEGBuilder().bytes, .pictures),
      ([0, 0] + JPEGBuilder().bytes, .pictures), ([0, 0, 0, 24] + Array("ftypmp42".utf8), .video),
      (Array("MotionPhoto_Data".utf8) + [0, 0, 0, 24] + Array("ftypmp42".utf8), .video),
      (
        JPEGBuilder().bytes + [0] + JPEGBuilder().bytes + [0, 0, 0, 24] + Array("ftypmp42".utf8),
        [.pictures, .video]
      ),
      (Array("AXS!".utf8), .other),
    ] as [([UInt8], JPEGTrailer)])
  func trailers(bytes: [UInt8], trailer: JPEGTrailer) throws {
    #expect(try #require(JPEGSegments(JPEGBuilder(trailer: bytes).bytes)).trailer == trailer)
  }

  @Test("Gives the size that the frame header states")
  func size() throws {
    let file = try #require(JPEGSegments(JPEGBuilder(width: 4000, height: 3000).bytes))
    let size = try #require(file.size)
    #expect(size == (4000, 3000))
  }
}
