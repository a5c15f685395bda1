/// The picture track of a `moov` box: an image sequence, or a film.
package struct ImageSequence: Sendable, Equatable {
  /// The track's handler: `pict` for an image sequence, `vide` for a film.
  package var handler: FourCC
  /// How frames are coded; nil for a codec that HEIF doesn't know.
  package var codec: PictureCodec?
  /// The size of a frame in pixels as coded.
  package var storedSize: PixelSize
  /// The size in pixels as shown, turned by the track's matrix.
  package var displayedSize: PixelSize
  /// How many frames there are; 0 where the film is in fragments.
  package var frames: Int
  /// Bits of a sample.
  package var bitsPerSample: Int?
  /// How the colour planes are stored.
  package var chroma: ChromaFormat?
  /// Whether an auxiliary track goes along with it; in image sequences that is transparency.
  package var hasAuxiliary: Bool
}

extension ImageSequence {
  /// A track of frames of one size, nothing else known.
  package init(handler: FourCC, frameSize: PixelSize, frames: Int) {
    self.init(
      handler: handler, codec: nil, storedSize: frameSize, displayedSize: frameSize, frames: frames,
      bitsPerSample: nil, chroma: nil, hasAuxiliary: false)
  }

  /// The first picture track of a `moov` box; nil where it has none.
  init?(_ movie: Box, in source: inout BufferedSource, state: inout FileState) throws {
    var tracks: [Track] = []
    var hasAuxiliary = false
    for box in try source.boxes(in: movie.payload, limit: 256, state: &state)
    where box.type == "trak" {
      let track = try Track(box, in: &source, state: &state)
      if track.handler == "auxv" { hasAuxiliary = true }
      tracks.append(track)
    }
    guard
      let track = tracks.first(where: { $0.handler == "pict" })
        ?? tracks.first(where: { $0.handler == "vide" }), let handler = track.handler
    else { return nil }
    self.init(
      handler: handler, codec: track.entry.flatMap(PictureCodec.init), storedSize: track.coded,
      displayedSize: track.shown.isEmpty ? track.coded : track.shown, frames: track.samples,
      bitsPerSample: track.configuration?.bits, chroma: track.configuration?.chroma,
      hasAuxiliary: hasAuxiliary)
  }
}

/// What is read of a `trak` box (ISO/IEC 14496-12, 8.3 to 8.7).
private struct Track {
  var handler: FourCC?
  var entry: FourCC?
  var coded = PixelSize.zero
  var shown = PixelSize.zero
  var samples = 0
  var configuration: CodedSamples?

  init(_ box: Box, in source: inout BufferedSource, state: inout FileState) throws {
    try read(box.payload, in: &source, depth: 0, state: &state)
  }

  /// Boxes that only hold others.
  private static let containers: Set<FourCC> = ["mdia", "minf", "stbl"]

  private mutating func read(
    _ range: Range<Int>, in source: inout BufferedSource, depth: Int, state: inout FileState
  ) throws {
    for box in try source.boxes(in: range, limit: 256, state: &state) {
      let start = box.payload.lowerBound
      switch box.type {
      case _ where Self.containers.contains(box.type) && depth < 4:
        try read(box.payload, in: &source, depth: depth + 1, state: &state)
      case "tkhd": readHeader(try source.reader(at: start, count: min(96, box.payload.count)))
      // QuickTime has a second one, in `minf`, that speaks of where data lie.
      case "hdlr" where handler == nil:
        handler = try source.reader(at: start + 8, count: 4).firstFourCC
      case "stsd":
        try readEntry(min(start + 8, box.end)..<box.end, in: &source)
      case "stsz": samples = try source.number(at: start + 8, before: box.end)
      case "stz2": samples = try source.number(at: start + 8, before: box.end)
      default: break
      }
    }
  }

  /// `tkhd`: the size as shown, and the matrix that may turn it.
  private mutating func readHeader(_ reader: ByteReader) {
    let wide = reader.peek(UInt8.self, at: 0) == 1
    let matrix = wide ? 52 : 40
    guard let a = reader.peek(UInt32.self, at: matrix),
      let b = reader.peek(UInt32.self, at: matrix + 4),
      let width = reader.peek(UInt32.self, at: matrix + 36),
      let height = reader.peek(UInt32.self, at: matrix + 40)
    else { return }
    // 16.16 fixed point.
    let size = PixelSize(width: Int(width >> 16), height: Int(height >> 16))
    shown = a == 0 && b != 0 ? size.turned : size
  }

  /// `stsd`: the first sample entry (ISO/IEC 14496-12, 12.1.3).
  private mutating func readEntry(_ range: Range<Int>, in source: inout BufferedSource) throws {
    var walker = BoxWalker(range, limit: 1)
    guard let box = try walker.next(in: &source) else { return }
    entry = box.type
    let reader = try source.reader(at: box.payload.lowerBound, count: min(28, box.payload.count))
    guard let width = reader.peek(UInt16.self, at: 24),
      let height = reader.peek(UInt16.self, at: 26)
    else { return }
    coded = PixelSize(width: Int(width), height: Int(height))
    guard let type = PictureCodec(box.type)?.configurationType, box.payload.count > 78,
      let found = try source.box(type, in: box.payload.lowerBound + 78..<box.end)
    else { return }
    configuration = CodedSamples(
      type, try source.bytes(at: found.payload.lowerBound, count: min(64, found.payload.count)))
  }
}

extension BufferedSource {
  /// The 32-bit number at an offset; 0 where it would reach past `end`.
  fileprivate mutating func number(at offset: Int, before end: Int) throws -> Int {
    guard offset + 4 <= end else { return 0 }
    return try reader(at: offset, count: 4).peek(UInt32.self, at: 0).map { Int($0) } ?? 0
  }
}
