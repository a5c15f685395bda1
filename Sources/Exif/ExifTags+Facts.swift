// Numbers of tags are those of CIPA DC-008 (EXIF 2.32), 4.6.
extension ExifTags {
  /// How the picture is to be turned, 1 to 8 (`Orientation`); nil where it does not say, or says
  /// nonsense.
  package var orientation: Int? {
    self[.image, 0x0112]?.integers.first.flatMap { (1...8).contains($0) ? $0 : nil }
  }

  /// Who made the camera.
  package var make: String? { self[.image, 0x010f]?.string }
  /// What the camera is called.
  package var model: String? { self[.image, 0x0110]?.string }
  /// What the lens is called (`LensModel`).
  package var lens: String? { self[.exif, 0xa434]?.string }

  /// When the picture was taken, by the camera's own clock; nil where it does not say.
  package var date: ExifDate? {
    guard let text = self[.exif, 0x9003]?.string else { return nil }
    return ExifDate(text, offset: self[.exif, 0x9011]?.string)
  }

  /// How long the shutter was open, in seconds.
  package var exposureTime: ExifTag.Rational? { self[.exif, 0x829a]?.rationals.first }
  /// The f-number.
  package var fNumber: Double? { self[.exif, 0x829d]?.rationals.first?.value }
  /// The sensitivity, as ISO speed.
  package var isoSpeed: Int? { self[.exif, 0x8827]?.integers.first }
  /// The focal length, in millimetres.
  package var focalLength: Double? { self[.exif, 0x920a]?.rationals.first?.value }

  /// Degrees to the north, -90 to 90; nil where it does not say, or says nonsense.
  package var latitude: Double? {
    degrees(self[.gps, 2], direction: self[.gps, 1], positive: "N", negative: "S", limit: 90)
  }

  /// Degrees to the east, -180 to 180; nil where it does not say, or says nonsense.
  package var longitude: Double? {
    degrees(self[.gps, 4], direction: self[.gps, 3], positive: "E", negative: "W", limit: 180)
  }

  private func degrees(
    _ tag: ExifTag?, direction: ExifTag?, positive: String, negative: String, limit: Double
  ) -> Double? {
    guard let parts = tag?.rationals, let first = parts.first?.value, let side = direction?.string
    else { return nil }
    // Minutes and seconds may be missing or unknown, 0/0.
    let rest = zip(parts.dropFirst(), [60.0, 3600]).reduce(0) { $0 + ($1.0.value ?? 0) / $1.1 }
    let value = first + rest
    guard value >= 0, value <= limit else { return nil }
    switch side.uppercased() {
    case positive: return value
    case negative: return -value
    default: return nil
    }
  }

  /// Pixels in a row, as the camera wrote them (`PixelXDimension`); software that resizes may not
  /// have kept it.
  package var pixelWidth: Int? { self[.exif, 0xa002]?.integers.first }
  /// Rows, as the camera wrote them (`PixelYDimension`).
  package var pixelHeight: Int? { self[.exif, 0xa003]?.integers.first }
}
