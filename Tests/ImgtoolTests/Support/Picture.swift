internal import Heif
internal import Pixels
internal import Vips

/// A decoded picture, its colours as sRGB.
struct Picture {
  /// Width × height as displayed, in pixels.
  let size: Size
  /// Whether pixels have an opacity.
  let hasAlpha: Bool
  /// Bits of a sample as it is stored.
  let bits: Int
  /// Whether the file carries an ICC profile.
  let hasProfile: Bool
  /// What EXIF says about the orientation; nil where it says nothing, and in HEIF, where it has no say.
  let orientation: Int?
  /// What the bytes are.
  let format: String
  private let samples: [UInt8]
  private let bands: Int

  /// A width and a height in pixels.
  struct Size: Equatable, CustomStringConvertible, ExpressibleByArrayLiteral {
    let width: Int
    let height: Int

    init(_ width: Int, _ height: Int) {
      self.width = width
      self.height = height
    }

    init(arrayLiteral sides: Int...) {
      self.init(sides[0], sides[1])
    }

    var description: String { "\(width)×\(height)" }
  }

  /// Decodes JPEG, PNG, WebP, TIFF, JPEG XL, HEIC or AVIF; throws for anything else, and for what ends early.
  init(_ bytes: [UInt8]) throws {
    let image: VipsImage
    var depth: Int?
    switch bytes.prefix(12) {
    case let head where head.starts(with: [0xff, 0xd8]):
      (format, image) = ("jpeg", try .loadJPEG(bytes))
    case let head where head.starts(with: Array("\u{89}PNG".unicodeScalars.map { UInt8($0.value) })):
      (format, image) = ("png", try .loadPNG(bytes))
    case let head where head.starts(with: Array("RIFF".utf8)):
      (format, image) = ("webp", try .loadWebP(bytes))
    case let head where head.starts(with: Array("II".utf8)) || head.starts(with: Array("MM".utf8)):
      (format, image) = ("tiff", try .loadTIFF(bytes))
    case let head
    where head.starts(with: [0xff, 0x0a]) || head.dropFirst(4).starts(with: Array("JXL ".utf8)):
      (format, image) = ("jxl", try .loadJXL(bytes))
    case let head where head.dropFirst(4).starts(with: Array("ftyp".utf8)):
      format = String(decoding: head.dropFirst(8), as: UTF8.self)
      let picture = try HeifFile(bytes, maximumPixels: 100_000_000, threads: 1).primary()
      depth = picture.lumaBits
      image = try Self.image(of: picture)
    default:
      throw Unknown(bytes: Array(bytes.prefix(12)))
    }
    size = Size(image.width, image.height)
    hasAlpha = image.hasAlpha
    bits = depth ?? (image.format == .ushort ? 16 : 8)
    hasProfile = image.has("icc-profile-data")
    orientation = image.integer("orientation")
    let isGray = image.bands < 3 && !hasProfile
    let seen =
      try isGray ? image : image.iccTransform(from: .embedded(fallback: .srgb), to: .builtIn(.srgb))
    bands = seen.bands
    samples = try seen.colourspace(bands < 3 ? .grey : .srgb).pixels().buffer.withBytes {
      Array($0)
    }
  }

  private struct Unknown: Error {
    let bytes: [UInt8]
  }

  private static func image(of picture: HeifPicture) throws -> VipsImage {
    let decoded = try picture.decode(picture.hasAlpha ? .rgba8 : .rgb8)
    return try VipsImage(plane: decoded.planes[0], interpretation: .srgb)
      .withProfile(picture.iccProfile)
  }

  /// The colour at a place, given in pixels from the top left.
  func colour(_ x: Int, _ y: Int) -> Colour {
    let pixel = Array(samples[((y * size.width + x) * bands)...].prefix(bands)).map(Int.init)
    let opacity = hasAlpha ? pixel[bands - 1] : 255
    return bands < 3
      ? Colour(pixel[0], pixel[0], pixel[0], opacity)
      : Colour(pixel[0], pixel[1], pixel[2], opacity)
  }

  /// The colours in the middles of the four quarters: upper left, upper right, lower left, lower right.
  var quadrants: [Colour] {
    [(1, 1), (3, 1), (1, 3), (3, 3)].map { colour(size.width * $0 / 4, size.height * $1 / 4) }
  }
}

/// An sRGB colour with its opacity, 0 to 255 each.
struct Colour: Equatable, CustomStringConvertible {
  let samples: [Int]

  init(_ red: Int, _ green: Int, _ blue: Int, _ opacity: Int = 255) {
    samples = [red, green, blue, opacity]
  }

  static let white = Colour(255, 255, 255)
  static let red = Colour(200, 40, 40)
  static let green = Colour(40, 160, 60)
  static let blue = Colour(40, 60, 190)
  static let yellow = Colour(220, 200, 60)
  /// What all fixtures of quadrants show.
  static let quadrants = [red, green, blue, yellow]

  /// Whether no sample is further away than `tolerance`.
  func isNear(_ other: Colour, within tolerance: Int = 10) -> Bool {
    zip(samples, other.samples).allSatisfy { abs($0 - $1) <= tolerance }
  }

  var description: String { "\(samples)" }
}

/// Whether each colour is near its counterpart.
func areNear(_ some: [Colour], _ others: [Colour], within tolerance: Int = 10) -> Bool {
  some.count == others.count && zip(some, others).allSatisfy { $0.isNear($1, within: tolerance) }
}
