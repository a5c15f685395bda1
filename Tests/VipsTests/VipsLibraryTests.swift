import Testing

@testable import Vips

@Suite("The library")
struct VipsLibraryTests {
  @Test("tells its version without being started")
  func version() {
    #expect(VipsLibrary.version.split(separator: ".").count == 3)
  }
}
