internal import CVips

extension VipsImage {
  /// What the samples of a pixel mean.
  package enum Interpretation: String, Sendable, CaseIterable, NamedChoice {
    /// Bands without a meaning of their own.
    case multiband
    /// Grey, 8 bits.
    case grey = "b-w"
    /// Grey, 16 bits.
    case grey16
    /// RGB in sRGB's encoding, 8 bits.
    case srgb
    /// RGB in sRGB's encoding, 16 bits.
    case rgb16
    /// RGB of linear light, 0 to 1, floats.
    case scrgb
    /// RGB of an encoding that is not told.
    case rgb
    /// Ink.
    case cmyk
    /// CIE 1931 XYZ.
    case xyz
    /// CIE L*a*b*, floats.
    case lab
    /// A table.
    case histogram
    /// A matrix of numbers.
    case matrix
    /// Any other that libvips has.
    case other = "error"

    init(_ interpretation: VipsInterpretation) {
      self =
        switch interpretation {
        case VIPS_INTERPRETATION_MULTIBAND: .multiband
        case VIPS_INTERPRETATION_B_W: .grey
        case VIPS_INTERPRETATION_GREY16: .grey16
        case VIPS_INTERPRETATION_sRGB: .srgb
        case VIPS_INTERPRETATION_RGB16: .rgb16
        case VIPS_INTERPRETATION_scRGB: .scrgb
        case VIPS_INTERPRETATION_RGB: .rgb
        case VIPS_INTERPRETATION_CMYK: .cmyk
        case VIPS_INTERPRETATION_XYZ: .xyz
        case VIPS_INTERPRETATION_LAB: .lab
        case VIPS_INTERPRETATION_HISTOGRAM: .histogram
        case VIPS_INTERPRETATION_MATRIX: .matrix
        default: .other
        }
    }
  }
}
