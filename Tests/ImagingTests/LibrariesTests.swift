import Imaging
import Testing

@Suite("Libraries")
struct LibrariesTests {
  @Test("versions are those of the libraries in use")
  func versions() {
    let versions = Libraries.versions
    #expect(versions.map(\.name) == ["libvips", "libheif", "libexif", "HEVC decoder"])
    for version in versions.prefix(3).map(\.version) {
      #expect(version.split(separator: ".").count >= 2, "\(version)")
    }
  }
}
