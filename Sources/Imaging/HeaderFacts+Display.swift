internal import Formats

extension HeaderFacts {
  /// Whether nothing is left to be turned by whoever shows the picture, nor said to be.
  ///
  /// A crop may stay: it is how encoders cut off what their blocks stand over.
  var isStoredUpright: Bool {
    // Cameras write rotations by no quarter too.
    orientation == 1 && heif?.orientation ?? 1 == 1 && exifOrientation ?? 1 == 1
      && codedOrientation == 1
  }

  /// Whether the file states colours that are not sRGB's.
  var hasOwnColours: Bool {
    hasICC || colorModel == .cmyk || hasOtherCodePoints || pngColours?.isSRGBLike == false
  }

  /// Whether a HEIF container states colours other than sRGB's by code points.
  private var hasOtherCodePoints: Bool {
    heif?.nclx.map { color in
      !ColouredPicture.isSRGB(primaries: Int(color.primaries), transfer: Int(color.transfer))
    } ?? false
  }
}
