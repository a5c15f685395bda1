import Pixels
import Testing

@testable import Vips

@Suite("An image")
struct VipsImageTests {
  private func plane(_ sample: PixelPlane.Sample, _ bytes: [UInt8]) throws -> PixelPlane {
    try #require(
      PixelPlane(width: 2, height: 1, bands: 1, sample: sample, buffer: PixelBuffer(bytes)))
  }

  @Test(
    "carries the samples of a plane in every format that planes have",
    arguments: [
      (PixelPlane.Sample.uint8, VipsImage.Format.uchar), (.uint16, .ushort), (.float, .float),
    ])
  func planes(sample: PixelPlane.Sample, format: VipsImage.Format) throws {
    // Small numbers as floats as well.
    let bytes = (0..<2 * sample.bytes).map { UInt8($0) }
    let image = try VipsImage(plane: plane(sample, bytes), interpretation: .grey)
    #expect(image.format == format)
    let back = try image.pixels()
    #expect(back.sample == sample)
    #expect(back.width == 2)
    #expect(back.height == 1)
    #expect(back.bands == 1)
    #expect(back.buffer.bytes == bytes)
  }

  @Test(
    "of a format that planes do not have gives no pixels",
    arguments: [VipsImage.Format.double, .int])
  func otherFormats(format: VipsImage.Format) throws {
    let image = try Pictures.plain([1]).cast(format)
    #expect(throws: VipsError.self) { try image.pixels() }
  }

  @Test("means what it is made to mean", arguments: VipsImage.Interpretation.allCases.dropLast())
  func interpretations(interpretation: VipsImage.Interpretation) throws {
    #expect(
      try VipsImage(plane: plane(.uint8, [1, 2]), interpretation: interpretation).interpretation
        == interpretation)
  }

  @Test(
    "has alpha where there is one band more than its colours have",
    arguments: [
      ([0, 0, 0, 0] as [UInt8], true), ([0, 0, 0], false), ([0, 0], true), ([0], false),
    ])
  func alpha(colour: [UInt8], hasAlpha: Bool) throws {
    #expect(try Pictures.plain(colour).hasAlpha == hasAlpha)
  }

  @Test("has one page and no fields of a file when it came from memory")
  func pages() throws {
    let image = try Pictures.plain([0], width: 3, height: 5)
    #expect(image.pages == 1)
    #expect(image.pageHeight == 5)
    #expect(!image.has("exif-data"))
    #expect(image.blob(.icc) == nil)
    #expect(image.integer("orientation") == nil)
    #expect(image.text("vips-loader") == nil)
  }

  @Test("borrows the buffer of its plane for as long as anything made from it lives")
  func borrows() throws {
    weak var buffer: PixelBuffer?
    var derived: VipsImage?
    do {
      let plane = try plane(.uint8, [3, 4])
      buffer = plane.buffer
      derived = try VipsImage(plane: plane, interpretation: .grey).flip(.horizontal)
    }
    #expect(buffer != nil)
    #expect(try derived?.samples() == [4, 3])
    derived = nil
    VipsLibrary.endJob()
    #expect(buffer == nil)
  }

  @Test("is evaluated once for all into memory")
  func inMemory() throws {
    let image = try Pictures.photo(width: 40, height: 30)
    let jpeg = try image.saveJPEG(quality: 90)
    // Turned upside down, rows are asked for in another order than they come.
    let turned = try VipsImage.loadJPEG(jpeg, access: .sequential).inMemory().rotate(.d180)
    let expected = try VipsImage.loadJPEG(jpeg, access: .random).rotate(.d180)
    #expect(try turned.samples() == expected.samples())
  }

  @Test("is built on and evaluated by many tasks at once")
  func parallel() async throws {
    let image = try Pictures.photo(width: 200, height: 150)
    @Sendable func work() throws -> [UInt8] {
      defer { VipsLibrary.endJob() }
      let jpeg = try image.saveJPEG(quality: 80)
      let small = try VipsImage.loadJPEG(jpeg, access: .random).resize(scale: 0.3).rotate(.d90)
      return try small.saveJPEG(quality: 70)
    }
    let expected = try work()
    try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<40 { group.addTask { try work() } }
      for try await result in group { #expect(result == expected) }
    }
  }
}
