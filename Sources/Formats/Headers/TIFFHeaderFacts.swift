extension HeaderFacts {
  /// The facts of a TIFF (TIFF 6.0) or BigTIFF, or of a camera's raw file laid out like one.
  static func tiff(_ source: inout BufferedSource) throws -> HeaderFacts {
    var facts = HeaderFacts(kind: .image(.tiff))
    guard let header = TIFFHeader(try source.bytes(at: 0, count: 16)) else {
      facts.state = .truncated
      return facts
    }
    // Canon's second raw format says so behind the header.
    if try source.bytes(at: 8, count: 2).elementsEqual("CR".utf8) {
      facts.kind = .media("cr2")
      return facts
    }
    let file = TIFFFile(header)
    guard let first = try file.directory(at: header.firstDirectory, in: &source) else {
      facts.state = header.firstDirectory >= source.count ? .truncated : .damaged
      return facts
    }
    // DNGVersion (DNG 1.7, 6).
    if first.entry(0xC612) != nil { facts.kind = .media("dng") }
    try facts.readPicture(first, file, &source)
    var pages = TIFFPages(file: file)
    try pages.walk(from: first, in: &source)
    // The first directory stands for the file, whatever it is.
    facts.pages =
      pages.found.first?.index == 0 ? pages.found : [TIFFPage(index: 0, offset: first.offset)]
    facts.pictures = max(1, pages.found.count, pages.isCutShort ? HeaderFacts.mostPictures + 1 : 0)
    facts.state.note(pages.state)
    return facts
  }

  mutating func readPicture(
    _ directory: TIFFDirectory, _ file: TIFFFile, _ source: inout BufferedSource
  ) throws {
    func number(_ tag: UInt16) throws -> Int? {
      try file.integer(tag, in: directory, of: &source)
    }
    setOrientation(exif: try number(TIFFTag.orientation))
    setSize(
      PixelSize(
        width: try number(TIFFTag.imageWidth) ?? 0, height: try number(TIFFTag.imageLength) ?? 0))
    bitsPerSample = try number(TIFFTag.bitsPerSample) ?? 1
    let samples = try number(TIFFTag.samplesPerPixel) ?? 1
    let model = Self.model(photometric: try number(TIFFTag.photometricInterpretation))
    let extra = try file.integers(TIFFTag.extraSamples, in: directory, limit: 16, of: &source) ?? []
    setColors(model, alpha: false)
    let colors = model == .palette ? 1 : bands ?? samples
    // 1 and 2 are alpha. Extra samples that nobody explained are taken for it by decoders.
    let hasAlpha = extra.contains { $0 == 1 || $0 == 2 } || (extra.isEmpty && samples == colors + 1)
    setColors(model, alpha: hasAlpha)
    if model == nil { bands = samples }
    hasICC = directory.entry(TIFFTag.iccProfile) != nil
    codec = Self.codec(compression: try number(TIFFTag.compression) ?? 1)
  }

  /// PhotometricInterpretation (TIFF 6.0, 8, 16, 20, 21, 23).
  private static func model(photometric: Int?) -> ColorModel? {
    switch photometric {
    case 0, 1: .gray
    case 2: .rgb
    case 3: .palette
    case 5: .cmyk
    case 6: .ycbcr
    case 8, 9, 10: .lab
    default: nil
    }
  }

  /// Compression (TIFF 6.0, 3, 9 to 11, 13, 22; Adobe's and libtiff's additions).
  private static func codec(compression: Int) -> String {
    switch compression {
    case 1: "none"
    case 2, 3: "ccitt-g3"
    case 4: "ccitt-g4"
    case 5: "lzw"
    case 6, 7: "jpeg"
    case 8, 32946: "deflate"
    case 32773: "packbits"
    case 34712, 33003, 33005: "jpeg2000"
    case 34925: "lzma"
    case 50000: "zstd"
    case 50001: "webp"
    default: "compression \(compression)"
    }
  }
}

/// Goes from directory to directory of a TIFF, and looks whether their pixels are there.
private struct TIFFPages {
  let file: TIFFFile
  /// Pages, reduced versions and masks left out.
  var found: [TIFFPage] = []
  var state = FileState.sound
  private var visited: Set<Int> = []
  private var stripsLeft = 65_536

  /// Whether there are more directories than are looked at.
  var isCutShort = false

  init(file: TIFFFile) {
    self.file = file
  }

  mutating func walk(from first: TIFFDirectory, in source: inout BufferedSource) throws {
    var directory = first
    while visited.count <= HeaderFacts.mostPictures {
      visited.insert(directory.offset)
      // Bit 0: a reduced version; bit 2: a mask (TIFF 6.0, section 8).
      let type =
        try file.integer(TIFFTag.newSubfileType, in: directory, of: &source) ?? 0
      if type & 0b101 == 0 {
        found.append(TIFFPage(index: visited.count - 1, offset: directory.offset))
      }
      try checkData(of: directory, in: &source)
      guard directory.isComplete else {
        state.note(.truncated)
        return
      }
      guard directory.next != 0 else { return }
      guard !visited.contains(directory.next) else {
        state.note(.damaged)
        return
      }
      guard let next = try file.directory(at: directory.next, in: &source) else {
        state.note(directory.next >= source.count ? .truncated : .damaged)
        return
      }
      directory = next
    }
    isCutShort = true
  }

  /// Whether strips (tags 273, 279) or tiles (324, 325) end inside the file.
  private mutating func checkData(
    of directory: TIFFDirectory, in source: inout BufferedSource
  ) throws {
    for (offsets, counts) in [(UInt16(273), UInt16(279)), (324, 325)] {
      guard stripsLeft > 0,
        let starts = try file.integers(offsets, in: directory, limit: stripsLeft, of: &source)
      else { continue }
      stripsLeft -= starts.count
      let sizes = try file.integers(counts, in: directory, limit: starts.count, of: &source) ?? []
      let ends = zip(starts, sizes).map { $0.0.saturatingSum($0.1) }
      if (ends.max() ?? 0) > source.count || (starts.max() ?? 0) > source.count {
        state.note(.truncated)
      }
    }
  }
}
