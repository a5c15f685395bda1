internal import CFuzz
internal import Foundation
internal import Metadata
internal import TestSupport
internal import Testing

/// Notes where something is not as it has to be; `scripts/fuzz` ends its run there.
func expect(_ isTrue: Bool, _ what: @autoclosure () -> String) {
  if !isTrue { Issue.record("\(what())") }
}

/// What `scripts/fuzz` gives inputs of chance, given a few that are the same each time.
@Suite("Parsers and the JPEG decoder stand what chance makes of files")
struct FuzzTests {
  /// The small files of Fixtures, by the ends of their names.
  private static func fixtures(_ endings: String...) -> [[UInt8]] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: Fixtures.folder)) ?? []
    return names.sorted().filter { name in endings.contains { name.hasSuffix($0) } }
      .compactMap { try? Fixtures.bytes($0) }
      .filter { (1...20_000).contains($0.count) }
  }

  private func mutate(
    _ seeds: [[UInt8]], times: Int, _ look: ([UInt8]) -> Void
  ) throws {
    try #require(!seeds.isEmpty)
    var chance = Chance(seed: 1)
    for seed in seeds { look(seed) }
    for _ in 0..<times { look(chance.mutant(of: seeds)) }
  }

  @Test("headers")
  func readHeaders() throws {
    try mutate(
      Self.fixtures(".jpg", ".png", ".heic", ".avif", ".webp", ".gif", ".tif"), times: 1500, headers
    )
  }

  @Test("metadata")
  func rewriteMetadata() throws {
    try mutate(
      Self.fixtures(".jpg", ".png", ".webp", ".gif", ".tif"), times: 300, metadata)
  }

  @Test("EXIF blocks")
  func patchEXIF() throws {
    try mutate(Self.fixtures(".tif") + Self.blocks("Exif\0\0"), times: 400, exif)
  }

  @Test("XMP packets")
  func patchXMP() throws {
    let claim = #"<a:RDF xmlns:a="http://ns.google.com/photos/dd/1.0/x"><a:b/></a:RDF>"#
    let packets = [Self.packet, claim, Self.packet + "\0" + Self.packet].map { Array($0.utf8) }
    try mutate(packets + Self.blocks("http://ns.adobe.com/xap/1.0/\0"), times: 2000, xmp)
  }

  @Test("gain maps")
  func readGainMaps() throws {
    let channel = GainMapMetadata.Channel(minimum: -1, maximum: 2)
    let other = GainMapMetadata.Channel(minimum: 0, maximum: 3, gamma: 2)
    let one = GainMapMetadata(channels: [channel], alternateHeadroom: 2)
    let three = GainMapMetadata(channels: [channel, other, other], alternateHeadroom: 3)
    let jpeg = try Fixtures.bytes("gray.jpg")
    let files = try [one, three].map { try UltraHDR.assemble(base: jpeg, map: jpeg, metadata: $0) }
    let stated = [one, three].flatMap { [$0.isoBytes, $0.toneMapBytes, $0.xmpPacket] }
    try mutate(files + stated + Self.fixtures(".heic"), times: 2000, gainMaps)
  }

  @Test("command lines")
  func parseOptions() throws {
    let lines = [
      "--number=7\0-f\0-n8\0-s=1.5MiB\0--size\0500kB\0--\0-x\0a/b.jpg",
      "-fn9\0--time=0.5\0--fraction=1.25\0--percentage=12.5%\0--choice\0two\0--text=a\0-tb\0-",
    ]
    try mutate(lines.map { Array($0.utf8) }, times: 2000, options)
  }

  @Test("files of the cache")
  func readCache() throws {
    var record = Array("imgtool record 1".utf8) + Array(0..<64)
    record += [5, 0, 0, 0, 0, 0, 0, 0, 0, 40, 0, 0, 0, 30, 0, 0, 0, 80, 0, 0, 0, 1, 0, 0, 0]
    record += [0, 0, 0, 0, 0, 0, 0xE0, 0x3F, 4, 0, 0, 0] + Array("jpeg".utf8)
    record += [2, 0, 0, 0] + Array("{}".utf8) + [0, 0, 0, 0]
    try mutate([record, record + record], times: 2000, cache)
  }

  @Test("the own JPEG decoder against libjpeg")
  func decode() throws {
    try mutate(Self.jpegs, times: 400) { _ = imgtool_fuzz_jpeg_planes($0, $0.count) }
  }

  @Test("JPEG coefficients")
  func requantize() throws {
    try mutate(Self.jpegs, times: 300) { _ = imgtool_fuzz_jpeg_coefficients($0, $0.count) }
  }

  @Test("planes brought to other sizes")
  func resample() throws {
    let plane = (0..<2000).map { UInt8(truncatingIfNeeded: $0 &* $0) }
    try mutate(
      [plane + [0, 0, 15, 31, 0, 0, 0, 0], plane + [2, 4, 90, 20, 10, 160, 200, 40]], times: 100
    ) {
      _ = imgtool_fuzz_resampling($0, $0.count)
    }
  }

  @Test("a block whose first row alone is other than zero, and larger than any picture's")
  func tooLargeRow() {
    for value in [0b1111_1111, 0b1000_0000, 0b0111_1111, 0] as [UInt16] {
      let jpeg = Self.firstRow(value)
      let input = jpeg + [3 | 4, 0, 7, 7, 0, 0, 0, 0]
      #expect(imgtool_fuzz_jpeg_planes(input, input.count) == 0)
    }
  }

  /// A gray JPEG of one block, whose only coefficient is the last one of its first row, of eight bits,
  /// times 65.
  private static func firstRow(_ value: UInt16) -> [UInt8] {
    var bytes: [UInt8] = [0xFF, 0xD8]
    func segment(_ marker: UInt8, _ payload: [UInt8]) {
      bytes += [0xFF, marker, 0, UInt8(payload.count + 2)] + payload
    }
    segment(0xDB, [0] + Array(repeating: 65, count: 64))
    segment(0xC0, [8, 0, 8, 0, 8, 1, 1, 0x11, 0])
    // 0: no difference. 00: 16 zeros, 01: 11 zeros and 8 bits, 10: the end.
    segment(0xC4, [0, 1] + Array(repeating: 0, count: 15) + [0])
    segment(0xC4, [0x10, 0, 3] + Array(repeating: 0, count: 14) + [0xF0, 0xB8, 0])
    segment(0xDA, [1, 1, 0, 0, 63, 0])
    let bits = UInt16(0b0_00_01 << 11) | value << 3 | 0b10_1
    return bytes + [UInt8(bits >> 8), UInt8(bits & 0xFF), 0xFF, 0xD9]
  }

  /// JPEGs with something to be done with them.
  private static var jpegs: [[UInt8]] {
    fixtures(".jpg").flatMap { jpeg in
      [[3, 0, 40, 30, 0, 0, 0, 0], [1, 4, 90, 20, 10, 160, 200, 40], [7, 0, 15, 31, 0, 0, 0, 0]]
        .map { jpeg + $0 }
    }
  }

  /// What stands behind a mark in the small JPEGs.
  private static func blocks(_ mark: String) -> [[UInt8]] {
    fixtures(".jpg").compactMap { jpeg in
      let found = Data(jpeg).range(of: Data(mark.utf8))
      return found.map { Array(jpeg[$0.upperBound...].prefix(4000)) }
    }
  }

  private static let packet = """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about="" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation="6"
     xmlns:GCamera="http://ns.google.com/photos/1.0/camera/" GCamera:MotionPhoto="1"
     xmlns:Container="http://ns.google.com/photos/1.0/container/"
     xmlns:Item="http://ns.google.com/photos/1.0/container/item/"><Container:Directory><rdf:Seq>
    <rdf:li rdf:parseType="Resource"><Container:Item Item:Mime="video/mp4" Item:Semantic="MotionPhoto"
     Item:Length="4"/></rdf:li></rdf:Seq></Container:Directory></rdf:Description></rdf:RDF></x:xmpmeta>
    """
}
