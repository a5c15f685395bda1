#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Functions between light and signals.
enum ToneCurve {
  /// Light of 0 to the peak brought to 0 to 1: untouched below a knee, then the Hermite spline of
  /// ITU-R BT.2390, 5.4.1, here over the square root of light.
  static func rolledOff(_ level: Double) -> Double {
    let peak = HDRTransfer.peak.squareRoot()
    let value = min(level.squareRoot() / peak, 1)
    let top = 1 / peak
    let knee = 1.5 * top - 0.5
    guard value > max(knee, 0) else { return level }
    let start = max(knee, 0)
    let t = (value - start) / (1 - start)
    let (t2, t3) = (t * t, t * t * t)
    let fromStart = (2 * t3 - 3 * t2 + 1) * start + (t3 - 2 * t2 + t) * (1 - start)
    let result = (fromStart + (3 * t2 - 2 * t3) * top) * peak
    return result * result
  }

  /// IEC 61966-2-1: the signal 0 to 1 of linear light.
  static func sRGBSignal(_ light: Double) -> Double {
    light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  /// IEC 61966-2-1: linear light 0 to 1 of a signal.
  static func sRGBLight(_ signal: Double) -> Double {
    signal <= 0.04045 ? signal / 12.92 : pow((signal + 0.055) / 1.055, 2.4)
  }
}
