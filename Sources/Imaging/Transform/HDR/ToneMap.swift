#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif
internal import Vips

extension VipsImage {
  /// A PQ or HLG picture as an 8-bit sRGB one: mid-tones as they are, highlights rolled off.
  ///
  /// The brightest of R, G and B is compressed and the others with it, so that hues stay; colours
  /// outside sRGB are cut to its edge. `primaries` is a code point of Rec. ITU-T H.273, table 2.
  func toneMapped(from transfer: HDRTransfer, primaries: Int) throws(VipsError) -> VipsImage {
    guard bands >= 3 else { return try grayToneMapped(from: transfer) }
    let light = try extractBand(0, count: 3).inFullRange()
      .displayLight(of: transfer, primaries: primaries)
    let brightest = try light.extractBand(0).maximum(light.extractBand(1))
      .maximum(light.extractBand(2))
    let gain = try brightest.linear([1 / HDRTransfer.peak], [0]).power([0.25])
      .linear([65535], [0.5]).cast(.ushort)
      .maplut(
        Self.table {
          let level = pow($0, 4) * HDRTransfer.peak
          return level > 0 ? ToneCurve.rolledOff(level) / level : 1
        })
    let standard = try light.multiply(gain).recomb(Primaries.toSRGB(from: primaries))
    let coded = try standard.linear([65535], [0.5]).cast(.ushort)
      .maplut(Self.table { 255 * ToneCurve.sRGBSignal($0) + 0.5 })
      .cast(.uchar).copy(interpretation: .srgb)
    guard hasAlpha else { return coded }
    let alpha = try extractBand(bands - 1).inFullRange().linear([1 / 257.0], [0.5]).cast(.uchar)
    return try Self.bandjoin([coded, alpha]).copy(interpretation: .srgb)
  }

  /// A gray picture, as the gray of RGB, which has the same lightness whatever the primaries are.
  private func grayToneMapped(from transfer: HDRTransfer) throws(VipsError) -> VipsImage {
    let gray = try extractBand(0)
    let rgb = try Self.bandjoin([gray, gray, gray] + (hasAlpha ? [extractBand(1)] : []))
    let mapped = try rgb.copy(interpretation: format == .ushort ? .rgb16 : .srgb)
      .toneMapped(from: transfer, primaries: 1)
    let bands =
      try hasAlpha ? [mapped.extractBand(0), mapped.extractBand(3)] : [mapped.extractBand(0)]
    return try Self.bandjoin(bands).copy(interpretation: .grey)
  }

  /// Light of three bands of signals of 16 bits, in their own primaries and in units of diffuse white.
  func displayLight(of transfer: HDRTransfer, primaries: Int) throws(VipsError) -> VipsImage {
    let light = try maplut(Self.table { transfer.linear($0) })
    return transfer == .hlg ? try light.displayed(primaries: primaries) : light
  }

  /// HLG's OOTF for a display of 1,000 cd/m² (BT.2100 table 5, gamma 1.2), in units of diffuse white.
  private func displayed(primaries: Int) throws(VipsError) -> VipsImage {
    let luminance = try recomb([Primaries.luminance(of: primaries)])
    // Black stays black whatever it is multiplied with.
    return try multiply(luminance.power([0.2])).linear([HDRTransfer.peak], [0])
  }

  /// Samples of 16 bits from 0 to 65,535.
  func inFullRange() throws(VipsError) -> VipsImage {
    format == .ushort ? self : try linear([257], [0]).cast(.ushort)
  }

  /// A table of 65,536 values of `function`, which takes 0 to 1.
  static func table(_ function: (Double) -> Double) throws(VipsError) -> VipsImage {
    let values = (0..<65536).map { Float(function(Double($0) / 65535)) }
    return try VipsImage(floats: values, width: 65536, height: 1)
  }
}

/// Matrices between the primaries of ITU-T H.273, table 2, all with the white D65.
enum Primaries {
  /// Factors of R, G and B in luminance.
  static func luminance(of primaries: Int) -> [Double] {
    switch primaries {
    case 9: [0.2627, 0.6780, 0.0593]
    case 12: [0.2289746, 0.6917385, 0.0792869]
    default: [0.2126, 0.7152, 0.0722]
    }
  }

  /// Linear RGB of `primaries` to linear RGB of sRGB; the identity where they are sRGB's or unknown.
  static func toSRGB(from primaries: Int) -> [[Double]] {
    switch primaries {
    // Rec. ITU-R BT.2087, annex 2, inverted.
    case 9:
      [
        [1.660491, -0.587641, -0.072850], [-0.124550, 1.132900, -0.008349],
        [-0.018151, -0.100579, 1.118730],
      ]
    // SMPTE EG 432-1 primaries.
    case 12:
      [
        [1.224940, -0.224940, 0], [-0.042057, 1.042057, 0], [-0.019638, -0.078636, 1.098274],
      ]
    default: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    }
  }
}
