import Testing

@testable import Vips

@Suite("The library")
struct VipsLibraryTests {
  @Test("tells its version without being started")
  func version() {
    let numbers = VipsLibrary.version.split(separator: ".").compactMap { Int($0) }
    #expect(numbers.count == 3)
    #expect(VipsLibrary.isAtLeast(8, 14))
    #expect(!VipsLibrary.isAtLeast(9, 0))
    #expect(!VipsLibrary.isAtLeast(8, Int32(numbers.dropFirst().first ?? 0) + 1))
  }

  @Test("starts as often as it is asked to")
  func starts() throws {
    try VipsLibrary.start()
    try VipsLibrary.start()
  }

  @Test("tells which operations there are")
  func operations() throws {
    #expect(try VipsLibrary.hasOperation("jpegload_buffer"))
    #expect(try !VipsLibrary.hasOperation("no_such_operation"))
  }

  @Test("goes on working on a thread that ended its job")
  func endsJob() throws {
    let image = try Pictures.plain([9])
    #expect(try image.avg() == 9)
    VipsLibrary.endJob()
    #expect(try image.rotate(.d180).avg() == 9)
  }

  @Test("knows how much memory it holds")
  func memory() throws {
    let image = try Pictures.photo(width: 100, height: 100).linear([1], [0]).inMemory()
    #expect(image.width == 100)
    #expect(VipsLibrary.allocatedBytes >= 100 * 100 * 3 * 4)
  }
}
