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

  /// The quality that is tried first, 1 to 100, and from which `step` counts down; nil for the best one.
  package var firstQuality: Int?
  /// The quality from which on a picture is encoded, also one that could stay as it is; nil to try the
  /// best one first, and that only where the picture can't stay.
  package var ceiling: Int?
  /// The most bytes of metadata; nil for half of all.
  package var metadataBytes: Int?

  /// The quality that is tried first unless `firstQuality` says another one.
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
  var metadataRoom: Int { metadataBytes ?? bytes / 2 }

  /// The qualities to try, from the best down.
  ///
  /// - Parameter most: The quality that the source has, where more of it would only be bytes.
  /// - Returns: One quality at least.
  package func qualities(upTo most: Int?) -> [Int] {
    let first = firstQuality ?? Self.bestQuality
    let lowest = min(max(minimumQuality, 1), first)
    let best = min(ceiling ?? first, first)
    let ladder = stride(from: first, through: lowest, by: -max(step, 1))
    let all = ladder.contains { $0 <= best } ? ladder.filter { $0 <= best } : [lowest]
    guard let most, most < best else { return all }
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
