import Pixels
import Testing

@testable import Vips

@Suite("Saving")
struct SaveTests {
  private let photo: VipsImage

  init() throws {
    photo = try Pictures.photo(width: 96, height: 64)
  }

  /// The header of a JPEG's frame: its marker and bytes (ITU T.81, B.2.2).
  private func frame(_ jpeg: [UInt8]) throws -> (marker: UInt8, payload: [UInt8]) {
    try #require(JPEGSegments.list(jpeg).first { (0xC0...0xC2).contains($0.marker) })
  }

  @Test("a higher quality takes more bytes, in every format that has one")
  func quality() throws {
    #expect(try photo.saveJPEG(quality: 30).count < photo.saveJPEG(quality: 90).count)
    #expect(try photo.saveWebP(quality: 30).count < photo.saveWebP(quality: 90).count)
    #expect(
      try photo.saveTIFF(compression: .jpeg, quality: 30).count
        < photo.saveTIFF(compression: .jpeg, quality: 90).count)
    #expect(try photo.saveJXL(.quality(30)).count < photo.saveJXL(.quality(90)).count)
    #expect(try photo.saveJXL(.distance(5)).count < photo.saveJXL(.distance(0.5)).count)
    #expect(
      try photo.savePalettePNG(quality: 5).count < photo.savePalettePNG(quality: 100).count)
  }

  @Test("a quality out of range throws", arguments: [-1, 101])
  func qualityRange(quality: Int) {
    #expect(throws: VipsError.self) { try photo.saveJPEG(quality: quality) }
    #expect(throws: VipsError.self) { try photo.saveWebP(quality: quality) }
    #expect(throws: VipsError.self) { try photo.saveTIFF(quality: quality) }
    #expect(throws: VipsError.self) { try photo.saveJXL(.quality(quality)) }
    #expect(throws: VipsError.self) { try photo.savePalettePNG(quality: quality) }
  }

  @Test(
    "a progressive JPEG has a frame of that kind", arguments: [(false, UInt8(0xC0)), (true, 0xC2)])
  func progressive(progressive: Bool, marker: UInt8) throws {
    #expect(try frame(photo.saveJPEG(quality: 80, progressive: progressive)).marker == marker)
  }

  @Test(
    "colour planes are halved on demand, or below quality 90",
    arguments: [
      (VipsImage.Subsampling.on, 95, UInt8(0x22)), (.off, 50, 0x11), (.auto, 89, 0x22),
      (.auto, 90, 0x11),
    ])
  func subsampling(mode: VipsImage.Subsampling, quality: Int, factors: UInt8) throws {
    let payload = try frame(photo.saveJPEG(quality: quality, subsampling: mode)).payload
    // Precision, height, width, count; then for each plane its name, factors and table.
    #expect(payload[7] == factors)
  }

  @Test("Huffman tables of a picture's own take fewer bytes")
  func optimise() throws {
    let plain = try photo.saveJPEG(quality: 80, optimise: false)
    let optimised = try photo.saveJPEG(quality: 80, optimise: true)
    #expect(optimised.count < plain.count)
    #expect(try VipsImage.loadJPEG(plain).samples() == VipsImage.loadJPEG(optimised).samples())
  }

  @Test("nothing but pixels is written", arguments: EncodedFormat.ours)
  func strips(format: EncodedFormat) throws {
    let jpeg = try JPEGSegments.adding(
      [JPEGSegments.exif(orientation: 6), JPEGSegments.xmp("<x:xmpmeta/>")],
      to: photo.saveJPEG(quality: 90))
    let profile = try #require(
      photo.iccTransform(from: .builtIn(.srgb), to: .builtIn(.p3)).blob(.icc))
    let image = try VipsImage.loadJPEG(jpeg, access: .random).withProfile(profile)
    let saved = try format.encode(image)
    let loaded = try format.load(saved)
    #expect(loaded.blob(.exif) == nil)
    #expect(loaded.blob(.xmp) == nil)
    // JPEG XL's own stream always says what its colours are: sRGB here.
    #expect(loaded.blob(.icc) != profile)
    #expect(format == .jxl || loaded.blob(.icc) == nil)
    #expect(loaded.integer("orientation") ?? 1 == 1)
    #expect(!saved.contains(sequence: Array("xmpmeta".utf8)))
  }

  // MARK: PNG

  /// Bytes 24, 25 and 28 of a PNG: bits of a sample, colour type and interlacing (RFC 2083, 4.1.1).
  private func header(_ png: [UInt8]) -> [UInt8] { [png[24], png[25], png[28]] }

  @Test("PNG compresses more with a higher level")
  func pngCompression() throws {
    #expect(try photo.savePNG(compression: 9).count < photo.savePNG(compression: 0).count)
  }

  @Test("PNG filters rows as it is told", arguments: VipsImage.PNGFilter.allCases)
  func pngFilter(filter: VipsImage.PNGFilter) throws {
    let image = try Pictures.photo(width: 64, height: 64)
    let png = try image.savePNG(filter: filter)
    #expect(try VipsImage.loadPNG(png).samples() == image.samples())
    #expect(try filter == .none || png != image.savePNG(filter: .none))
  }

  @Test("PNG says how its samples are stored")
  func pngHeader() throws {
    #expect(try header(photo.savePNG()) == [8, 2, 0])
    #expect(try header(photo.savePNG(interlaced: true)) == [8, 2, 1])
    #expect(
      try header(photo.cast(.ushort, shift: true).copy(interpretation: .rgb16).savePNG()) == [
        16, 2, 0,
      ])
    #expect(try header(Pictures.plain([9]).savePNG(bitDepth: 1)) == [1, 0, 0])
    #expect(try header(Pictures.plain([9, 9]).savePNG()) == [8, 4, 0])
    #expect(try header(photo.savePalettePNG()) == [8, 3, 0])
    #expect(try header(photo.savePalettePNG(bitDepth: 2)) == [2, 3, 0])
  }

  @Test("a palette is dithered, takes an effort and is compressed as it is told")
  func palette() throws {
    let dithered = try photo.savePalettePNG(dither: 1, bitDepth: 2)
    let flat = try photo.savePalettePNG(dither: 0, bitDepth: 2)
    #expect(dithered != flat)
    #expect(try photo.savePalettePNG(effort: 1) != photo.savePalettePNG(effort: 10))
    #expect(
      try photo.savePalettePNG(compression: 0).count > photo.savePalettePNG(compression: 9).count)
  }

  // MARK: WebP

  @Test("WebP without loss is exact, with loss is not")
  func webpLossless() throws {
    let samples = try photo.samples()
    #expect(
      try VipsImage.loadWebP(photo.saveWebP(quality: 80, lossless: true)).samples() == samples)
    #expect(try VipsImage.loadWebP(photo.saveWebP(quality: 80)).samples() != samples)
  }

  @Test("WebP takes an effort")
  func webpEffort() throws {
    #expect(try photo.saveWebP(quality: 80, effort: 0) != photo.saveWebP(quality: 80, effort: 6))
    #expect(throws: VipsError.self) { try photo.saveWebP(quality: 80, effort: 7) }
  }

  @Test("WebP's alpha has a quality of its own")
  func webpAlpha() throws {
    let image = try Pictures.photo(width: 96, height: 64, bands: 4)
    func alpha(_ quality: Int) throws -> [UInt8] {
      try VipsImage.loadWebP(image.saveWebP(quality: 80, alphaQuality: quality))
        .extractBand(3).samples()
    }
    let exact = try image.extractBand(3).samples()
    #expect(try alpha(100) == exact)
    #expect(try alpha(10) != exact)
  }

  // MARK: TIFF

  @Test(
    "TIFF is packed as it is told",
    arguments: zip(VipsImage.TIFFCompression.allCases, [1, 8, 5, 7] as [UInt8]))
  func tiff(compression: VipsImage.TIFFCompression, tag: UInt8) throws {
    let tiff = try photo.saveTIFF(compression: compression)
    // Tag 259, a short, once (TIFF 6.0, section 8), in this machine's byte order.
    #expect(tiff.contains(sequence: [0x03, 0x01, 3, 0, 1, 0, 0, 0, tag, 0]))
    #expect(try compression == .jpeg || VipsImage.loadTIFF(tiff).samples() == photo.samples())
  }

  // MARK: JPEG XL

  @Test("JPEG XL without loss is exact")
  func jxlLossless() throws {
    #expect(try VipsImage.loadJXL(photo.saveJXL(.lossless)).samples() == photo.samples())
    #expect(try VipsImage.loadJXL(photo.saveJXL(.quality(50))).samples() != photo.samples())
  }

  @Test("JPEG XL takes an effort")
  func jxlEffort() throws {
    #expect(try photo.saveJXL(.quality(80), effort: 3) != photo.saveJXL(.quality(80), effort: 8))
    #expect(throws: VipsError.self) { try photo.saveJXL(.quality(80), effort: 11) }
  }

  @Test("JPEG XL keeps the profile when told to, and nothing else")
  func jxlProfile() throws {
    let p3 = try photo.iccTransform(from: .builtIn(.srgb), to: .builtIn(.p3))
    let kept = try VipsImage.loadJXL(p3.saveJXL(.lossless, keepProfile: true))
    #expect(kept.blob(.icc) == p3.blob(.icc))
    #expect(try kept.samples() == p3.samples())
    #expect(try VipsImage.loadJXL(p3.saveJXL(.lossless)).blob(.icc) != p3.blob(.icc))
  }
}

extension EncodedFormat {
  /// The formats that there are savers for.
  static let ours: [EncodedFormat] = [.jpeg, .png, .webp, .tiff, .jxl]
}

extension [UInt8] {
  /// Whether these bytes occur side by side.
  func contains(sequence: [UInt8]) -> Bool {
    indices.contains { self[$0...].starts(with: sequence) }
  }
}
