internal import Formats

/// One of several ways to make a picture under a budget.
package struct BudgetRung: Codable, Sendable {
  /// The bytes, and the quality from which on it is encoded.
  package var budget: ByteBudget
  /// The size that it is scaled down to, once it is of the recipe's; nil to leave it at that.
  package var size: SizeLimit?

  /// A picture under this budget, of this size.
  package init(budget: ByteBudget, size: SizeLimit?) {
    self.budget = budget
    self.size = size
  }
}

/// What came of decoding a picture once.
package struct BudgetSurvey: Sendable {
  /// The input's own picture, where nothing has to change but its metadata.
  package var untouched: Rendering?
  /// The files, one for each rung.
  package var rungs: [Rendering]
  /// About how many bytes all others would take; nil where nobody asks.
  package var forecast: ByteForecast?
  /// How often a decoder ran.
  package var decodes: Int

  /// What came of it, all told.
  package init(
    untouched: Rendering? = nil, rungs: [Rendering], forecast: ByteForecast? = nil, decodes: Int
  ) {
    self.untouched = untouched
    self.rungs = rungs
    self.forecast = forecast
    self.decodes = decodes
  }
}

/// About how many bytes a picture takes at each quality, and at smaller sizes.
package struct ByteForecast: Codable, Sendable {
  /// Bytes at full size of each quality of the ladder.
  var qualities: [Int: Int] = [:]
  /// Bytes at the lowest quality.
  var floor = 0
  /// Bytes that stay whatever the size: headers and metadata.
  var fixed = 0
  /// The picture's size in pixels.
  var size = PixelSize(width: 1, height: 1)
  /// How bytes fall with the size.
  var curve = SizeCurve()

  /// Bytes at full size and this quality of the ladder.
  package func bytes(quality: Int) -> Int { qualities[quality] ?? floor }

  /// Bytes at the lowest quality, the picture scaled down to a size.
  package func bytes(at limit: SizeLimit) -> Int {
    let cost = curve[limit.applied(to: size)] - curve[size]
    let fixed = min(fixed, floor / 2)
    return fixed + Int(Double(floor - fixed) * FirstFit.share(ofLogarithm: cost))
  }

  /// Whether all figures are such as a picture can have, whoever told them.
  package var isSound: Bool {
    let sides = 1...1 << 30
    return sides.contains(size.width) && sides.contains(size.height) && curve.isSound
      && ([floor, fixed] + qualities.values).allSatisfy { (0...1 << 50).contains($0) }
  }
}

extension Pipeline {
  /// Makes a picture in several ways, of one decode.
  ///
  /// - Parameters:
  ///   - source: The picture file.
  ///   - rungs: The ways; those of the recipe's own budget hold for all of them.
  ///   - forecasts: Whether the bytes of all others are to be told.
  ///   - isCancelled: Asked between the stages and within decoders that can be stopped.
  /// - Returns: What was made.
  /// - Throws: `ImagingError` where the picture is damaged, or where one of the ways can't be gone.
  package func survey(
    _ source: Source, _ rungs: [BudgetRung], forecasts: Bool,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(ImagingError) -> BudgetSurvey {
    defer { endJob() }
    let source = try source.picture(recipe.picture).measured(limits)
    var survey: BudgetSurvey
    do throws(ImagingError) {
      survey = try made(source, rungs, forecasts: forecasts, isCancelled)
    } catch {
      // A decoder that is stopped reports damage.
      try checkpoint(isCancelled)
      throw error
    }
    if let untouched = survey.untouched {
      survey.untouched = try inspected(untouched, of: source)
    }
    for index in survey.rungs.indices {
      survey.rungs[index] = try inspected(survey.rungs[index], of: source)
    }
    return survey
  }

  private func made(
    _ source: Source, _ rungs: [BudgetRung], forecasts: Bool,
    _ isCancelled: @escaping @Sendable () -> Bool
  ) throws(ImagingError) -> BudgetSurvey {
    try source.check(limits)
    let budget = recipe.budget ?? ByteBudget(bytes: .max)
    let format = recipe.format(
      for: source.facts, source: source.format, fileBytes: source.bytes.count)
    var untouched: Rendering?
    // To turn a picture without loss is to decode it once more.
    if source.facts.isStoredUpright {
      // That all of it can be decoded will be seen.
      untouched = try PassThrough(recipe, format, source, limits: limits)
        .run(verifies: false, isCancelled)
      if let made = untouched, made.bytes.count > budget.bytes { untouched = nil }
    }
    let decoder = try SourceDecoder(source, limits: limits, isCancelled: isCancelled)
    var job = try budgetJob(budget, format, decoder, source, isCancelled)
    var survey = try job.survey(rungs, forecasts: forecasts)
    survey.untouched = untouched
    return survey
  }
}
