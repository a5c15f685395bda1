package import Formats
internal import Heif

/// How much memory a job takes at its peak, foreseen from the header alone.
///
/// Deliberately on the high side: the queue admits jobs by it, and a machine that swaps is slower
/// than one that waits. The factors are bytes a pixel as measured with the decoders in use.
package enum MemoryEstimate {
  /// Peak bytes for one picture of these facts.
  ///
  /// - Parameters:
  ///   - facts: What the header says.
  ///   - format: What the file is.
  ///   - output: The format that is made of it.
  ///   - size: Limit of the output's size.
  ///   - fileBytes: Size of the file, which is held in memory as a whole.
  ///   - scores: Whether the output is compared with the input.
  /// - Returns: The estimate in bytes.
  package static func bytes(
    _ facts: HeaderFacts, _ format: ImageFormat, to output: ImageFormat, size: SizeLimit,
    fileBytes: Int, scores: Bool = false
  ) -> Int {
    let facts = facts.guessed(for: format)
    let made = Double(size.applied(to: facts.displayedSize).count)
    let isTurned = format == .jpeg && facts.orientation != 1
    let isWhole = size.applied(to: facts.displayedSize) == facts.displayedSize
    let decoded = isTurned && isWhole ? turnedBytesPerPixel : decodedBytesPerPixel(facts, format)
    let pixels = isWhole ? Double(facts.storedSize.count) : decodedAtOnce(facts)
    let total =
      pixels * decoded + encoded(made, output, hasAlpha: facts.hasAlpha) + Double(fileBytes) * 2
      + gainMap(facts, output) + (scores ? made * scoredBytesPerPixel : 0)
    return whole(total)
  }

  /// A gain map of half the picture's width and height, as cameras make them, decoded and made anew.
  static func gainMap(_ facts: HeaderFacts, _ output: ImageFormat) -> Double {
    facts.hasGainMap && output.holdsGainMap ? Double(facts.storedSize.count) * 1.5 : 0
  }

  /// The estimate as a number of bytes, with what every job takes.
  static func whole(_ total: Double) -> Int {
    total < Double(Int.max / 4) ? Int(total) + 4_000_000 : Int.max / 4
  }

  /// Peak bytes for looking at all pixels of one picture, of which nothing is made.
  ///
  /// - Parameters:
  ///   - facts: What the header says.
  ///   - format: What the file is.
  ///   - fileBytes: Size of the file, which is held in memory as a whole.
  /// - Returns: The estimate in bytes.
  package static func bytesOfCheck(
    _ facts: HeaderFacts, _ format: ImageFormat, fileBytes: Int
  ) -> Int {
    let pixels = Double(facts.storedSize.count)
    let total = pixels * decodedBytesPerPixel(facts, format) + Double(fileBytes) * 2
    return total < Double(Int.max / 4) ? Int(total) + 4_000_000 : Int.max / 4
  }

  /// How many pixels are decoded at once for a smaller output.
  private static func decodedAtOnce(_ facts: HeaderFacts) -> Double {
    let all = Double(facts.storedSize.count)
    guard let heif = facts.heif, let tiles = heif.tiles, heif.storedSize == facts.storedSize,
      heif.chroma == .yuv420, facts.bitsPerSample == 8, !facts.hasAlpha, tiles.isEven,
      heif.isTurnedExactly
    else { return all }
    // Tiles go on in rows as they are shown; the next row is begun while one is waited for.
    let row =
      heif.orientation > 4
      ? Double(tiles.size.width) * Double(heif.storedSize.height)
      : Double(tiles.size.height) * Double(heif.storedSize.width)
    return min(all, row * 2)
  }

  /// A JPEG that is turned without loss: all coefficients, of 16 bits, in their old and new places.
  static let turnedBytesPerPixel = 12.0

  /// What the encoder takes for so many pixels; beyond its tiles a HEIC takes its samples alone.
  static func encoded(_ pixels: Double, _ format: ImageFormat, hasAlpha: Bool) -> Double {
    let whole = pixels * encodedBytesPerPixel(format)
    let tiled = Double(TileGrid.Limits().mostPixelsOfOne)
    guard format == .heic, !hasAlpha, pixels > tiled else { return whole }
    return tiled * encodedBytesPerPixel(format) + (pixels - tiled) * tiledBytesPerPixel
  }

  /// Samples, those of the tile under way and the thumbnail among them, and the file.
  private static let tiledBytesPerPixel = 16.0

  /// The output decoded, both pictures as they are shown, and the next smaller scale in floats.
  static let scoredBytesPerPixel = 12.0

  static func encodedBytesPerPixel(_ format: ImageFormat) -> Double {
    switch format {
    case .jxl: 46
    case .heic, .avif: 32
    // Resized samples, a turned or converted copy, and the file.
    default: 12
    }
  }

  static func decodedBytesPerPixel(_ facts: HeaderFacts, _ format: ImageFormat) -> Double {
    let wide = (facts.bitsPerSample ?? 8) > 8 ? 2.0 : 1
    return switch format {
    case .heic, .heics, .avif, .avis, .heif:
      // The planes, once in the decoder's frames and once assembled; RGB(A) beside them where
      // there is transparency or depth.
      facts.hasAlpha || wide > 1 ? 3 * wide + 5 * wide : 3.2
    case .jpeg: facts.jpeg?.process == .progressive ? 6 : 0.5
    case .png: 4 * wide
    case .tiff: 1 * wide
    default: 5 * wide
    }
  }
}

extension HeaderFacts {
  /// The facts with a size where only the library knows it that draws the picture: a page at 300 dpi.
  func guessed(for format: ImageFormat) -> HeaderFacts {
    guard format.isDrawing, storedSize.isEmpty else { return self }
    var facts = self
    facts.storedSize = PixelSize(width: 2480, height: 3508)
    facts.displayedSize = facts.storedSize
    return facts
  }
}

extension HEIFTiles {
  /// Whether chroma of half the width and height ends where a tile does.
  fileprivate var isEven: Bool {
    !size.isEmpty && size.width % 2 == 0 && size.height % 2 == 0
  }
}

extension HEIFStructure {
  /// Whether the picture is not cropped, and turned only where chroma stays on luma.
  fileprivate var isTurnedExactly: Bool {
    transforms.allSatisfy { if case .crop = $0 { false } else { true } }
      && (orientation == 1 || storedSize.width % 2 == 0 && storedSize.height % 2 == 0)
  }
}
