internal import Formats
internal import Metadata

/// One output on its way from a decoder to a file of at most so many bytes.
struct BudgetJob {
  private(set) var budget: ByteBudget
  private(set) var job: OutputJob
  let source: SourceDecoder
  let sourceBytes: Int
  /// The most bytes of a file that is worth keeping.
  private(set) var limit: Int
  let memory: SizeMemory
  let remembered: RungMemory
  let checkpoint: () throws(ImagingError) -> Void
  /// The best file within the limit, and the best within the budget.
  private(set) var best, spare: (file: EncodedPicture, size: PixelSize)?
  /// Bytes of the smallest file so far.
  private var smallest = Int.max
  /// The bytes of each quality at full size that was encoded in whole.
  var measured: [Int: Int] = [:]
  /// The gain map that is tried to be kept.
  private(set) var gainMap: EncodedGainMap?
  /// What is known of the picture's bytes at each size.
  var curve = SizeCurve()
  private var encodes = 0
  /// How often a decoder ran.
  var decodes = 0
  private var warnings: [PictureWarning] = []

  /// - Parameters:
  ///   - budget: The bytes, and what may be given up for them.
  ///   - job: The output, whose quality this one finds.
  ///   - source: The input.
  ///   - sourceBytes: Bytes of the input.
  ///   - decodes: How often it was decoded already.
  ///   - memory: What was learned of sizes.
  ///   - rungs: What this very picture took before.
  ///   - checkpoint: Throws where the work is no longer wanted.
  init(
    _ budget: ByteBudget, _ job: OutputJob, _ source: SourceDecoder, sourceBytes: Int,
    decodes: Int = 0, memory: SizeMemory, rungs: RungMemory,
    checkpoint: @escaping () throws(ImagingError) -> Void
  ) {
    self.budget = budget
    self.source = source
    self.sourceBytes = sourceBytes
    self.decodes = decodes
    self.memory = memory
    remembered = rungs
    limit = budget.bytes
    self.checkpoint = checkpoint
    self.job = job
    if let profile = source.metadata.icc, profile.count > budget.metadataRoom,
      !job.recipe.endsInSRGB
    {
      var recipe = job.recipe
      recipe.convertsToSRGB = true
      self.job = OutputJob(
        recipe: recipe, format: job.format, target: job.target, threads: job.threads)
      warnings.append(.leftForBudget("the colour profile, so that the colours became sRGB"))
    }
  }

  /// The best file that fits.
  ///
  /// - Throws: `ImagingError` of reason `overBudget` where none does.
  mutating func finish() throws(ImagingError) -> Rendering {
    let ready = try rungs()
    try take(ready)
    return try rendering(of: ready)
  }

  /// The pixels at their size, upright, in colours that the format can hold.
  mutating func ready(_ pixels: DecodedPixels) throws(ImagingError) -> ReadyPixels {
    try job.ready(pixels, of: source)
  }

  /// Looks for the best file.
  mutating func take(_ ready: ReadyPixels) throws(ImagingError) {
    if isLossless { try takeLossless(ready) } else { try takeLossy(ready) }
  }

  /// Whether the format knows no quality.
  var isLossless: Bool { DefaultQuality.of(job.format) == nil }

  /// The best file, with what is told of it.
  func rendering(of ready: ReadyPixels) throws(ImagingError) -> Rendering {
    guard let best else { throw refusal }
    var rendering = Rendering(
      bytes: best.file.bytes, format: job.format, size: best.size, quality: best.file.quality,
      encodes: encodes, decodes: decodes, isUntouched: false,
      warnings: source.warnings + job.warnings + warnings,
      score: try job.score(best.file.bytes, of: ready, at: best.size, source))
    rendering.settlesGainMap = job.settlesGainMap
    return rendering
  }

  /// The same work under another budget, at a size that the picture is brought to.
  func under(_ budget: ByteBudget, at size: PixelSize) -> BudgetJob {
    var copy = self
    copy.budget = budget
    copy.limit = budget.bytes
    copy.job = OutputJob(
      recipe: job.recipe, format: job.format, target: size, threads: job.threads)
    copy.warnings = warnings + job.warnings
    copy.decodes = 0
    copy.gainMap = nil
    return copy
  }

  /// The qualities to try, from the best down.
  var qualities: [Int] {
    let most = job.encoder(source).limits?.estimatedQuality
    let all = budget.qualities(upTo: most)
    guard gainMap != nil else { return all }
    let least = min(GainMapEffort.leastQualityOfPicture, most ?? .max)
    return all.filter { $0 >= least }
  }

