internal import Formats
internal import Heif
internal import Resampling

/// By how much chroma planes are smaller than luma, each way.
struct ChromaReduction: Sendable, Equatable {
  /// Luma columns for each chroma column: 1 or 2.
  var horizontal: Int
  /// Luma rows for each chroma row: 1 or 2.
  var vertical: Int

  /// Planes of equal size.
  static let none = ChromaReduction(horizontal: 1, vertical: 1)

  /// Planes of half the width and height.
  static let halves = ChromaReduction(horizontal: 2, vertical: 2)

  private init(horizontal: Int, vertical: Int) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// The reduction that `chroma` stands for.
  init(_ chroma: HeifImage.Chroma) {
    switch chroma {
    case .ycbcr420: self.init(horizontal: 2, vertical: 2)
    case .ycbcr422: self.init(horizontal: 2, vertical: 1)
    default: self = .none
    }
  }

  /// The size of a chroma plane of a picture of `size`, rounded up.
  func planeSize(of size: PixelSize) -> PixelSize {
    PixelSize(
      width: (size.width + horizontal - 1) / horizontal,
      height: (size.height + vertical - 1) / vertical)
  }

  /// What planes of such a size stand for, as a fraction of the picture: where that is odd, more than
  /// all of it.
  func covered(by plane: PixelSize, of size: PixelSize) -> (width: Double, height: Double) {
    (
      Double(plane.width * horizontal) / Double(size.width),
      Double(plane.height * vertical) / Double(size.height)
    )
  }

  /// What is made of the planes of a picture, whose chroma is reduced so, for one of another size.
  ///
  /// - Parameters:
  ///   - picture: The picture's size in pixels.
  ///   - planes: How many planes there are, Y first.
  ///   - size: The size of what is made.
  ///   - wanted: How its chroma is reduced.
  /// - Returns: A shape for each plane.
  func shapes(
    of picture: PixelSize, planes: Int, to size: PixelSize, _ wanted: ChromaReduction
  ) -> [PlaneShape] {
    (0..<planes).map { index in
      let (old, new) = index == 0 ? (.none, .none) : (self, wanted)
      let made = new.planeSize(of: size)
      // A chroma plane of an odd picture is half a sample larger than what it stands for.
      let covered = new.covered(by: made, of: size)
      return PlaneShape(
        width: made.width, height: made.height,
        across: Span(0, covered.width * Double(picture.width) / Double(old.horizontal)),
        down: Span(0, covered.height * Double(picture.height) / Double(old.vertical)))
    }
  }
}
