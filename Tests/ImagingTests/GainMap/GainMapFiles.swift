import Formats
import Heif
import Metadata
import Pixels
import TestSupport
import Testing
import Vips

@testable import Imaging

/// Pictures with gain maps, and what is found in those that were made.
enum GainMapFiles {
  /// Up to four times as bright.
  static let metadata = GainMapMetadata(
    channels: [.init(minimum: 0, maximum: 2, baseOffset: 0, alternateOffset: 0)],
    alternateHeadroom: 2)

  /// Samples of four quarters: upper left, upper right, lower left, lower right.
  static func quarters(
    width: Int, height: Int, _ samples: [UInt8] = [0, 80, 160, 240]
  ) -> [UInt8] {
    (0..<height).flatMap { y in
      (0..<width).map { x in samples[(y * 2 < height ? 0 : 2) + (x * 2 < width ? 0 : 1)] }
    }
  }

  /// A picture of one channel.
  static func gray(width: Int, height: Int, _ samples: [UInt8]? = nil) throws -> VipsImage {
    try Pictures.bytes(
      samples ?? quarters(width: width, height: height), width: width, height: height, bands: 1)
  }

  /// An Ultra HDR JPEG, stored under an EXIF Orientation.
  static func jpeg(
    width: Int = 96, height: Int = 64, map: VipsImage? = nil,
    _ metadata: GainMapMetadata = metadata, orientation: Int = 1, profile: [UInt8]? = nil
  ) throws -> [UInt8] {
    var said = PictureMetadata()
    said.icc = profile
    if orientation != 1 {
      said.exif = try Files.metadata(Fixtures.bytes("orientation-\(orientation).jpg")).exif
    }
    let map = try map ?? gray(width: max(width / 2, 1), height: max(height / 2, 1))
    let base = try Pictures.bytes(
      quarters(width: width, height: height).flatMap { [$0, $0, $0] }, width: width,
      height: height, bands: 3)
    return try UltraHDR.assemble(
      base: JPEGMetadata.write(said, into: base.saveJPEG(quality: 95)).value,
      map: map.saveJPEG(quality: 95), metadata: metadata)
  }

  /// A HEIC with a map of Apple's form.
  static func apple(
    width: Int = 96, height: Int = 64, map: VipsImage? = nil, headroom: Double = 4
  ) throws -> [UInt8] {
    let stored = try StoredGainMap.apple(headroom: headroom)
    var encoder = HeifEncoder(.hevc, quality: 90)
    encoder.gainMap = HeifEncoder.GainMap(
      try (map ?? gray(width: width / 2, height: height / 2)).pixels(), quality: 95,
      .auxiliary(type: StoredGainMap.appleType, xmp: try #require(stored.applePacket)))
    return try encoder.encode(Pictures.waves(width: width, height: height).pixels())
  }

  /// What a recipe makes of a file.
  static func made(
    _ bytes: [UInt8], _ recipe: Recipe = Recipe(size: .longEdge(48)), threads: Int = 1
  ) throws -> Rendering {
    try Pipeline(recipe: recipe, limits: PipelineLimits(threads: threads)).run(Source(bytes))
  }

  /// The map of a JPEG that was made, and its samples.
  static func map(in file: [UInt8]) throws -> (found: JPEGGainMap, image: VipsImage) {
    let found = try #require(try JPEGGainMap.find(in: file))
    return (found, try .loadJPEG(Array(found.bytes)).inMemory())
  }

  /// The brightness in the middles of the four quarters.
  static func quarters(of image: VipsImage) throws -> [Int] {
    try [(1, 1), (3, 1), (1, 3), (3, 3)].map { x, y in
      try image.colour(image.width * x / 4, image.height * y / 4)[0]
    }
  }

  /// The names of what is lost.
  static func losses(_ made: Rendering) -> [String] {
    made.warnings.filter { $0.loss != nil }.map(\.name)
  }
}
