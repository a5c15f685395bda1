internal import Formats
internal import Vips

extension OutputJob {
  /// How much a file looks like the pixels that it was made of, which are the source's at its size.
  ///
  /// Both are compared as they are shown: in sRGB of standard range, 8 bits, transparency laid over the recipe's
  /// background.
  ///
  /// - Parameters:
  ///   - file: The whole file.
  ///   - pixels: What it was made of.
  ///   - size: Size of the file's picture in pixels, where that is smaller than `pixels`.
  ///   - source: The input.
  /// - Returns: 0 to 100; nil where nobody asks.
  /// - Throws: `ImagingError` where the score is below the recipe's minimum. With a budget its reason is
  ///   `overBudget`, as more bytes would do; else `unsupported`, as for all that the output can't
  ///   hold as it was asked for.
  func score(
    _ file: [UInt8], of pixels: ReadyPixels, at size: PixelSize, _ source: SourceDecoder
  ) throws(ImagingError) -> Double? {
    guard let scoring = recipe.scoring else { return nil }
    let output = try decoded(file, at: size, isCancelled: source.isCancelled)
    let reference = try pixels.coloured(at: size)
    let score: Double
    do throws(VipsError) {
      // What the samples mean was settled before they were encoded.
      let result = ColouredPicture(image: output, profile: reference.profile)
      let range = keptDynamicRange(of: source.facts)
      score = try PictureScore.of(
        shown(standard(result, range)), against: shown(standard(reference, range)),
        isCancelled: source.isCancelled)
    } catch {
      throw ImagingError(
        .encode, .internal, "the output can't be compared with its source", detail: error.detail)
    }
    if let minimum = scoring.minimum, score < minimum { throw refusal(score, minimum) }
    return score
  }

  /// The pixels of a file that was just made.
  private func decoded(
    _ file: [UInt8], at size: PixelSize, isCancelled: @escaping @Sendable () -> Bool
  ) throws(ImagingError) -> VipsImage {
    let limits = PipelineLimits(maximumPixels: size.count, threads: threads)
    let decoder = try SourceDecoder(Source(file), limits: limits, isCancelled: isCancelled)
    let pixels = try decoder.decode(for: size)
    guard decoder.displayedSize == size, decoder.orientation == 1 else {
      throw ImagingError(.encode, .internal, "the output is not of the size it should have")
    }
    do throws(VipsError) {
      switch pixels {
      case .planes(let planes): return try planes.rgb(at: size).inMemory()
      case .raster(let image, _), .upright(let image):
        return try image.withPlainSamples().inMemory()
      }
    } catch {
      throw .broken(error)
    }
  }

  /// The picture as it is shown: gray or sRGB, 8 bits, opaque.
  private func shown(_ picture: ColouredPicture) throws(VipsError) -> VipsImage {
    try picture.inSRGB().fitted(to: .jpeg, background: recipe.background).image.inMemory()
  }

  private func refusal(_ score: Double, _ least: Double) -> ImagingError {
    let minimum = Int(exactly: least).map { "\($0)" } ?? "\(least)"
    if recipe.budget != nil {
      return ImagingError(
        .encode, .overBudget,
        "the best picture that its bytes allow would score \(score), below \(minimum)")
    }
    return ImagingError(
      .encode, .unsupported, "not made, as it would score \(score), below \(minimum)")
  }
}
