#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The transfer functions of high dynamic range, of ITU-R BT.2100.
enum HDRTransfer: Sendable, Equatable {
  /// Perceptual quantiser, code point 16: absolute light up to 10,000 cd/m².
  case pq
  /// Hybrid log-gamma, code point 18: light of the scene, relative to the display's peak.
  case hlg

  /// The function of a code point of ITU-T H.273, table 3; nil for standard range.
  init?(codePoint: Int) {
    switch codePoint {
    case 16: self = .pq
    case 18: self = .hlg
    default: return nil
    }
  }

  /// Light that diffuse white is shown at, in cd/m² (ITU-R BT.2408, 2.1).
  static let diffuseWhite = 203.0

  /// The brightest light that a picture is taken to hold, in units of diffuse white.
  ///
  /// 1,000 cd/m² is HLG's nominal peak and where graded PQ stills end.
  static let peak = 1000 / diffuseWhite

  /// Linear light of a signal of 0 to 1, in units of diffuse white; for HLG before the OOTF, where
  /// 1 is the scene light that gives the display's peak.
  func linear(_ signal: Double) -> Double {
    switch self {
    case .pq: Self.pqLight(signal) / Self.diffuseWhite
    case .hlg: Self.hlgScene(signal)
    }
  }

  /// BT.2100 table 4: light in cd/m² of a PQ signal.
  private static func pqLight(_ signal: Double) -> Double {
    let m1 = 2610.0 / 16384, m2 = 2523.0 / 4096 * 128
    let c1 = 3424.0 / 4096, c2 = 2413.0 / 4096 * 32, c3 = 2392.0 / 4096 * 32
    let root = pow(signal, 1 / m2)
    return 10000 * pow(max(root - c1, 0) / (c2 - c3 * root), 1 / m1)
  }

  /// BT.2100 table 5: scene light 0 to 1 of an HLG signal.
  private static func hlgScene(_ signal: Double) -> Double {
    let a = 0.17883277, b = 0.28466892, c = 0.55991073
    return signal <= 0.5 ? signal * signal / 3 : (exp((signal - c) / a) + b) / 12
  }
}
