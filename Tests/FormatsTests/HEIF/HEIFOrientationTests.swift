import Formats
import TestSupport
import Testing

@Suite("HEIFStructure.orientation")
struct HEIFOrientationTests {
  @Test(
    "turns and mirrors come to the EXIF Orientation that shows the same",
    arguments: Array(1...8))
  func fixtures(orientation: Int) throws {
    let bytes = try Fixtures.bytes("orientation-\(orientation).heic")
    #expect(try HeaderFacts(reading: MemorySource(bytes)).shownOrientation == orientation)
  }

  @Test(
    "the container's transforms count, and EXIF beside them does not",
    arguments: [("irot-6.heic", 6), ("exif-6.heic", 1), ("irot-8-exif-6.heic", 8)])
  func exifBeside(name: String, orientation: Int) throws {
    let facts = try HeaderFacts(reading: MemorySource(try Fixtures.bytes(name)))
    #expect(facts.shownOrientation == orientation)
  }

  @Test("elsewhere EXIF decides", arguments: [("orientation-7.jpg", 7), ("orientation-9.jpg", 1)])
  func others(name: String, orientation: Int) throws {
    let facts = try HeaderFacts(reading: MemorySource(try Fixtures.bytes(name)))
    #expect(facts.shownOrientation == orientation)
  }
}
