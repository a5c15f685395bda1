internal import Formats
internal import Metadata

/// One output on its way from a decoder to a file of at most so many bytes.
struct BudgetJob {
  private let budget: ByteBudget
  private var job: OutputJob
  private let source: SourceDecoder
  private let sourceBytes: Int
  private let limits: PipelineLimits
  /// The most bytes of a file that is worth keeping.
  private var limit: Int
  private let memory: SizeMemory
  private let checkpoint: () throws(ImagingError) -> Void
  /// The best file that fits.
  private var best: (file: EncodedPicture, size: PixelSize)?
  /// Bytes of the smallest file so far.
  private var smallest = Int.max
  private var encodes = 0
  private var decodes = 0
  private var warnings: [PictureWarning] = []

  /// - Parameters:
  ///   - budget: The bytes, and what may be given up for them.
  ///   - job: The output, whose quality this one finds.
  ///   - source: The input.
  ///   - sourceBytes: Bytes of the input.
  ///   - limits: What may be used for it.
  ///   - memory: What was learned of sizes.
  ///   - checkpoint: Throws where the work is no longer wanted.
  init(
    _ budget: ByteBudget, _ job: OutputJob, _ source: SourceDecoder, sourceBytes: Int,
    limits: PipelineLimits, memory: SizeMemory,
    checkpoint: @escaping () throws(ImagingError) -> Void
  ) {
    self.budget = budget
    self.source = source
    self.sourceBytes = sourceBytes
    self.limits = limits
    self.memory = memory
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
    let ready: ReadyPixels
    if DefaultQuality.of(job.format) == nil {
      ready = try decoded()
      try takeLossless(ready)
    } else {
      ready = try rungs()
      try takeLossy(ready)
    }
    guard let best else { throw refusal }
    return Rendering(
      bytes: best.file.bytes, format: job.format, size: best.size, quality: best.file.quality,
      encodes: encodes, decodes: decodes, isUntouched: false,
      warnings: source.warnings + job.warnings + warnings,
      score: try job.score(best.file.bytes, of: ready, at: best.size, source))
  }

  /// The pixels of the input, ready.
  private mutating func decoded() throws(ImagingError) -> ReadyPixels {
    decodes += 1
    let pixels = try job.decode(source)
    try checkpoint()
    return try job.ready(pixels, of: source)
  }

  /// The picture in the form in which it is tried at many qualities.
  private mutating func rungs() throws(ImagingError) -> ReadyPixels {
    if let coefficients = try coefficients() { return coefficients }
    return try coded(try decoded())
  }

  /// The coefficients of a JPEG that only needs another quality.
  ///
  /// Where even the lowest one may not do, the picture is decoded to pixels, which can be scaled.
  private mutating func coefficients() throws(ImagingError) -> ReadyPixels? {
    guard let lowest = qualities.last else { return nil }
    let least = max(
      expected(job.target) + QualityCost.of(lowest, job.format),
      FirstFit.logarithm(of: job.target.count / Self.pixelsPerByte))
    guard budget.keepsSize || least < FirstFit.logarithm(of: budget.bytes * 2 / 3) else {
      return nil
    }
    let coded = CodedPixels(
      source, job.recipe, job.format, maximumPixels: limits.maximumPixels)
    if coded != nil { decodes += 1 }
    return coded.map(ReadyPixels.coefficients)
  }

  /// Pixels that a byte of a JPEG stands for at most: even plain blocks are told apart by some bits.
  private static let pixelsPerByte = 64

  /// The pixels in the form in which many qualities cost least.
  private func coded(_ pixels: ReadyPixels) throws(ImagingError) -> ReadyPixels {
    guard job.format == .jpeg,
      let coded = try CodedPixels(pixels, maximumPixels: limits.maximumPixels)
    else { return pixels }
    return .coefficients(coded)
  }

  /// The qualities to try, from the best down.
  private var qualities: [Int] {
    budget.qualities(upTo: job.encoder(source).limits?.estimatedQuality)
  }

  /// The logarithm of the bytes that the picture takes at quality 80, as far as its header tells.
  private func expected(_ size: PixelSize) -> Double {
    QualityCost.expected(
      job.format, at: size, source.facts, sourceBytes: sourceBytes - source.metadata.byteCount)
  }

  /// Quality by quality, then size by size.
  ///
  /// In its own format a picture that has to be made anew is not to grow either, where a lower quality
  /// can help it.
  private mutating func takeLossy(_ ready: ReadyPixels) throws(ImagingError) {
    if source.facts.kind == .image(job.format), sourceBytes < budget.bytes {
      limit = sourceBytes
      if try descend(ready) { return }
      limit = budget.bytes
    }
    if try !descend(ready), !budget.keepsSize { try scaleDown(ready) }
  }

  /// How far apart in bytes, as a logarithm, two qualities have to be for progressive scans of the higher
  /// one to be worth their time: twice what they save.
  private static let worthScans = 0.06

