internal import Formats
internal import Lcms
internal import Vips

extension VipsImage {
  /// What the samples beside the transparency are.
  enum Colours {
    case gray, rgb, cmyk

    /// Whether these bytes are a profile for such samples.
    ///
    /// Its kind of colour has to be the same: libvips would take one of fewer numbers as well.
    func fit(_ profile: [UInt8]) -> Bool {
      switch ColorProfile(profile)?.space {
      case .gray: self == .gray
      case .rgb: self == .rgb
      case .cmyk: self == .cmyk
      case .lab, .other, nil: false
      }
    }
  }

  /// What the samples beside the transparency are.
  var colours: Colours {
    switch bands - (hasAlpha ? 1 : 0) {
    case 1: .gray
    case 4: .cmyk
    default: .rgb
    }
  }

  /// Bits of a sample, 8 or 16, of a picture with plain samples.
  var sampleBits: Int { format == .ushort ? 16 : 8 }

  /// Whether anything shows through the picture: an alpha channel that is opaque all over hides nothing.
  var isTransparentSomewhere: Bool {
    get throws(VipsError) {
      guard hasAlpha else { return false }
      return try extractBand(bands - 1).min() < Double((1 << sampleBits) - 1)
    }
  }

  /// The picture in unsigned samples of 8 or 16 bits, as gray, RGB or CMYK.
  ///
  /// Floating point, Lab and the other things that a TIFF can hold become sRGB.
  func withPlainSamples() throws(VipsError) -> VipsImage {
    switch (format, interpretation) {
    case (.uchar, .grey), (.uchar, .srgb), (.uchar, .cmyk), (.ushort, .grey16), (.ushort, .rgb16):
      return self
    case (.ushort, .cmyk):
      return try in8Bits()
    case (.uchar, .rgb), (.uchar, .multiband), (.uchar, .other):
      return try copy(interpretation: bands < 3 ? .grey : .srgb)
    case (.ushort, .rgb), (.ushort, .srgb), (.ushort, .multiband), (.ushort, .grey),
      (.ushort, .other):
      return try copy(interpretation: bands < 3 ? .grey16 : .rgb16)
    case (.uint, _):
      return try cast(.ushort, shift: true).withPlainSamples()
    case (.float, .grey) where bands == 1, (.double, .grey) where bands == 1:
      // Light from 0 to 1 as in colour, which libvips takes gray of this kind not to be.
      return try VipsImage.bandjoin([self, self, self]).copy(interpretation: .scrgb)
        .colourspace(.grey)
    default:
      let meant: Interpretation = bands < 3 ? .grey : .srgb
      // What is called so already keeps samples of any kind.
      return try colourspace(meant).cast(.uchar).copy(interpretation: meant)
    }
  }

  /// The picture in samples of 8 bits, rounded.
  func in8Bits() throws(VipsError) -> VipsImage {
    guard format == .ushort else { return self }
    let eightBit: Interpretation =
      switch colours {
      case .gray: .grey
      case .cmyk: .cmyk
      default: .srgb
      }
    return try linear([1 / 257.0], [0.5]).cast(.uchar).copy(interpretation: eightBit)
  }
}

extension ImageFormat {
  /// Whether the format has a gray kind that our encoder writes.
  var holdsGray: Bool { [.jpeg, .png, .tiff, .jxl].contains(self) }

  /// The most bits of a sample that pictures of this format are written with.
  var mostBits: Int {
    switch self {
    case .png, .tiff, .jxl: 16
    case .heic, .avif: 10
    default: 8
    }
  }

  /// Whether the format can hold CMYK.
  var holdsCMYK: Bool { [.jpeg, .tiff].contains(self) }
}
