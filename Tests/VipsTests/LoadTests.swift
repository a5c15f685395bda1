import Pixels
import Testing

@testable import Vips

@Suite("Loading")
struct LoadTests {
  @Test("a lossless format gives back the samples that were saved")
  func roundTrip() throws {
    let image = try Pictures.photo(width: 31, height: 17)
    let samples = try image.samples()
    for format in EncodedFormat.allCases where format.isLossless {
      #expect(try format.load(format.encode(image)).samples() == samples, "\(format)")
    }
  }

  @Test("a format with loss gives back nearly the samples that were saved")
  func nearly() throws {
    let image = try Pictures.plain([200, 100, 50], width: 32, height: 32)
    for format in EncodedFormat.allCases where !format.isLossless {
      let pixel = try format.load(format.encode(image)).getpoint(x: 16, y: 16)
      #expect(zip(pixel, [200, 100, 50]).allSatisfy { abs($0 - $1) < 6 }, "\(format)")
    }
  }

  @Test(
    "every loader throws for bytes that are none of its format", arguments: EncodedFormat.allCases)
  func garbage(format: EncodedFormat) {
    #expect(throws: VipsError.self) { try format.load(Array(repeating: 0x41, count: 500)).pixels() }
    #expect(throws: VipsError.self) { try format.load([]).pixels() }
  }

  @Test("every loader fails on a file that is cut", arguments: EncodedFormat.allCases)
  func truncated(format: EncodedFormat) throws {
    let whole = try format.encode(Pictures.photo(width: 200, height: 160))
    for access in VipsImage.Access.allCases {
      for share in [0.3, 0.6, 0.9] {
        let cut = Array(whole.prefix(Int(Double(whole.count) * share)))
        #expect(throws: VipsError.self, "\(share) \(access)") {
          try format.load(cut, failOn: .truncated, access: access).pixels()
        }
      }
    }
  }

  @Test(
    "a loader that is told so reads what is left of a cut file",
    arguments: [EncodedFormat.jpeg, .png, .gif])
  func tolerant(format: EncodedFormat) throws {
    let whole = try format.encode(Pictures.photo(width: 200, height: 160))
    let cut = Array(whole.prefix(whole.count * 6 / 10))
    let image = try format.load(cut, failOn: .none)
    #expect(try image.pixels().height == 160)
  }

  @Test(
    "a loader fails on what its level says",
    arguments: [
      (VipsImage.FailOn.none, false), (.truncated, false), (.error, false), (.warning, true),
    ])
  func levels(failOn: VipsImage.FailOn, fails: Bool) throws {
    // Bytes between two segments: libjpeg remarks them and goes on.
    var jpeg = try Pictures.photo(width: 16, height: 16).saveJPEG(quality: 80)
    jpeg.insert(contentsOf: [0, 0, 0], at: 2)
    let load = { try VipsImage.loadJPEG(jpeg, failOn: failOn).pixels() }
    if fails {
      #expect(throws: VipsError.self) { try load() }
    } else {
      #expect(try load().width == 16)
    }
  }

  @Test("random access reads rows in any order", arguments: EncodedFormat.allCases)
  func random(format: EncodedFormat) throws {
    let photo = try Pictures.photo(width: 64, height: 600)
    let image = try format.load(format.encode(photo), access: .random)
    let turned = try image.rotate(.d180)
    #expect(turned.height == 600)
    #expect(try !format.isLossless || turned.samples() == photo.rotate(.d180).samples())
  }

  @Test(
    "sequential access reads rows from top to bottom only", arguments: [EncodedFormat.jpeg, .png])
  func sequential(format: EncodedFormat) throws {
    let bytes = try format.encode(Pictures.photo(width: 64, height: 600))
    #expect(try format.load(bytes, access: .sequential).pixels().height == 600)
    #expect(throws: VipsError.self) {
      try format.load(bytes, access: .sequential).rotate(.d180).pixels()
    }
  }

  @Test("a JPEG loads in full and divided by 2, 4 and 8", arguments: [1, 2, 4, 8])
  func shrinks(factor: Int) throws {
    let jpeg = try Pictures.photo(width: 64, height: 32).saveJPEG(quality: 90)
    let image = try VipsImage.loadJPEG(jpeg, shrink: factor)
    #expect(image.width == 64 / factor)
    #expect(image.height == 32 / factor)
    #expect(try image.samples().count == image.width * image.height * 3)
  }

  @Test("a WebP loads scaled", arguments: [(1.0, 64, 32), (0.5, 32, 16), (0.25, 16, 8)])
  func scales(scale: Double, width: Int, height: Int) throws {
    let webp = try Pictures.photo(width: 64, height: 32).saveWebP(quality: 90)
    let image = try VipsImage.loadWebP(webp, scale: scale)
    #expect(image.width == width)
    #expect(image.height == height)
    #expect(try image.samples().count == width * height * 3)
  }

  @Test("a page is chosen and the number of pages is told", arguments: 0..<3)
  func pages(page: Int) throws {
    // Three pages, one under the other, each of a colour of its own.
    let colours: [UInt8] = [10, 120, 240]
    let strip = try Pictures.bytes(
      colours.flatMap { Array(repeating: $0, count: 8 * 8 * 3) }, width: 8, height: 24, bands: 3)
    func save(_ saver: String, _ more: [Operation.Named] = []) throws -> [UInt8] {
      try Operation.bytes(saver, [("in", .image(strip)), ("page-height", .integer(8))] + more)
    }
    let images = [
      try VipsImage.loadGIF(save("gifsave_buffer"), page: page),
      try VipsImage.loadWebP(save("webpsave_buffer", [("lossless", .flag(true))]), page: page),
      try VipsImage.loadTIFF(save("tiffsave_buffer"), page: page),
    ]
    for image in images {
      #expect(image.pages == 3)
      #expect(image.height == 8)
      #expect(abs(try image.getpoint(x: 4, y: 4)[0] - Double(colours[page])) <= 2)
    }
  }

  @Test("a page that is not there throws")
  func noSuchPage() throws {
    let gif = try EncodedFormat.gif.encode(Pictures.plain([1, 2, 3]))
    #expect(throws: VipsError.self) { try VipsImage.loadGIF(gif, page: 1).pixels() }
  }

  @Test("pixels stay as they are stored, whatever the orientation says")
  func neverTurns() throws {
    let jpeg = try JPEGSegments.adding(
      [JPEGSegments.exif(orientation: 6)],
      to: Pictures.photo(width: 32, height: 16).saveJPEG(quality: 90))
    let image = try VipsImage.loadJPEG(jpeg, access: .random)
    #expect(image.integer("orientation") == 6)
    #expect(image.width == 32)
    let tiff = try VipsImage.loadTIFF(Operation.bytes("tiffsave_buffer", [("in", .image(image))]))
    #expect(tiff.integer("orientation") == 6)
    #expect(tiff.width == 32)
  }
}
