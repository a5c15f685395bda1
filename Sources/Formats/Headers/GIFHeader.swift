extension HeaderFacts {
  /// The facts of a GIF (GIF89a, 1990).
  static func gif(_ source: inout BufferedSource) throws -> HeaderFacts {
    var facts = HeaderFacts(kind: .image(.gif))
    var reader = try source.reader(at: 6, count: 7, order: .little)
    guard let width = reader.read(UInt16.self), let height = reader.read(UInt16.self),
      let flags = reader.read(UInt8.self), reader.skip(2)
    else {
      facts.state = .truncated
      return facts
    }
    var walk = GIFWalk(position: 13 + GIFWalk.colorTable(flags))
    try walk.run(&source)
    facts.state = walk.state
    // Where the first frame reaches over the edge of the screen, decoders make the picture larger.
    facts.setSize(
      PixelSize(
        width: max(Int(width), walk.firstEdges.width),
        height: max(Int(height), walk.firstEdges.height)))
    facts.bitsPerSample = 8
    facts.setColors(.palette, alpha: walk.hasTransparency)
    facts.pictures = max(1, walk.frames)
    facts.isAnimated = walk.frames > 1
    if walk.frames == 0 { facts.state.note(.damaged) }
    return facts
  }
}

/// Goes through the blocks.
private struct GIFWalk {
  /// Where the next block starts.
  var position: Int
  var frames = 0
  /// Where the first frame ends, in pixels from the left and the top of the screen.
  var firstEdges = PixelSize.zero
  /// Whether the first frame has a transparent colour.
  var hasTransparency = false
  var state = FileState.sound
  /// How many more data sub-blocks are gone through: a gigabyte's worth of full ones.
  private var blocksLeft = 4 << 20

  init(position: Int) {
    self.position = position
  }

  /// The bytes of the colour table that flags announce (sections 18 and 20).
  static func colorTable(_ flags: UInt8) -> Int {
    flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
  }

  mutating func run(_ source: inout BufferedSource) throws {
    while blocksLeft > 0 {
      guard let introducer = try take(&source) else { return }
      switch introducer {
      case 0x21: try readExtension(&source)
      case 0x2C: try readFrame(&source)
      case 0x3B: return
      default:
        state.note(.damaged)
        return
      }
    }
  }

  /// The next byte; nil, and the finding noted, at the end of the file.
  private mutating func take(_ source: inout BufferedSource) throws -> UInt8? {
    let byte = try source.bytes(at: position, count: 1).first
    if byte == nil {
      state.note(.truncated)
      blocksLeft = 0
    }
    position += 1
    return byte
  }

  /// An extension; the graphic control extension has the label 0xF9 (section 23).
  private mutating func readExtension(_ source: inout BufferedSource) throws {
    guard let label = try take(&source) else { return }
    if label == 0xF9, frames == 0,
      let flags = try source.reader(at: position, count: 2).peek(UInt8.self, at: 1)
    {
      hasTransparency = flags & 1 == 1
    }
    try skipSubBlocks(&source)
  }

  /// An image descriptor, its colour table and its data (sections 20 to 22).
  private mutating func readFrame(_ source: inout BufferedSource) throws {
    var reader = try source.reader(at: position, count: 9, order: .little)
    guard let left = reader.read(UInt16.self), let top = reader.read(UInt16.self),
      let width = reader.read(UInt16.self), let height = reader.read(UInt16.self),
      let flags = reader.read(UInt8.self)
    else {
      state.note(.truncated)
      blocksLeft = 0
      return
    }
    if frames == 0 {
      firstEdges = PixelSize(width: Int(left) + Int(width), height: Int(top) + Int(height))
    }
    frames += 1
    // One byte more for the code size.
    position += 9 + Self.colorTable(flags) + 1
    try skipSubBlocks(&source)
  }

  private mutating func skipSubBlocks(_ source: inout BufferedSource) throws {
    while blocksLeft > 0, let size = try take(&source), size > 0 {
      blocksLeft -= 1
      position += Int(size)
    }
  }
}
