import Testing

@testable import Metadata

@Suite("Photoshop's resources and IPTC")
struct PhotoshopTests {
  @Test(
    "Resources are written as they were read, names and padding too",
    arguments: [
      Samples.resource(0x0404, [1, 2, 3]), Samples.resource(0x0404, []),
      Array("8BIM\u{4}\u{4}\u{3}abc\0\0\0\u{2}\u{9}\u{9}".utf8),
      Array("MeSa\u{4}\u{4}\u{4}abcd\0\0\0\0\u{1}\u{9}\0".utf8),
    ] as [[UInt8]])
  func roundTrip(bytes: [UInt8]) {
    let parsed = PhotoshopResource.parse(bytes)
    #expect(parsed.value.flatMap(\.bytes) == bytes)
    #expect(parsed.warnings.isEmpty)
  }

  @Test("The padding of the last resource may be missing, and zeros may follow")
  func padding() {
    let bytes = Samples.resource(0x0404, [1, 2, 3])
    for variant in [Array(bytes.dropLast()), bytes + [0, 0, 0]] {
      #expect(PhotoshopResource.parse(variant) == Warned([PhotoshopResource(0x0404, [1, 2, 3])]))
    }
  }

  @Test("Cut anywhere, resources before the cut are there")
  func everyCut() {
    let first = Samples.resource(0x0404, [1, 2])
    let bytes = first + Samples.resource(0x0405, [3, 4])
    for end in first.count + 1..<bytes.count {
      let parsed = PhotoshopResource.parse(bytes[..<end])
      #expect(parsed.value == [PhotoshopResource(0x0404, [1, 2])], "cut at \(end)")
    }
  }

  @Test("Data sets have a length of 15 bits, or one of up to four bytes")
  func lengths() {
    let long: [UInt8] = [0x1C, 2, 120, 0x80, 4, 0, 0, 0, 2, 7, 8]
    let parsed = IPTCDataSet.parse(Samples.iptc(80, "Pat") + long)
    #expect(parsed.warnings.isEmpty)
    #expect(parsed.value.map(\.number) == [80, 120])
    #expect(parsed.value.map { Array($0.value) } == [Array("Pat".utf8), [7, 8]])
    #expect(parsed.value.last?.bytes == long[...])
  }

  @Test(
    "A broken data set ends the reading with a warning, zeros end it without",
    arguments: [
      ([0x1C, 2, 90], [.iptcDamaged]), ([0x1C, 2, 90, 0, 9, 1], [.iptcDamaged]),
      ([0x1C, 2, 90, 0x80, 9], [.iptcDamaged]), ([0x1C, 2, 90, 0xFF, 0xFF], [.iptcDamaged]),
      ([1], [.iptcDamaged]), ([0, 0, 0], []), ([], []),
    ] as [([UInt8], [MetadataWarning])])
  func broken(tail: [UInt8], warnings: [MetadataWarning]) {
    let parsed = IPTCDataSet.parse(Samples.iptc(80, "Pat") + tail)
    #expect(parsed.value.map(\.number) == [80])
    #expect(parsed.warnings == warnings)
  }
}
