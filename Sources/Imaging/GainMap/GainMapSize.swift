internal import Formats

extension PixelSize {
  /// The size of a gain map of this size for a picture that is brought to another one: as much smaller as that
  /// is, never larger than it was or than the picture.
  ///
  /// - Parameters:
  ///   - old: The size of the picture that the map was made for, in pixels, turned as the map is.
  ///   - new: The size that it gets.
  /// - Returns: The map's size.
  func ofGainMap(_ old: PixelSize, _ new: PixelSize) -> PixelSize {
    func side(_ map: Int, _ old: Int, _ new: Int) -> Int {
      let scaled = (Double(map) * Double(new) / Double(max(old, 1))).rounded()
      return max(1, min(map, new, Int(min(scaled, Double(map)))))
    }
    return PixelSize(
      width: side(width, old.width, new.width), height: side(height, old.height, new.height))
  }
}
