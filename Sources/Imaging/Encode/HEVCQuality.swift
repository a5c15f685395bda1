/// What a quality means for HEVC: as good a picture as a JPEG of that quality.
///
/// libheif's own scale halves x265's rate factor and has no meaning beyond that: at 80 a picture takes
/// more bytes than a JPEG of quality 80, for differences that nobody sees.
enum HEVCQuality {
  /// Qualities of a JPEG with colour of half the size by libjpeg, and those of libheif with what
  /// `HEVCEffort` says where photographs reach the same mean SSIMULACRA2; the ends are those of both
  /// scales.
  private static let pairs: [(jpeg: Int, heif: Int)] = [
    (0, 0), (10, 16), (25, 27), (40, 35), (50, 39), (60, 41), (70, 45), (80, 51), (85, 55),
    (90, 59), (95, 68), (100, 100),
  ]
  /// The quality of a thumbnail on libheif's scale: it is seen for a moment, and at the picture's own
  /// quality it would be a tenth of the file.
  static let thumbnail = 30

  /// Quality 0 to 100 on libheif's scale for a quality of 1 to 100.
  static func heif(_ quality: Int) -> Int {
    guard let above = pairs.firstIndex(where: { $0.jpeg >= quality }) else { return 100 }
    guard above > 0 else { return pairs[0].heif }
    let (low, high) = (pairs[above - 1], pairs[above])
    let share = Double(quality - low.jpeg) / Double(high.jpeg - low.jpeg)
    return low.heif + Int((share * Double(high.heif - low.heif)).rounded())
  }
}
