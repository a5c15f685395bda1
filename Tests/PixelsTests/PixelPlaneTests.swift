import Pixels
import Testing

@Suite("PixelPlane")
struct PixelPlaneTests {
  @Test("takes a buffer of exactly its size", arguments: [(4, 2, 3, 24), (1, 1, 1, 1)])
  func takesExactSize(width: Int, height: Int, bands: Int, count: Int) {
    let buffer = PixelBuffer([UInt8](repeating: 0, count: count))
    let plane = PixelPlane(
      width: width, height: height, bands: bands, sample: .uint8, buffer: buffer)
    #expect(plane?.buffer.count == count)
  }

  @Test(
    "refuses sizes that the buffer does not have",
    arguments: [(4, 2, 3, 23), (0, 2, 3, 0), (-1, -1, 1, 1), (Int.max, 2, 1, 2)])
  func refusesOtherSizes(width: Int, height: Int, bands: Int, count: Int) {
    let buffer = PixelBuffer([UInt8](repeating: 0, count: count))
    #expect(
      PixelPlane(width: width, height: height, bands: bands, sample: .uint8, buffer: buffer) == nil)
  }

  @Test("gives adopted memory back exactly once")
  func releasesAdoptedMemory() {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 3, alignment: 1)
    nonisolated(unsafe) var releases = 0
    do {
      let buffer = PixelBuffer(adopting: memory, count: 3) {
        releases += 1
        $0.deallocate()
      }
      #expect(buffer.count == 3)
      #expect(releases == 0)
    }
    #expect(releases == 1)
  }
}