  /// Quality by quality with the gain map, then without it, then size by size.
  private mutating func takeLossy(_ ready: ReadyPixels) throws(ImagingError) {
    if try takeWithGainMap(ready) { return }
    if try !fits(ready), !budget.keepsSize { try scaleDown(ready) }
  }

  /// Whether a good quality of the picture fits with its gain map, or with a smaller one.
  private mutating func takeWithGainMap(_ ready: ReadyPixels) throws(ImagingError) -> Bool {
    for effort in GainMapEffort.ladder {
      guard let map = try job.gainMap(of: source, effort) else { return false }
      gainMap = map
      measured = [:]
      guard !qualities.isEmpty else { break }
      if try fits(ready) { return true }
    }
    gainMap = nil
    measured = [:]
    warnings.append(
      job.madeGainMap == nil ? .gainMapLeft("the budget has no room for it") : .toneMapped)
    return false
  }

  /// Whether a quality fits at full size.
  ///
  /// In its own format a picture that has to be made anew is not to grow either, where a lower quality
  /// can help it.
  private mutating func fits(_ ready: ReadyPixels) throws(ImagingError) -> Bool {
    if source.facts.kind == .image(job.format), sourceBytes < budget.bytes {
      limit = sourceBytes
      if try descend(ready) { return true }
      limit = budget.bytes
      best = spare
    }
    return try descend(ready)
  }

  /// Without loss, and in few colours where that doesn't fit, or where others below the best quality are to
  /// be no better.
  private mutating func takeLossless(_ ready: ReadyPixels) throws(ImagingError) {
    var encoder = job.encoder(source)
    let fit = fit(ready)
    let plain = try measure(ready, encoder, fit)
    let isWanted = plain > budget.bytes || budget.ceiling ?? .max < ByteBudget.bestQuality
    guard job.format == .png, isWanted else { return }
    let whole = best
    encoder.usesPalette = true
    let few = try measure(ready, encoder, fit)
    guard few <= budget.bytes else { return }
    guard few < plain else {
      best = whole
      return
    }
    warnings.append(.palette)
    warnings += LossLedger.bits(source.facts, kept: 8)
  }

  /// The bytes of the file that these pixels come to, or about as many where that is too many; the
  /// last one that fits is kept.
  mutating func measure(
    _ pixels: ReadyPixels, _ encoder: Encoder, _ fit: MetadataFit
  ) throws(ImagingError) -> Int {
    try checkpoint()
    var (encoder, fit) = (encoder, fit)
    if encoder.mostBytes < .max {
      encoder.mostBytes = max(encoder.mostBytes - fit.byteCount, 0)
    }
    let file = try job.encoded(pixels, encoder, &fit)
    encodes += file.encodes
    if let bytes = file.wouldTake { return max(bytes + fit.byteCount, limit + 1) }
    warnings += fit.warnings
    let bytes = file.bytes.count
    smallest = min(smallest, bytes)
    if bytes <= limit, isBetter(file, pixels.size, than: best) { best = (file, pixels.size) }
    if bytes <= budget.bytes, isBetter(file, pixels.size, than: spare) {
      spare = (file, pixels.size)
    }
    return bytes
  }

  /// Whether a file is better than another one.
  private func isBetter(
    _ file: EncodedPicture, _ size: PixelSize, than best: (file: EncodedPicture, size: PixelSize)?
  ) -> Bool {
    guard let best else { return true }
    return size.count == best.size.count
      ? (file.quality ?? 100) >= (best.file.quality ?? 100) : size.count > best.size.count
  }

  /// What is said about these pixels, in its share of the budget.
  func fit(_ pixels: ReadyPixels) -> MetadataFit {
    var fit = job.fit(pixels, of: source)
    fit.shorten(to: budget.metadataRoom)
    fit.gainMap = gainMap
    return fit
  }

  private var refusal: ImagingError {
    let advice =
      if DefaultQuality.of(job.format) == nil {
        source.facts.hasAlpha
          ? "; --format webp makes it smaller and keeps its transparency"
          : "; --format jpeg makes it smaller"
      } else if budget.keepsSize {
        "; without --keep-size it would be scaled down"
      } else {
        ""
      }
    return ImagingError(
      .encode, .overBudget,
      """
      can't be brought under \(budget.bytes) bytes as \(job.format.rawValue): the smallest size \
      reached is \(smallest) bytes\(advice)
      """)
  }
}