  /// Whether a quality was found with which the picture fits the limit.
  private mutating func descend(_ ready: ReadyPixels) throws(ImagingError) -> Bool {
    var encoder = job.encoder(source)
    let (qualities, format) = (qualities, job.format)
    let fit = fit(ready)
    let search = FirstFit(
      costs: qualities.map { QualityCost.of($0, format) }, limit: limit,
      overhead: fit.metadata.byteCount)
    let key = SizeMemory.Key(
      camera: CaptureFacts(exif: source.metadata.exif).camera, format: format,
      width: ready.size.width, height: ready.size.height)
    var learned: Double?
    var expected = memory[key] ?? expected(ready.size)
    if case .coefficients(let coded) = ready, let sample = RowSample(coded.picture) {
      expected = (try? sample.expected(search, qualities, expecting: expected)) ?? expected
    }
    let found = try search.search(expecting: expected) { index throws(ImagingError) in
      encoder.quality = qualities[index]
      // What can't be made any smaller is made in whole, to say how large it is.
      encoder.mostBytes = index < qualities.count - 1 ? limit : .max
      let next = index + 1 < qualities.count ? search.costs[index + 1] : -.infinity
      encoder.triesScans = search.costs[index] - next > Self.worthScans
      let bytes = try measure(ready, encoder, fit)
      learned = search.logarithm(bytes) - search.costs[index]
      return bytes
    }
    if let learned { memory.learn(learned, of: key) }
    return found != nil
  }

  /// The largest picture that fits at the lowest quality.
  private mutating func scaleDown(_ ready: ReadyPixels) throws(ImagingError) {
    var encoder = job.encoder(source)
    encoder.quality = qualities.last
    encoder.limits = nil
    let pixels = try pixels(behind: ready)
    let sizes = Self.sizes(below: ready.size)
    let floor = smallest
    var search = FirstFit(
      costs: sizes.map { $0.cost }, limit: limit,
      overhead: fit(ready).metadata.byteCount + encoder.format.headerBytes)
    // From one size to the next bytes fall by 7 % or more.
    search.closeEnough = 0.97
    let expected = search.logarithm(floor) - ready.size.cost
    _ = try search.search(expecting: expected) { index throws(ImagingError) in
      let small = try coded(try pixels.shrunk(to: sizes[index]))
      return try measure(small, encoder, fit(small))
    }
  }

  /// The pixels that coefficients were made of.
  private mutating func pixels(behind ready: ReadyPixels) throws(ImagingError) -> ReadyPixels {
    guard case .coefficients(let coded) = ready else { return ready }
    guard case .pixels(let pixels) = coded.origin else { return try decoded() }
    return pixels
  }

  /// Sizes below a size, each edge a twentieth shorter than before, to a single pixel.
  static func sizes(below size: PixelSize) -> [PixelSize] {
    var sizes: [PixelSize] = []
    var edge = Double(max(size.width, size.height))
    while edge > 1 {
      edge *= 0.95
      let next = SizeLimit.longEdge(max(Int(edge), 1)).applied(to: size)
      if next != sizes.last ?? size { sizes.append(next) }
    }
    return sizes
  }

  /// Without loss, and where that doesn't fit in few colours.
  private mutating func takeLossless(_ ready: ReadyPixels) throws(ImagingError) {
    var encoder = job.encoder(source)
    let fit = fit(ready)
    if try measure(ready, encoder, fit) <= budget.bytes || job.format != .png { return }
    encoder.usesPalette = true
    if try measure(ready, encoder, fit) <= budget.bytes {
      warnings.append(.palette)
      warnings += LossLedger.bits(source.facts, kept: 8)
    }
  }

  /// The bytes of the file that these pixels come to, or about as many where that is too many; the
  /// last one that fits is kept.
  private mutating func measure(
    _ pixels: ReadyPixels, _ encoder: Encoder, _ fit: MetadataFit
  ) throws(ImagingError) -> Int {
    try checkpoint()
    var (encoder, fit) = (encoder, fit)
    if encoder.mostBytes < .max {
      encoder.mostBytes = max(encoder.mostBytes - fit.metadata.byteCount, 0)
    }
    let file = try job.encoded(pixels, encoder, &fit)
    encodes += file.encodes
    if let bytes = file.wouldTake { return max(bytes + fit.metadata.byteCount, limit + 1) }
    warnings += fit.warnings
    smallest = min(smallest, file.bytes.count)
    if file.bytes.count <= limit, isBetter(file, pixels.size) {
      best = (file, pixels.size)
    }
    return file.bytes.count
  }

  /// Whether a file that fits is better than the one that did so far.
  private func isBetter(_ file: EncodedPicture, _ size: PixelSize) -> Bool {
    guard let best else { return true }
    return size.count == best.size.count
      ? (file.quality ?? 100) >= (best.file.quality ?? 100) : size.count > best.size.count
  }

  /// What is said about these pixels, in its share of the budget.
  private func fit(_ pixels: ReadyPixels) -> MetadataFit {
    var fit = job.fit(pixels, of: source)
    fit.shorten(to: budget.metadataRoom)
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

extension PixelSize {
  /// The logarithm of the bytes that a picture of this size takes at a low quality, but for a constant:
  /// fewer pixels hold more each (four photographs at quality 10, from 12 to 0.4 megapixels).
  fileprivate var cost: Double { FirstFit.logarithm(of: count) * 0.8 }
}

extension ImageFormat {
  /// About how many bytes a file of a single pixel takes.
  fileprivate var headerBytes: Int {
    switch self {
    case .jpeg: 300
    case .heic: 600
    case .avif: 400
    default: 40
    }
  }
}
