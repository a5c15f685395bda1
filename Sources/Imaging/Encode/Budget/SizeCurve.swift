internal import Formats
internal import JPEGCoefficients
internal import Vips

/// How the bytes of a picture fall with its size, read off what a JPEG of it would have to say.
///
/// Nothing is encoded for it: symbols are counted at sizes each half of the one before. What is plain, and
/// what fine, in a picture costs bytes in one format as in another.
struct SizeCurve: Codable {
  /// Logarithms of a number of pixels, and of the bytes that so many take.
  private struct Point: Codable {
    var pixels = 0.0
    var bytes = 0.0
  }

  /// What is known, from large to small.
  private var points: [Point] = []

  /// A quality at which a JPEG shows about as much as other formats do where sizes matter.
  private static let quality = 40
  /// Pixels of the largest size that is looked at.
  private static let mostPixels = 16_000_000.0
  /// The shortest edge of the smallest size, in pixels.
  private static let leastEdge = 24
  /// Bytes of a JPEG that tell nothing of its picture.
  private static let headers = 300
  /// How bytes fall with pixels where nothing is known: fewer pixels hold more each (four photographs at
  /// quality 10, from 12 to 0.4 megapixels).
  private static let usualSlope = 0.8

  /// Where nothing is known of the picture.
  init() {}

  /// - Parameters:
  ///   - pixels: The picture in samples side by side.
  ///   - background: What shows through transparent places.
  /// - Throws: An error where it can't be scaled or transformed.
  init(_ pixels: ColouredPicture, background: RGBColor) throws {
    let size = PixelSize(width: pixels.image.width, height: pixels.image.height)
    let most = (Self.mostPixels / Double(size.count)).squareRoot()
    let edge = Double(max(size.width, size.height)) * min(most, 1)
    var next = SizeLimit.longEdge(Int(edge)).applied(to: size)
    var image = try pixels.image.resampled(to: next).inMemory()
    image = try ColouredPicture(image: image, profile: pixels.profile)
      .fitted(to: .jpeg, background: background).image.inMemory()
    repeat {
      let sample = RowSample(try CoefficientPicture(transforming: image.pixels()))
      let bytes = max(try sample.bytes(at: Self.quality) - Self.headers, 1)
      points.append(
        Point(pixels: FirstFit.logarithm(of: next.count), bytes: FirstFit.logarithm(of: bytes)))
      next = SizeLimit.longEdge(max(next.width, next.height) / 2).applied(to: next)
      image = try image.resampled(to: next).inMemory()
    } while min(next.width, next.height) >= Self.leastEdge
  }

  /// Whether all figures are such as a picture can have: logarithms that fall from size to size.
  var isSound: Bool {
    let range = 0.0...50
    let falls = zip(points, points.dropFirst()).allSatisfy { $0.pixels - $1.pixels > 1e-6 }
    return falls && points.allSatisfy { range.contains($0.pixels) && range.contains($0.bytes) }
  }

  /// Whether anything is known of the picture.
  var isKnown: Bool { !points.isEmpty }

  /// The logarithm of the bytes that a picture of so many pixels takes, but for a constant.
  subscript(size: PixelSize) -> Double {
    let pixels = FirstFit.logarithm(of: size.count)
    guard points.count > 1 else {
      let anchor = points.first ?? Point()
      return anchor.bytes + Self.usualSlope * (pixels - anchor.pixels)
    }
    let above = points.lastIndex { $0.pixels >= pixels } ?? 0
    let (large, small) = (
      points[min(above, points.count - 2)], points[min(above, points.count - 2) + 1]
    )
    let slope = (large.bytes - small.bytes) / (large.pixels - small.pixels)
    // Smaller pictures take fewer bytes, whatever their details.
    return large.bytes + min(max(slope, 0.3), 1.5) * (pixels - large.pixels)
  }

  /// The logarithm of the bytes that the picture takes in a format at quality 80; nil where nothing is
  /// known of it.
  func expected(_ format: ImageFormat, at size: PixelSize) -> Double? {
    guard !points.isEmpty else { return nil }
    return self[size] - QualityCost.of(Self.quality, .jpeg)
      + QualityCost.against(.jpeg, format)
  }
}
