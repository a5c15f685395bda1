extension VipsImage {
  /// How pixels between pixels are made.
  package enum Kernel: String, Sendable, CaseIterable, NamedChoice {
    /// The nearest one.
    case nearest
    /// A straight line between two.
    case linear
    /// A cubic through four.
    case cubic
    /// Mitchell's cubic.
    case mitchell
    /// Lanczos with two lobes.
    case lanczos2
    /// Lanczos with three lobes.
    case lanczos3
  }

  /// The image with its sides multiplied by `scale`, above 0, and rounded to the nearest pixel.
  ///
  /// `vscale` is for the height where it is not `scale`. `gap` is how many times larger than the
  /// result averaging boxes may leave the image before the kernel takes over: nil for libvips'
  /// choice of 2, 0 for the kernel alone.
  package func resize(
    scale: Double, vscale: Double? = nil, kernel: Kernel = .lanczos3, gap: Double? = nil
  ) throws(VipsError) -> VipsImage {
    var arguments: [Operation.Named] = [
      ("in", .image(self)), ("scale", .number(scale)), ("kernel", kernel.argument),
    ]
    if let vscale { arguments.append(("vscale", .number(vscale))) }
    if let gap { arguments.append(("gap", .number(gap))) }
    return try Operation.image("resize", arguments)
  }

  /// The image with its sides divided by factors of 1 and more, by the kernel alone.
  package func reduce(
    horizontally: Double, vertically: Double, kernel: Kernel = .lanczos3
  ) throws(VipsError) -> VipsImage {
    try Operation.image(
      "reduce",
      [
        ("in", .image(self)), ("hshrink", .number(horizontally)),
        ("vshrink", .number(vertically)), ("kernel", kernel.argument),
      ])
  }

  /// The image with its sides divided by factors of 1 and more, by averaging boxes of pixels.
  ///
  /// The new sides are rounded to the nearest pixel, or up with `roundingUp`.
  package func shrink(
    horizontally: Double, vertically: Double, roundingUp: Bool = false
  ) throws(VipsError) -> VipsImage {
    try Operation.image(
      "shrink",
      [
        ("in", .image(self)), ("hshrink", .number(horizontally)),
        ("vshrink", .number(vertically)), ("ceil", .flag(roundingUp)),
      ])
  }
}
