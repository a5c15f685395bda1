import Testing

@testable import Vips

@Suite("Loading")
struct LoadTests {
  @Test("a lossless format gives back the samples that were saved")
  func roundTrip() throws {
    let image = try Pictures.photo(width: 31, height: 17)
    let samples = try image.samples()
    #expect(try VipsImage.loadPNG(image.savePNG()).samples() == samples)
    #expect(try VipsImage.loadTIFF(image.saveTIFF()).samples() == samples)
    #expect(
      try VipsImage.loadWebP(image.saveWebP(quality: 50, lossless: true)).samples() == samples)
  }

  @Test("a JPEG loads in full and divided by 2, 4 and 8", arguments: [1, 2, 4, 8])
  func shrinks(factor: Int) throws {
    let jpeg = try Pictures.photo(width: 64, height: 32).saveJPEG(quality: 90)
    let image = try VipsImage.loadJPEG(jpeg, shrink: factor)
    #expect(image.width == 64 / factor)
    #expect(image.height == 32 / factor)
    #expect(try image.samples().count == image.width * image.height * 3)
  }
}
