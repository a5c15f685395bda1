import Foundation
import Formats
import Metadata
import Posix
import TestSupport
import Testing

@testable import Imaging

@Suite("Checking pixels")
struct PixelCheckTests {
  private func failure(
    of bytes: [UInt8], _ limits: PipelineLimits = PipelineLimits(),
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws -> ImagingError? {
    let source = try Source(bytes)
    return errorThrown(ImagingError.self) {
      try Pipeline.verify(source, limits, isCancelled: isCancelled)
    }
  }

  @Test(
    "whole files of every format are found whole",
    arguments: [
      "photo.jpg", "progressive.jpg", "cmyk.jpg", "gray.jpg", "interlaced.png", "palette.png",
      "animated.png", "deep.png", "lossy.webp", "alpha.webp", "animated.webp", "animated.gif",
      "transparent.gif", "lzw.tif", "pages.tif", "photo.heic", "grid.heic", "alpha.heic",
      "second-primary.heic", "small.avif",
    ])
  func whole(fixture: String) throws {
    #expect(try failure(of: Fixtures.bytes(fixture)) == nil)
  }

  @Test(
    "files that are cut off are found damaged",
    arguments: [
      "photo.jpg", "progressive.jpg", "interlaced.png", "lossy.webp", "animated.webp",
      "animated.gif", "lzw.tif", "pages.tif", "photo.heic", "grid.heic", "small.avif",
    ], [0.5, 0.9])
  func cutOff(fixture: String, share: Double) throws {
    let bytes = try Fixtures.bytes(fixture)
    let cut = Array(bytes.prefix(Int(Double(bytes.count) * share)))
    #expect(try failure(of: cut)?.reason == .damaged)
  }

  // A JPEG has no checksums: what its code still makes sense of is a picture.
  @Test(
    "a JPEG whose coded data makes no sense is found damaged",
    arguments: ["photo.jpg", "progressive.jpg", "cmyk.jpg", "gray.jpg"])
  func brokenScan(fixture: String) throws {
    var bytes = try Fixtures.bytes(fixture)
    let scan = try #require(try Source(bytes).facts.jpeg?.scan)
    let middle = (scan + bytes.count) / 2
    bytes.removeSubrange(middle..<middle + (bytes.count - scan) / 20)
    #expect(try failure(of: bytes)?.reason == .damaged)
  }

  @Test(
    "a PNG with a wrong checksum is found damaged, wherever it stands",
    arguments: ["IHDR", "IDAT", "IEND"])
  func checksum(chunk: String) throws {
    var bytes = try Fixtures.bytes("rgba.png")
    let name = try #require(bytes.firstRange(of: Array(chunk.utf8)))
    let length = bytes[(name.lowerBound - 4)..<name.lowerBound].reduce(0) { $0 << 8 | Int($1) }
    bytes[name.upperBound + length] ^= 1
    let error = try #require(try failure(of: bytes))
    #expect(error.reason == .damaged)
    #expect(error.message.contains(chunk))
  }

  @Test("an animation whose second frame is broken is found damaged")
  func laterFrame() throws {
    var bytes = try Fixtures.bytes("animated.webp")
    let frames = bytes.ranges(of: Array("ANMF".utf8))
    // A frame's own 16 bytes, then the chunk of its pixels (RFC 9649, 2.7.1.1).
    let pixels = frames[1].upperBound + 4 + 16 + 8
    for place in (pixels + 5)..<(pixels + 25) { bytes[place] = 0xFF }
    #expect(try failure(of: bytes)?.reason == .damaged)
  }

  @Test("a TIFF whose second page is broken is found damaged, its first being sound")
  func laterPage() throws {
    var bytes = try Fixtures.bytes("pages.tif")
    let facts = try HeaderFacts(reading: MemorySource(bytes))
    let reader = try #require(TIFFReader(bytes))
    let page = try #require(reader.directory(at: facts.pages[1].offset))
    // Samples as they are are no Deflate (TIFF 6.0, 259).
    let compression = try #require(page.entry(TIFFTag.compression))
    bytes[compression.valueOffset + (reader.order == .little ? 0 : 1)] = 8
    let source = try Source(bytes)
    try PixelCheck(source, limits: PipelineLimits()) { false }.picture()
    #expect(try failure(of: bytes)?.reason == .damaged)
  }

  @Test("what is larger than allowed is refused, not called damaged")
  func tooLarge() throws {
    let error = try failure(
      of: Fixtures.bytes("photo.jpg"), PipelineLimits(maximumPixels: 1000))
    #expect(error?.reason == .tooLarge)
  }

  @Test(
    "whoever stops it is told so",
    arguments: ["photo.jpg", "interlaced.png", "animated.gif", "pages.tif", "grid.heic"])
  func stopped(fixture: String) throws {
    let error = try failure(of: Fixtures.bytes(fixture)) { true }
    #expect(error?.reason == .cancelled)
  }
}
