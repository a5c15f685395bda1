// Pictures to bytes: pixels only. Metadata, the colour profile included, is put around them later.
extension VipsImage {
  /// Whether a JPEG's colour planes are halved in both directions.
  package enum Subsampling: String, Sendable, CaseIterable, NamedChoice {
    /// Halved below quality 90.
    case auto
    /// Halved.
    case on
    /// In full.
    case off
  }

  /// Encodes a JPEG of a quality from 1 to 100; `optimise` fits the Huffman tables to the picture.
  package func saveJPEG(
    quality: Int, subsampling: Subsampling = .auto, optimise: Bool = true, progressive: Bool = false
  ) throws(VipsError) -> [UInt8] {
    try save(
      "jpegsave_buffer",
      [
        ("Q", .integer(quality)), ("subsample-mode", subsampling.argument),
        ("optimize-coding", .flag(optimise)), ("interlace", .flag(progressive)),
      ])
  }

  /// The row filters that a PNG encoder may try.
  package enum PNGFilter: String, Sendable, CaseIterable, NamedChoice {
    /// None: rows as they are.
    case none
    /// The difference to the pixel before.
    case sub
    /// The difference to the row above.
    case up
    /// The difference to the mean of both.
    case avg
    /// Paeth's predictor.
    case paeth
    /// The best of all for each row.
    case all
  }

  /// Encodes a PNG without loss; `compression` is from 0 (none) to 9, `bitDepth` 1, 2, 4, 8 or 16
  /// bits of a sample, nil for what the image has.
  package func savePNG(
    compression: Int = 6, filter: PNGFilter = .none, bitDepth: Int? = nil, interlaced: Bool = false
  ) throws(VipsError) -> [UInt8] {
    var options: [Operation.Named] = [
      ("compression", .integer(compression)), ("filter", filter.argument),
      ("interlace", .flag(interlaced)),
    ]
    if let bitDepth { options.append(("bitdepth", .integer(bitDepth))) }
    return try save("pngsave_buffer", options)
  }

  /// Encodes a PNG of at most 2^`bitDepth` colours; `quality` from 0 to 100 is how close they stay
  /// to the picture, `dither` from 0 to 1, `effort` from 1 to 10.
  package func savePalettePNG(
    quality: Int = 100, dither: Double = 1, effort: Int = 7, bitDepth: Int = 8,
    compression: Int = 6
  ) throws(VipsError) -> [UInt8] {
    try save(
      "pngsave_buffer",
      [
        ("palette", .flag(true)), ("Q", .integer(quality)), ("dither", .number(dither)),
        ("effort", .integer(effort)), ("bitdepth", .integer(bitDepth)),
        ("compression", .integer(compression)),
      ])
  }

  /// Encodes a WebP; `quality` and `alphaQuality` are from 0 to 100, `effort` from 0 to 6.
  package func saveWebP(
    quality: Int, lossless: Bool = false, effort: Int = 4, alphaQuality: Int = 100
  ) throws(VipsError) -> [UInt8] {
    let file = try save(
      "webpsave_buffer",
      [
        ("Q", .integer(quality)), ("lossless", .flag(lossless)), ("effort", .integer(effort)),
        ("alpha-q", .integer(alphaQuality)),
      ])
    return WebPFile.withoutMetadata(file)
  }

  /// How a TIFF's rows are packed.
  package enum TIFFCompression: String, Sendable, CaseIterable, NamedChoice {
    /// Not at all.
    case none
    /// Zip, without loss.
    case deflate
    /// LZW, without loss.
    case lzw
    /// JPEG.
    case jpeg
  }

  /// Encodes a TIFF; `quality` from 1 to 100 counts for JPEG compression.
  package func saveTIFF(
    compression: TIFFCompression = .none, quality: Int = 75
  ) throws(VipsError) -> [UInt8] {
    try save(
      "tiffsave_buffer",
      [("compression", compression.argument), ("Q", .integer(quality))])
  }

  /// How a JPEG XL may differ from the picture.
  package enum JXLQuality: Sendable, Equatable {
    /// Not at all.
    case lossless
    /// From 0 to 100, on a scale like JPEG's.
    case quality(Int)
    /// From 0 to 15 in steps of what can just be seen; 1 is about where that begins.
    case distance(Double)
  }

  /// Encodes a JPEG XL; `effort` is from 3 to 9.
  ///
  /// With `keepProfile` the image's colour profile is written, the one exception here: in this
  /// format it is part of the picture's own stream and cannot be put around it later. Without it
  /// the samples are taken for sRGB.
  package func saveJXL(
    _ quality: JXLQuality, effort: Int = 7, keepProfile: Bool = false
  ) throws(VipsError) -> [UInt8] {
    let amount: Operation.Named =
      switch quality {
      case .lossless: ("lossless", .flag(true))
      case .quality(let quality): ("Q", .integer(quality))
      case .distance(let distance): ("distance", .number(distance))
      }
    return try save(
      "jxlsave_buffer", [amount, ("effort", .integer(effort))], keepProfile: keepProfile)
  }

  private func save(
    _ saver: String, _ options: [Operation.Named], keepProfile: Bool = false
  ) throws(VipsError) -> [UInt8] {
    // From 8.15 a saver is told what to keep, before that to strip everything, and then in 8.14
    // WebP keeps everything, TIFF the orientation and JPEG XL the profile. Hence the bare image.
    let bare = try withoutMetadata(keepingProfile: keepProfile)
    let keep: Operation.Named =
      VipsLibrary.isAtLeast(8, 15)
      ? ("keep", .word(keepProfile ? "icc" : "none")) : ("strip", .flag(true))
    return try Operation.bytes(saver, [("in", .image(bare)), keep] + options)
  }
}
