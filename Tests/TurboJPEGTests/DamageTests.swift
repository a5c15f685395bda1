import Pixels
import TestSupport
import Testing

@testable import TurboJPEG

@Suite("Damaged and hostile JPEGs")
struct DamageTests {
  private func file() throws -> [UInt8] {
    try TurboJPEG.encode(
      Pictures.noise(64, 64), subsampling: .ycbcr420, quality: 80, isProgressive: false)
  }

  @Test(
    "what is no JPEG is an error",
    arguments: [[], [0xff], [0xff, 0xd8], [UInt8](repeating: 0, count: 500)])
  func garbage(bytes: [UInt8]) {
    #expect(throws: TurboJPEGError.self) { try TurboJPEG.header(of: bytes) }
    #expect(throws: TurboJPEGError.self) {
      try TurboJPEG.decodePlanes(bytes, maximumPixels: 1 << 20)
    }
    #expect(throws: TurboJPEGError.self) {
      try TurboJPEG.transform(
        bytes, .none, edges: .trim, isProgressive: false, keepsMarkers: true,
        maximumPixels: 1 << 20)
    }
  }

  @Test("a JPEG cut anywhere is damaged", arguments: [2, 20, 200, 600])
  func cut(length: Int) throws {
    let bytes = Array(try file().prefix(length))
    for error in [
      errorThrown(TurboJPEGError.self) {
        try TurboJPEG.decodePlanes(bytes, maximumPixels: 1 << 20)
      },
      errorThrown(TurboJPEGError.self) {
        try TurboJPEG.transform(
          bytes, .none, edges: .trim, isProgressive: false, keepsMarkers: true,
          maximumPixels: 1 << 20)
      },
    ] {
      #expect(error?.kind == .damaged)
    }
  }

  @Test("damage that was worked around is still damage")
  func warning() throws {
    // The end is missing: the library makes it up and warns.
    let bytes = Array(try file().dropLast(300))
    let error = errorThrown(TurboJPEGError.self) {
      try TurboJPEG.decodePlanes(bytes, maximumPixels: 1 << 20)
    }
    #expect(error?.kind == .damaged)
    #expect(error?.detail.isEmpty == false)
  }

  @Test("a changed byte never ends the process")
  func changed() throws {
    let whole = try file()
    var failures = 0
    for position in stride(from: 2, to: min(whole.count, 700), by: 2) {
      var bytes = whole
      bytes[position] ^= 0x5a
      do { _ = try TurboJPEG.decodePlanes(bytes, maximumPixels: 1 << 16) } catch { failures += 1 }
    }
    #expect(failures > 20)
  }

  @Test("too many pixels are refused before memory is asked for")
  func limit() throws {
    let bytes = try file()
    let error = errorThrown(TurboJPEGError.self) {
      try TurboJPEG.decodePlanes(bytes, maximumPixels: 64 * 64 - 1)
    }
    #expect(error?.kind == .tooLarge)
    #expect(try TurboJPEG.decodePlanes(bytes, maximumPixels: 64 * 64).width == 64)
  }
}
