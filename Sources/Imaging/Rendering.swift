package import Formats

/// A picture file that was made, and how.
package struct Rendering: Sendable {
  /// The whole file.
  package var bytes: [UInt8]
  /// What `bytes` are.
  package var format: ImageFormat
  /// Size of the picture in pixels.
  package var size: PixelSize
  /// Quality 1 to 100 that the encoder was given; nil where it ran not at all or without loss.
  package var quality: Int?
  /// How many times an encoder ran.
  package var encodes: Int
  /// How many times a decoder ran.
  package var decodes: Int
  /// Whether the bytes are the input's own, every one of them.
  package var isUntouched: Bool
  /// What the output lacks.
  package var warnings: [PictureWarning]
  /// Whether there is nothing more to tell of the input's gain map: it was kept, or left out for a reason that
  /// `warnings` tell or that was asked for.
  package var settlesGainMap = false
  /// How much the picture looks like its source at this size, 0 to 100; nil where nobody asked.
  package var score: Double?
  /// The input's size in pixels where it is a drawing, whose header doesn't tell; nil for all others.
  package var drawnSize: PixelSize?

  /// A file that was made, now or by an earlier run.
  package init(
    bytes: [UInt8], format: ImageFormat, size: PixelSize, quality: Int?, encodes: Int, decodes: Int,
    isUntouched: Bool, warnings: [PictureWarning], score: Double? = nil
  ) {
    self.bytes = bytes
    self.format = format
    self.size = size
    self.quality = quality
    self.encodes = encodes
    self.decodes = decodes
    self.isUntouched = isUntouched
    self.warnings = warnings
    self.score = score
  }
}
