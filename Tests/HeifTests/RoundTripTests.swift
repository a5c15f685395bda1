import Pixels
import Testing

@testable import Heif

@Suite("What is encoded comes back")
struct RoundTripTests {
  @Test(
    "sizes, odd and tiny ones too, come back exactly", arguments: HeifLibrary.Codec.allCases,
    [(1, 1), (2, 1), (1, 3), (15, 17), (63, 65), (64, 64), (131, 77)])
  func sizes(codec: HeifLibrary.Codec, size: (Int, Int)) throws {
    let file = try Pictures.open(Pictures.file(codec, size.0, size.1))
    let picture = try file.primary()
    #expect(picture.width == size.0)
    #expect(picture.height == size.1)
    let image = try picture.decode(.rgb8)
    #expect(image.width == size.0)
    #expect(image.height == size.1)
    #expect(image.planes.count == 1)
    let expected = try Pictures.gradient(size.0, size.1)
    // In two pixels of opposite colours 4:2:0 keeps no colour at all.
    if size.0 > 3 { #expect(image.planes[0].distance(to: expected) < 12) }
  }
}
