internal import Formats
internal import JPEGCoefficients

extension BudgetJob {
  /// The largest picture that fits at the lowest quality.
  mutating func scaleDown(_ ready: ReadyPixels) throws(ImagingError) {
    guard let quality = qualities.last else { return }
    var encoder = job.encoder(source)
    encoder.quality = quality
    encoder.limits = nil
    let overhead = fit(ready).byteCount + encoder.format.headerBytes
    var search = FirstFit(costs: [], limit: limit, overhead: overhead)
    let floor = search.logarithm(measured[quality] ?? limit)
    let pixels = try pixels(behind: ready)
    let sizes = Self.sizes(below: ready.size)
    if case .coefficients = ready { curve = SizeCurve() } else { look(at: ready) }
    search.costs = sizes.map { curve[$0] }
    let expected = floor - curve[ready.size]
    if case .coefficients = ready {
      try takeCounted(pixels, sizes, encoder, search, expecting: expected)
    } else {
      search.allowed = Self.dearEncodes
      _ = try search.search(expecting: expected) { index throws(ImagingError) in
        let small = try pixels.shrunk(to: sizes[index])
        return try measure(small, encoder, fit(small))
      }
    }
  }

  /// How many sizes are encoded at most once one fits, in formats whose bytes can't be counted.
  ///
  /// With two qualities before them that is five in all. Where none fits yet there have to be more.
  private static let dearEncodes = 3

  /// The largest size of which a JPEG fits: what can't is known by its symbols, and not encoded.
  private mutating func takeCounted(
    _ pixels: ReadyPixels, _ sizes: [PixelSize], _ encoder: Encoder, _ search: FirstFit,
    expecting expected: Double
  ) throws(ImagingError) {
    var counted: [Int: (pixels: ReadyPixels, least: Int)] = [:]
    func count(_ index: Int) throws(ImagingError) -> (pixels: ReadyPixels, least: Int) {
      if let made = counted.removeValue(forKey: index) { return made }
      let ready = try coded(try pixels.shrunk(to: sizes[index]))
      return (ready, try leastBytes(ready, encoder))
    }
    let found = try search.search(expecting: expected) { index throws(ImagingError) in
      try checkpoint()
      let made = try count(index)
      counted[index] = made
      return made.least
    }
    // Few are larger than the least that they can be by as much as one size is by another. Where files are
    // hardly more than headers they are, and the next ones by about as much.
    var excess = 0
    for index in (found ?? sizes.count - 1)..<sizes.count {
      let isLast = index == sizes.count - 1
      let (ready, least) = try count(index)
      if !isLast, least > limit - excess { continue }
      var encoder = encoder
      // What can't be made any smaller is made in whole, to say how large it is.
      encoder.mostBytes = isLast || limit < Self.headersAlone ? .max : limit
      let bytes = try measure(ready, encoder, fit(ready))
      if bytes <= limit { return }
      excess = max(excess, bytes - least)
    }
  }

  /// Bytes of files that are hardly more than headers, and cost nothing to make in whole.
  private static let headersAlone = 4096

  /// The bytes below which no file of these pixels is.
  private func leastBytes(
    _ ready: ReadyPixels, _ encoder: Encoder
  ) throws(ImagingError) -> Int {
    guard case .coefficients(let coded) = ready else { return .max }
    do throws(CoefficientError) {
      return try coded.picture.leastBytes(quality: encoder.lossyQuality)
        + fit(ready).byteCount
    } catch {
      throw ImagingError(
        .encode, .internal, "the picture can't be encoded as jpeg", detail: error.detail)
    }
  }

  /// The pixels that coefficients were made of, or that are made of them.
  private func pixels(behind ready: ReadyPixels) throws(ImagingError) -> ReadyPixels {
    guard case .coefficients(let coded) = ready else { return ready }
    return try coded.pixels()
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
}

extension ImageFormat {
  /// About how many bytes a file of a single pixel takes.
  var headerBytes: Int {
    switch self {
    case .jpeg: 300
    case .heic: 600
    case .avif: 400
    default: 40
    }
  }
}
