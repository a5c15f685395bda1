import Formats
import TestSupport
import Testing

@Suite("Facts of each picture of a file")
struct PictureFactsTests {
  private func all(_ bytes: [UInt8]) throws -> [HeaderFacts] {
    let source = MemorySource(bytes)
    let first = try HeaderFacts(reading: source)
    return try (0..<first.separablePictures).map {
      try #require(try first.facts(of: $0, in: source))
    }
  }

  private static func page(
    _ width: Int, next: Int?, kind: Int = 0, orientation: Int = 1
  ) -> TIFFBuilder.Directory {
    .init(
      fields: [
        .long(TIFFTag.newSubfileType, [kind]), .short(TIFFTag.imageWidth, [width]),
        .short(TIFFTag.imageLength, [20]), .short(TIFFTag.orientation, [orientation]),
      ], next: next)
  }

  @Test("pages of a TIFF have their own size and orientation; reduced versions and masks are none")
  func pages() throws {
    let bytes = TIFFBuilder([
      Self.page(30, next: 1), Self.page(15, next: 2, kind: 1),
      Self.page(40, next: 3, orientation: 6),
      Self.page(30, next: 4, kind: 4), Self.page(50, next: nil),
    ]).bytes()
    let found = try all(bytes)
    #expect(found.map(\.displayedSize.width) == [30, 20, 50])
    #expect(found.map(\.orientation) == [1, 6, 1])
    #expect(found.map(\.picture) == [0, 1, 2])
    #expect(found.allSatisfy { $0.pictures == 3 && $0.separablePictures == 3 })
    // Loaders count every directory.
    #expect(found[0].pages.map(\.index) == [0, 2, 4])
  }

  @Test("the first directory stands for the file, even where it is a reduced version")
  func reducedFirst() throws {
    let bytes = TIFFBuilder([Self.page(15, next: 1, kind: 1), Self.page(30, next: nil)]).bytes()
    #expect(try all(bytes).map(\.displayedSize.width) == [15])
  }

  @Test("pictures of a HEIF follow the primary one in stored order, each with its own turns")
  func heif() throws {
    var builder = HEIFBuilder()
    builder.items = [
      .picture(1, 48, 32), .picture(2, 96, 64), .picture(3, 30, 20, [Property.turn(1)]),
    ]
    builder.primary = 2
    let found = try all(builder.bytes())
    #expect(
      found.map { [$0.displayedSize.width, $0.displayedSize.height] } == [
        [96, 64], [48, 32], [20, 30],
      ])
    #expect(found.map { $0.heif?.primary } == [2, 1, 3])
  }

  @Test("tiles, thumbnails, auxiliary and hidden pictures are no pictures of their own")
  func parts() throws {
    var builder = HEIFBuilder.picture()
    var hidden = HEIFBuilder.Item.picture(5, 8, 8)
    hidden.isHidden = true
    builder.items += [.picture(2, 16, 16), .picture(3, 8, 8), hidden, .picture(6, 48, 32)]
    builder.references = [("thmb", 2, [1]), ("auxl", 3, [1])]
    let found = try all(builder.bytes())
    #expect(found.map { $0.heif?.primary } == [1, 6])
  }

  @Test("frames of an animation share its canvas", arguments: ["animated.gif", "animated.webp"])
  func frames(fixture: String) throws {
    let found = try all(Fixtures.bytes(fixture))
    #expect(found.map(\.picture) == [0, 1, 2])
    #expect(Set(found.map(\.displayedSize)) == [PixelSize(width: 48, height: 32)])
  }

  @Test(
    "an animated PNG has one picture that can be had", arguments: ["animated.png", "photo.jpg"])
  func single(fixture: String) throws {
    let source = MemorySource(try Fixtures.bytes(fixture))
    let facts = try HeaderFacts(reading: source)
    #expect(facts.separablePictures == 1)
    #expect(try facts.facts(of: 1, in: source) == nil && facts.facts(of: -1, in: source) == nil)
  }
}
