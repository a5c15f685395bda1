package import Formats

/// The most bytes that an output may have, and what may be given up for it.
package struct ByteBudget: Codable, Sendable, Equatable {
  /// The most bytes of the whole file, metadata included.
  package var bytes: Int
  /// How far apart the qualities are that are tried, 1 or more.
  package var step: Int
  /// The lowest quality that is tried, 1 to 90.
  package var minimumQuality: Int
  /// Whether a picture that is too large at the lowest quality fails instead of being scaled down.
  package var keepsSize: Bool

  /// The quality that is tried first.
  package static let bestQuality = 90

  /// A budget of so many bytes.
  package init(
    bytes: Int, step: Int = 10, minimumQuality: Int = 10, keepsSize: Bool = false
  ) {
    self.bytes = bytes
    self.step = step
    self.minimumQuality = minimumQuality
    self.keepsSize = keepsSize
  }

  /// Bytes that metadata may take: the rest is the picture's.
  var metadataRoom: Int { bytes / 2 }

  /// The qualities to try, from the best down.
  ///
  /// - Parameter most: The quality that the source has, where more of it would only be bytes.
  /// - Returns: One quality at least.
  func qualities(upTo most: Int?) -> [Int] {
    let lowest = min(max(minimumQuality, 1), Self.bestQuality)
    let all = Array(stride(from: Self.bestQuality, through: lowest, by: -max(step, 1)))
    guard let most, most < Self.bestQuality else { return all }
    return [most] + all.filter { $0 < most }
  }
}

extension Recipe {
  /// The format of the output for a picture of these facts.
  ///
  /// Where the choice is left to us, one without loss and without transparency that is over its budget
  /// becomes JPEG: nothing else would make much of it small enough.
  ///
  /// - Parameters:
  ///   - facts: What the header says.
  ///   - source: What the file is.
  ///   - fileBytes: Bytes of the file.
  /// - Returns: The format.
  package func format(
    for facts: HeaderFacts, source: ImageFormat, fileBytes: Int
  ) -> ImageFormat {
    let plain = format.format(for: facts, source: source)
    guard let budget, format == .auto, fileBytes > budget.bytes, plain == .png || plain == .tiff
    else { return plain }
    return facts.hasAlpha ? .png : .jpeg
  }
}
