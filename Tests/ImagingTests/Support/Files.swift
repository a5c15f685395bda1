import Formats
import Heif
import Metadata
import TestSupport
import Testing
import Vips

@testable import Imaging

/// Picture files to work on, and what is found in those that were made.
enum Files {
  /// A fixture, looked at.
  static func source(_ fixture: String) throws -> Source {
    try Source(Fixtures.bytes(fixture))
  }

  /// What a pipeline makes of a fixture.
  static func made(
    _ fixture: String, _ recipe: Recipe, limits: PipelineLimits = PipelineLimits()
  ) throws -> Rendering {
    try Pipeline(recipe: recipe, limits: limits).run(source(fixture))
  }

  /// The pixels of a file as they are stored, without anything that turns or converts them.
  static func pixels(_ bytes: [UInt8]) throws -> VipsImage {
    switch try Source(bytes).format {
    case .jpeg: return try .loadJPEG(bytes)
    case .png: return try .loadPNG(bytes)
    case .webp: return try .loadWebP(bytes)
    case .tiff: return try .loadTIFF(bytes)
    case .jxl: return try .loadJXL(bytes)
    default:
      let picture = try HeifFile(bytes, maximumPixels: 100_000_000, threads: 0).primary()
      let decoded = try picture.decode(picture.hasAlpha ? .rgba8 : .rgb8)
      return try VipsImage(plane: #require(decoded.planes.first), interpretation: .srgb)
    }
  }

  /// What a file says about its picture.
  static func metadata(_ bytes: [UInt8]) throws -> PictureMetadata {
    let source = try Source(bytes)
    guard source.format.isHEIF else { return SourceMetadata.read(source).value }
    return try HEIFDecode(bytes, limits: PipelineLimits()).metadata.value
  }

  /// The colours in the middles of the four quarters: upper left, upper right, lower left, lower
  /// right.
  static func quadrants(_ image: VipsImage) throws -> [Int] {
    let image = try image.inMemory()
    return try [(1, 1), (3, 1), (1, 3), (3, 3)].flatMap { x, y in
      try image.colour(image.width * x / 4, image.height * y / 4)
    }
  }

  /// A PNG whose pixels end early, though all its chunks are whole.
  static func pngOfTooFewPixels() throws -> [UInt8] {
    let whole = try Pictures.noise(width: 40, height: 40).savePNG(compression: 0)
    var half = try Pictures.noise(width: 40, height: 20).savePNG(compression: 0)
    // IHDR, its sizes and its checksum: bytes 8 to 33 (PNG, 11.2.1).
    half.replaceSubrange(8..<33, with: whole[8..<33])
    return half
  }
}

/// The error of the pipeline that `body` throws, nil where it throws none.
func imagingError<Result>(_ body: () throws -> Result) -> ImagingError? {
  errorThrown(ImagingError.self, by: body)
}
