internal import Formats
internal import JPEGCoefficients

extension BudgetJob {
  /// Makes the picture in several ways, of one decode.
  ///
  /// - Throws: `ImagingError` where one of them can't be gone.
  mutating func survey(
    _ rungs: [BudgetRung], forecasts: Bool
  ) throws(ImagingError) -> BudgetSurvey {
    let ready = try self.rungs()
    var survey = BudgetSurvey(rungs: [], decodes: decodes)
    if forecasts { survey.forecast = forecast(ready) }
    for rung in rungs {
      let size = rung.size?.applied(to: ready.size) ?? ready.size
      var job = under(rung.budget, at: size)
      let pixels = size == ready.size ? ready : try coded(try ready.shrunk(to: size))
      try job.take(pixels)
      survey.rungs.append(try job.rendering(of: pixels))
    }
    return survey
  }

  /// About how many bytes the picture takes, counted where that can be done.
  private mutating func forecast(_ ready: ReadyPixels) -> ByteForecast {
    var forecast = ByteForecast()
    forecast.size = ready.size
    let ladder = budget.qualities(upTo: nil)
    let most = job.encoder(source).limits?.estimatedQuality ?? 100
    let overhead = fit(ready).byteCount
    var output = job
    let gainMap = (try? output.gainMap(of: source))?.byteCount ?? 0
    for quality in ladder {
      let kept = quality >= GainMapEffort.leastQualityOfPicture ? gainMap : 0
      let bytes = expectedBytes(ready, at: min(quality, most)) + overhead + kept
      // In its own format a picture is not to grow.
      let isOwn = source.facts.kind == .image(job.format)
      forecast.qualities[quality] = isOwn ? min(bytes, sourceBytes) : bytes
    }
    forecast.fixed = overhead + job.format.headerBytes
    forecast.floor = ladder.last.flatMap { forecast.qualities[$0] } ?? sourceBytes
    // How it shrinks is looked at where it is likely to have to.
    if forecast.floor / 2 > budget.metadataRoom { look(at: ready, isThorough: true) }
    forecast.curve = curve
    return forecast
  }

  private mutating func expectedBytes(_ ready: ReadyPixels, at quality: Int) -> Int {
    if case .coefficients(let coded) = ready,
      let bytes = try? RowSample(coded.picture).bytes(at: quality)
    {
      return bytes
    }
    if isLossless {
      // 256 colours take about a third of what all of them do.
      return job.format == .png && quality < ByteBudget.bestQuality ? sourceBytes / 3 : sourceBytes
    }
    let expected = expected(ready) + QualityCost.of(quality, job.format)
    return Int(min(FirstFit.share(ofLogarithm: expected), 1e15))
  }
}
