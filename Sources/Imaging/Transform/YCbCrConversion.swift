internal import Heif

/// From 8-bit Y, Cb, Cr to 8-bit R, G, B as one matrix and three offsets.
///
/// Rec. ITU-T H.273, equations 20 to 25 (full and limited range) and 38 to 40, with the KR and KB of
/// its table 4.
struct YCbCrConversion: Sendable, Equatable {
  /// Three rows, R, G, B, of three factors, for Y, Cb, Cr.
  let matrix: [[Double]]
  /// What is added to R, G and B.
  let offsets: [Double]
  /// For pictures of Y alone: the factor.
  let lumaScale: Double
  /// For pictures of Y alone: what is added.
  let lumaOffset: Double

  /// The conversion for numbers of these colours.
  init(_ color: HeifColor) {
    let (kr, kb) = Self.weights(color.matrix)
    let kg = 1 - kr - kb
    // Limited range: luma is 16 to 235, chroma 16 to 240 around 128.
    let luma = color.fullRange ? 1 : 255.0 / 219
    let chroma = color.fullRange ? 1 : 255.0 / 224
    lumaScale = luma
    lumaOffset = color.fullRange ? 0 : -16 * luma
    matrix = [
      [luma, 0, 2 * (1 - kr) * chroma],
      [luma, -2 * (1 - kb) * kb / kg * chroma, -2 * (1 - kr) * kr / kg * chroma],
      [luma, 2 * (1 - kb) * chroma, 0],
    ]
    let base = lumaOffset
    offsets = matrix.map { base - 128 * ($0[1] + $0[2]) }
  }

  private static func weights(_ matrix: Int) -> (kr: Double, kb: Double) {
    switch matrix {
    case 1: (0.2126, 0.0722)
    case 4: (0.30, 0.11)
    case 7: (0.212, 0.087)
    case 9, 10: (0.2627, 0.0593)
    // 5 and 6 are BT.601; a picture that says nothing (2) is read like a JPEG.
    default: (0.299, 0.114)
    }
  }

  /// Whether `matrix` is one that this conversion knows, so that nobody else has to be asked.
  static func knows(_ matrix: Int) -> Bool { [1, 2, 4, 5, 6, 7, 9, 10].contains(matrix) }
}

extension HeifColor {
  /// What a picture is taken for that says nothing: sRGB colours in JPEG's own numbers.
  static let unstated = HeifColor(primaries: 2, transfer: 2, matrix: 6, fullRange: true)

  /// The code points that stand for BT.601's matrix, “unspecified” among them.
  static let bt601Matrices = [2, 5, 6]

  /// Whether the numbers of a picture in colour are those that JFIF prescribes: BT.601, full range.
  var isJPEGs: Bool { fullRange && Self.bt601Matrices.contains(matrix) }
}
