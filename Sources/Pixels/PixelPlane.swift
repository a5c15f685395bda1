/// A rectangle of samples in memory, rows packed one after the other without padding.
package struct PixelPlane: Sendable {
  /// How one sample is stored.
  package enum Sample: Int, Sendable {
    /// 8 bits unsigned.
    case uint8 = 1
    /// 16 bits unsigned in the machine's byte order.
    case uint16 = 2
    /// 32 bits IEEE 754 in the machine's byte order.
    case float = 4

    /// Bytes of one sample.
    package var bytes: Int { rawValue }
  }

  /// Pixels in a row.
  package let width: Int
  /// Rows.
  package let height: Int
  /// Samples of one pixel, side by side: 1 for a plane of its own, 3 for RGB, 4 for RGBA.
  package let bands: Int
  /// How one sample is stored.
  package let sample: Sample
  /// `height` rows of `width × bands × sample.bytes` bytes.
  package let buffer: PixelBuffer

  /// The plane over `buffer`, or nil where the buffer is not exactly as large as the sizes say.
  package init?(width: Int, height: Int, bands: Int, sample: Sample, buffer: PixelBuffer) {
    guard width > 0, height > 0, bands > 0 else { return nil }
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    let (bytes, more) = pixels.multipliedReportingOverflow(by: bands * sample.bytes)
    guard !overflow, !more, bytes == buffer.count else { return nil }
    self.width = width
    self.height = height
    self.bands = bands
    self.sample = sample
    self.buffer = buffer
  }
}

extension PixelPlane {
  /// A plane of these floating point samples, or nil where their number does not fit the sizes.
  package init?(floats: [Float], width: Int, height: Int, bands: Int) {
    let buffer = PixelBuffer(count: floats.count * Sample.float.bytes) { memory in
      floats.withUnsafeBytes { memory.copyMemory(from: $0) }
    }
    self.init(width: width, height: height, bands: bands, sample: .float, buffer: buffer)
  }
}
