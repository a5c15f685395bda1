/// What a quality means for HEVC: as good a picture as a JPEG of that quality.
///
/// libheif's own scale halves x265's rate factor and has no meaning beyond that: at 80 a picture takes
/// about twice the bytes of a JPEG of quality 80, for differences that nobody sees.
enum HEVCQuality {
  /// Qualities of a JPEG with colour of half the size by libjpeg, and those of libheif with x265
  /// where a photograph reaches the same SSIMULACRA2; the ends are the ends of both scales.
  private static let pairs: [(jpeg: Int, heif: Int)] = [
    (0, 0), (10, 9), (25, 20), (40, 28), (50, 31), (60, 34), (70, 38), (80, 43), (85, 47),
    (90, 52), (95, 60), (100, 100),
  ]
  /// The quality of a thumbnail on libheif's scale: it is seen for a moment, and at the picture's own
  /// quality it would be a tenth of the file of a small picture.
  static let thumbnail = 34

  /// Quality 0 to 100 on libheif's scale for a quality of 1 to 100.
  static func heif(_ quality: Int) -> Int {
    guard let above = pairs.firstIndex(where: { $0.jpeg >= quality }) else { return 100 }
    guard above > 0 else { return pairs[0].heif }
    let (low, high) = (pairs[above - 1], pairs[above])
    let share = Double(quality - low.jpeg) / Double(high.jpeg - low.jpeg)
    return low.heif + Int((share * Double(high.heif - low.heif)).rounded())
  }
}
