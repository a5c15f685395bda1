import TestSupport
import Testing

@testable import Heif

@Suite("Damaged and hostile files")
struct DamageTests {
  /// Opens and decodes whatever these bytes are.
  private func decode(_ bytes: [UInt8]) throws(HeifError) -> HeifImage {
    let picture = try HeifFile(bytes, maximumPixels: 1 << 20, threads: 0).primary()
    _ = (picture.exif, picture.xmp, picture.iccProfile, picture.auxiliaryTypes, picture.codec)
    return try picture.decode(.native)
  }

  @Test(
    "what is no HEIF file is an error",
    arguments: [
      [], [0], Array("ftyp".utf8), [0, 0, 0, 8] + Array("ftyp".utf8),
      [UInt8](repeating: 0, count: 4096), [UInt8](repeating: 0xff, count: 4096),
      Array(String(repeating: "GIF89a", count: 200).utf8),
    ])
  func garbage(bytes: [UInt8]) {
    #expect(throws: HeifError.self) { try decode(bytes) }
  }

  @Test("a file cut anywhere is an error", arguments: HeifLibrary.Codec.allCases)
  func cut(codec: HeifLibrary.Codec) throws {
    let whole = try Pictures.file(codec, 64, 64)
    let starts = Array(stride(from: 0, to: 700, by: 23))
    for length in starts + [whole.count / 2, whole.count - 20, whole.count - 1]
    where length < whole.count {
      let error = errorThrown(HeifError.self) {
        try decode(Array(whole.prefix(length)))
      }
      #expect(error?.kind == .damaged, "cut at \(length): \(error?.detail ?? "")")
    }
  }

  @Test(
    "a changed byte in the structure never ends the process", arguments: HeifLibrary.Codec.allCases)
  func changed(codec: HeifLibrary.Codec) throws {
    let whole = try Pictures.file(codec, 64, 64, bands: 4)
    var failures = 0
    for position in stride(from: 4, to: min(whole.count, 900), by: 3) {
      var bytes = whole
      bytes[position] = position % 2 == 0 ? 0xff : bytes[position] ^ 0x11
      do { _ = try decode(bytes) } catch { failures += 1 }
    }
    #expect(failures > 20)
  }

  @Test("an item that lies behind the end of the file is damage")
  func behindTheEnd() throws {
    // The size of the first box: the next one is looked for where no byte is.
    var bytes = try Pictures.file()
    bytes[0] = 0x7f
    let error = errorThrown(HeifError.self) { try decode(bytes) }
    #expect(error?.kind == .damaged)
  }

  @Test("damage in the pixels is noticed")
  func pixels() throws {
    var encoder = HeifEncoder(.hevc, quality: 95)
    encoder.preset = "ultrafast"
    let whole = try encoder.encode(Pictures.noise(192, 192))
    let noticed = (0..<8).filter { index in
      var bytes = whole
      let start = whole.count / 4 + index * whole.count / 12
      // No arithmetic code word looks like this.
      for position in start..<start + whole.count / 8 { bytes[position] = 0xff }
      guard let image = try? decode(bytes) else { return true }
      return !image.warnings.isEmpty
    }
    #expect(!noticed.isEmpty)
    #expect(try decode(whole).warnings.isEmpty)
  }

  @Test(
    "a picture with too many pixels is refused before it is decoded",
    arguments: HeifLibrary.Codec.allCases)
  func limit(codec: HeifLibrary.Codec) throws {
    let bytes = try Pictures.file(codec, 128, 64)
    let error = errorThrown(HeifError.self) {
      try HeifFile(bytes, maximumPixels: 128 * 64 - 1, threads: 0)
    }
    #expect(error?.kind == .tooLarge)
    let file = try HeifFile(bytes, maximumPixels: 128 * 64, threads: 0)
    #expect(try file.primary().decode(.rgba16).width == 128)
  }

  @Test(
    "a picture of as many pixels as are allowed is decoded, however many are coded",
    arguments: HeifLibrary.Codec.allCases, [(250, 188), (160, 120), (33, 1), (1, 1)])
  func coded(codec: HeifLibrary.Codec, size: (Int, Int)) throws {
    let bytes = try Pictures.file(codec, size.0, size.1, bands: 4)
    let picture = try HeifFile(bytes, maximumPixels: size.0 * size.1, threads: 0).primary()
    #expect(try picture.decode(.rgba8).height == size.1)
  }

  @Test("no limit is a limit of nothing", arguments: [0, -1, Int.min, Int.max])
  func absurdLimit(pixels: Int) throws {
    let bytes = try Pictures.file()
    let file = try? HeifFile(bytes, maximumPixels: pixels, threads: -1)
    #expect((file != nil) == (pixels == .max))
  }
}
