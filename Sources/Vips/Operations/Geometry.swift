extension VipsImage {
  /// A turn clockwise.
  package enum Angle: String, Sendable, CaseIterable, NamedChoice {
    /// None.
    case d0
    /// A quarter.
    case d90
    /// A half.
    case d180
    /// Three quarters.
    case d270
  }

  /// Turns the image clockwise.
  package func rotate(_ angle: Angle) throws(VipsError) -> VipsImage {
    try Operation.image("rot", [("in", .image(self)), ("angle", angle.argument)])
  }

  /// The axis along which a mirrored picture changes sides.
  package enum Direction: String, Sendable, CaseIterable, NamedChoice {
    /// Left and right change places.
    case horizontal
    /// Top and bottom change places.
    case vertical
  }

  /// Mirrors the image.
  package func flip(_ direction: Direction) throws(VipsError) -> VipsImage {
    try Operation.image("flip", [("in", .image(self)), ("direction", direction.argument)])
  }

  /// Cuts a rectangle out, in pixels from the upper left corner.
  package func extractArea(
    left: Int, top: Int, width: Int, height: Int
  ) throws(VipsError) -> VipsImage {
    try Operation.image(
      "extract_area",
      [
        ("input", .image(self)), ("left", .integer(left)), ("top", .integer(top)),
        ("width", .integer(width)), ("height", .integer(height)),
      ])
  }

  /// What surrounds a picture on a larger canvas.
  package enum Extend: String, Sendable, CaseIterable, NamedChoice {
    /// Zeros.
    case black
    /// The pixels at the edge, again and again.
    case copy
    /// The picture, again and again.
    case `repeat`
    /// The picture, mirrored again and again.
    case mirror
    /// The highest value.
    case white
    /// A colour that is given.
    case background
  }

  /// Places the image on a canvas of a size, its upper left corner at (`x`, `y`).
  ///
  /// `background` has one number for all bands or one for each; it counts for `.background`.
  package func embed(
    x: Int, y: Int, width: Int, height: Int, extend: Extend = .black, background: [Double]? = nil
  ) throws(VipsError) -> VipsImage {
    var arguments: [Operation.Named] = [
      ("in", .image(self)), ("x", .integer(x)), ("y", .integer(y)),
      ("width", .integer(width)), ("height", .integer(height)), ("extend", extend.argument),
    ]
    if let background { arguments.append(("background", .numbers(background))) }
    return try Operation.image("embed", arguments)
  }
}
