import Posix
import Testing

@Suite("Bytes in slices")
struct ByteSearchTests {
  @Test(
    "a byte is found where it stands first, by the indices of the slice", arguments: [0, 1, 40])
  func first(start: Int) {
    var bytes = [UInt8](repeating: 7, count: 100)
    for place in [60, 61, 99] { bytes[place] = 0xFF }
    #expect(bytes[start...].firstPlace(of: 0xFF) == 60)
    #expect(bytes[62...].firstPlace(of: 0xFF) == 99)
    #expect(bytes[start...].firstPlace(of: 7) == start)
  }

  @Test("a byte before or behind the slice, or in an empty one, is not found")
  func none() {
    let bytes: [UInt8] = [1, 2, 3, 4]
    #expect(bytes[1..<3].firstPlace(of: 1) == nil && bytes[1..<3].firstPlace(of: 4) == nil)
    #expect(bytes[2..<2].firstPlace(of: 3) == nil && [UInt8]()[...].firstPlace(of: 0) == nil)
  }
}
