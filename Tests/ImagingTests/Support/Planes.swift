import Formats
import Pixels
import Testing
import Vips

@testable import Heif
@testable import Imaging

/// How R, G, B become Y, Cb, Cr, as ITU-T H.273 defines it, written down once more to test against.
struct YCbCrCoding: Sendable, CustomTestStringConvertible {
  /// The code point, 8.3.
  let matrix: Int
  /// Whether 8-bit numbers go from 0 to 255.
  let fullRange: Bool

  var testDescription: String { "matrix \(matrix), \(fullRange ? "full" : "limited") range" }

  /// All that pictures are met in.
  static let all = [1, 2, 4, 5, 6, 7, 9].flatMap { matrix in
    [true, false].map { YCbCrCoding(matrix: matrix, fullRange: $0) }
  }
  /// JPEG's own.
  static let jpeg = YCbCrCoding(matrix: 6, fullRange: true)

  var color: HeifColor {
    HeifColor(primaries: 1, transfer: 13, matrix: matrix, fullRange: fullRange)
  }

  /// Y, Cb, Cr of a colour of samples from 0 to 255.
  func ycc(_ rgb: [UInt8]) -> [UInt8] {
    let (kr, kb) =
      switch matrix {
      case 1: (0.2126, 0.0722)
      case 4: (0.30, 0.11)
      case 7: (0.212, 0.087)
      case 9: (0.2627, 0.0593)
      default: (0.299, 0.114)
      }
    let (r, g, b) = (Double(rgb[0]) / 255, Double(rgb[1]) / 255, Double(rgb[2]) / 255)
    let y = kr * r + (1 - kr - kb) * g + kb * b
    let (cb, cr) = ((b - y) / (2 * (1 - kb)), (r - y) / (2 * (1 - kr)))
    let (luma, chroma, black) = fullRange ? (255.0, 255.0, 0.0) : (219.0, 224.0, 16.0)
    let numbers: [Double] = [luma * y + black, chroma * cb + 128, chroma * cr + 128]
    return numbers.map { UInt8(min(max($0.rounded(), 0), 255)) }
  }
}

/// Pictures in planes.
enum Planes {
  /// A picture whose pixel at each place is `colour` of it.
  static func image(
    _ width: Int, _ height: Int, _ chroma: HeifImage.Chroma, _ coding: YCbCrCoding = .jpeg,
    bits: Int = 8, colour: (_ x: Int, _ y: Int) -> [UInt8]
  ) throws -> HeifImage {
    let reduction = ChromaReduction(chroma)
    var planes = [
      try plane(width, height) { coding.ycc(colour($0, $1))[0] }
    ]
    if chroma != .monochrome {
      let size = reduction.planeSize(of: PixelSize(width, height))
      for index in 1...2 {
        planes.append(
          try plane(size.width, size.height) { x, y in
            let (x, y) = (x * reduction.horizontal, y * reduction.vertical)
            return coding.ycc(colour(min(x, width - 1), min(y, height - 1)))[index]
          })
      }
    }
    return HeifImage(
      width: width, height: height, bits: bits, chroma: chroma, color: coding.color,
      planes: planes, alpha: nil, alphaBits: 0, hasPremultipliedAlpha: false, warnings: [])
  }

  static func plane(
    _ width: Int, _ height: Int, _ sample: (_ x: Int, _ y: Int) -> UInt8
  ) throws -> PixelPlane {
    let bytes = (0..<height).flatMap { y in (0..<width).map { sample($0, y) } }
    return try #require(
      PixelPlane(
        width: width, height: height, bands: 1, sample: .uint8, buffer: PixelBuffer(bytes)))
  }

  /// A picture in planes that shows waves soft enough for any reduction of its chroma.
  static func waves(
    _ width: Int, _ height: Int, _ chroma: HeifImage.Chroma, _ coding: YCbCrCoding = .jpeg
  ) throws -> PlanarPicture {
    let image = try image(width, height, chroma, coding) { x, y in
      [
        UInt8(60 + x * 120 / width), UInt8(60 + y * 120 / height),
        UInt8(180 - (x + y) * 100 / (width + height)),
      ]
    }
    return try #require(PlanarPicture(image))
  }
}
