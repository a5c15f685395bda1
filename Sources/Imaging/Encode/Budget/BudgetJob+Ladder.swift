internal import Formats
internal import Metadata

extension BudgetJob {
  /// How far apart in bytes, as a logarithm, two qualities have to be for progressive scans of the higher
  /// one to be worth their time: twice what they save.
  private static let worthScans = 0.06
  /// How many of the lowest qualities are in doubt as long as none fits: the lowest alone tells whether the
  /// picture has to be scaled down, and what is encoded above it in vain is missing there.
  private static let doubtful = 5

  /// Whether a quality was found with which the picture fits the limit.
  mutating func descend(_ ready: ReadyPixels) throws(ImagingError) -> Bool {
    var encoder = job.encoder(source)
    let (qualities, format) = (qualities, job.format)
    let fit = fit(ready)
    var search = FirstFit(
      costs: qualities.map { QualityCost.of($0, format) }, limit: limit,
      overhead: fit.byteCount)
    let key = SizeMemory.Key(
      camera: CaptureFacts(exif: source.metadata.exif).camera, format: format,
      width: ready.size.width, height: ready.size.height)
    let ladder = qualities.map { RungMemory.Rung(ready.size, quality: $0) }
    search.foretold = remembered.foretold(ladder, overhead: search.overhead)
    var learned: Double?
    // What was encoded before is known better than anything tells.
    let expected = search.foretold.isEmpty ? beginning(of: search, ready, key) : 0
    var known: [Int: Int] = [:]
    let isCounted = if case .coefficients = ready { true } else { false }
    if !isCounted {
      // Where the picture is not to grow either, the limit is a guess at the lowest quality's bytes; and
      // transparency takes as many at any quality.
      let isDoubtful = limit < budget.bytes || source.facts.hasAlpha
      search.doubtful = isDoubtful ? qualities.count : Self.doubtful
      for (index, quality) in qualities.enumerated() { known[index] = measured[quality] }
    }
    let found = try search.search(expecting: expected, known: known) {
      index throws(ImagingError) in
      encoder.quality = qualities[index]
      // What can't be made any smaller is made in whole, to say how large it is.
      let isLast =
        index == qualities.count - 1 && budget.keepsSize && limit == budget.bytes
        && gainMap == nil
      encoder.mostBytes = isLast ? .max : limit
      let next = index + 1 < qualities.count ? search.costs[index + 1] : -.infinity
      encoder.triesScans = search.costs[index] - next > Self.worthScans
      let bytes = try measure(ready, encoder, fit)
      measured[qualities[index]] = bytes
      remembered.learn(
        bytes - search.overhead, of: ladder[index], isRough: bytes > encoder.mostBytes)
      learned = search.logarithm(bytes) - search.costs[index]
      return bytes
    }
    if let learned { memory.learn(learned, of: key) }
    return found != nil
  }

  /// The logarithm of the bytes at quality 80 with which a search begins.
  private mutating func beginning(
    of search: FirstFit, _ ready: ReadyPixels, _ key: SizeMemory.Key
  ) -> Double {
    let usual = memory[key] ?? expected(ready)
    guard case .coefficients(let coded) = ready else { return usual }
    return (try? RowSample(coded.picture).expected(search, qualities, expecting: usual)) ?? usual
  }

  /// The logarithm of the bytes that the picture takes at quality 80.
  mutating func expected(_ ready: ReadyPixels) -> Double {
    look(at: ready)
    return curve.expected(job.format, at: ready.size)
      ?? QualityCost.expected(
        job.format, at: ready.size, source.facts,
        sourceBytes: sourceBytes - source.metadata.byteCount)
  }

  /// Learns how the picture's bytes fall with its size.
  ///
  /// - Parameters:
  ///   - ready: The picture.
  ///   - isThorough: Whether pixels are made of coefficients for it.
  mutating func look(at ready: ReadyPixels, isThorough: Bool = false) {
    guard !curve.isKnown else { return }
    if case .raster = ready {} else if !isThorough { return }
    // Only where searches begin depends on it.
    guard let picture = try? ready.coloured(at: ready.size) else { return }
    curve = (try? SizeCurve(picture, background: job.recipe.background)) ?? curve
  }
}
