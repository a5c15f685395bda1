internal import Formats

extension Source {
  /// Whether nothing is left to be turned by whoever shows the picture, nor said to be.
  ///
  /// A crop may stay: it is how encoders cut off what their blocks stand over.
  var isStoredUpright: Bool {
    let turns = facts.heif?.transforms.filter { transform in
      if case .crop = transform { false } else { true }
    }
    return facts.orientation == 1 && turns?.isEmpty ?? true && facts.exifOrientation ?? 1 == 1
  }

  /// Whether the container states colours other than sRGB.
  var hasOwnColours: Bool {
    facts.hasICC || facts.colorModel == .cmyk || hasOtherCodePoints
  }

  /// Whether a HEIF container states colours other than sRGB's by code points.
  private var hasOtherCodePoints: Bool {
    facts.heif?.nclx.map { color in
      !ColouredPicture.isSRGB(primaries: Int(color.primaries), transfer: Int(color.transfer))
    } ?? false
  }
}
