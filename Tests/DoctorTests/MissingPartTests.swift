import Formats
import Testing

@testable import Doctor
@testable import Imaging

@Suite("What is missing")
struct MissingPartTests {
  private func missing(
    _ format: ImageFormat, decoders: [String], encoders: [String], isWritten: Bool = true
  ) -> [String] {
    MissingPart.parts(
      of: Libraries.Codec(
        format: format, decoders: decoders, encoders: encoders, isWritten: isWritten)
    ).map { "\($0.what): \($0.package)" }
  }

  @Test("Nothing is missing of a format that is read and written")
  func complete() {
    #expect(missing(.heic, decoders: ["ffmpeg"], encoders: ["x265"]) == [])
  }

  @Test("What can't be read or written is said with the package that brings it")
  func packages() {
    #expect(
      missing(.heic, decoders: [], encoders: []) == [
        "HEIC can't be read: libheif-plugin-ffmpegdec",
        "HEIC can't be written: libheif-plugin-x265",
      ])
    #expect(
      missing(.avif, decoders: ["dav1d"], encoders: []) == [
        "AVIF can't be written: libheif-plugin-aomenc"
      ])
    #expect(
      missing(.jxl, decoders: [], encoders: ["libvips"]) == ["JPEG XL can't be read: libvips42"])
  }

  @Test("What is never written misses no encoder")
  func neverWritten() {
    #expect(missing(.gif, decoders: ["libvips"], encoders: [], isWritten: false) == [])
  }
}
