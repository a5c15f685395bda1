package import Formats

extension MemoryEstimate {
  /// One of several outputs of a picture.
  package struct Output: Sendable {
    /// The format that is made.
    package var format: ImageFormat
    /// Its size in pixels.
    package var size: PixelSize
    /// Whether it is compared with the input.
    package var isScored: Bool

    /// An output of this format and size.
    package init(_ format: ImageFormat, _ size: PixelSize, isScored: Bool) {
      self.format = format
      self.size = size
      self.isScored = isScored
    }
  }

  /// Peak bytes for several outputs of one picture, made one after the other of one decode.
  ///
  /// What was decoded stays, and so do the pixels of each size.
  ///
  /// - Parameters:
  ///   - facts: What the header says.
  ///   - format: What the file is.
  ///   - outputs: What is made of it.
  ///   - sizes: What it is decoded for.
  ///   - fileBytes: Size of the file, which is held in memory as a whole.
  /// - Returns: The estimate in bytes.
  package static func bytes(
    _ facts: HeaderFacts, _ format: ImageFormat, to outputs: [Output], of sizes: SharedSizes,
    fileBytes: Int
  ) -> Int {
    let facts = facts.guessed(for: format)
    let wide = (facts.bitsPerSample ?? 8) > 8 ? 2.0 : 1
    let kept = Set(outputs.map(\.size)).reduce(0) { $0 + Double($1.count) }
    let encoded = outputs.map { output in
      Self.encoded(Double(output.size.count), output.format, hasAlpha: facts.hasAlpha)
        + (output.isScored ? Double(output.size.count) * scoredBytesPerPixel : 0)
    }
    let total =
      decodedOnce(facts, format, for: sizes.largest(of: facts.displayedSize))
      + kept * keptBytesPerPixel * wide + (encoded.max() ?? 0) + Double(fileBytes) * 2
      + (outputs.map { gainMap(facts, $0.format) }.max() ?? 0)
    return whole(total)
  }

  /// Planes with full and with halved chroma, and three colours and transparency side by side.
  private static let keptBytesPerPixel = 8.0

  private static func decodedOnce(
    _ facts: HeaderFacts, _ format: ImageFormat, for largest: PixelSize
  ) -> Double {
    let pixels = Double(facts.storedSize.count)
    let wide = (facts.bitsPerSample ?? 8) > 8 ? 2.0 : 1
    guard format == .jpeg else {
      return pixels * max(decodedBytesPerPixel(facts, format), format.isHEIF ? 0 : 4 * wide)
    }
    let isTurned = facts.orientation != 1 && largest == facts.displayedSize
    let eighths = JPEGPlanesDecode.eighths(
      stored: facts.storedSize, target: largest.upright(from: facts.orientation))
    let share = Double(eighths * eighths) / 64
    return pixels
      * max(
        decodedBytesPerPixel(facts, format) + 3 * share, isTurned ? turnedBytesPerPixel : 0)
  }
}
