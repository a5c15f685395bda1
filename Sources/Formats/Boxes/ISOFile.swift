/// The boxes at the top of an ISO base media file that say what it is.
struct ISOFile {
  /// The brands; nil for an old QuickTime film, which has none.
  var fileType: FileTypeBox?
  /// The first box with items, and the first with tracks.
  var meta, movie: Box?
  /// The box that stands for `meta` in a small HEIF.
  var mini: Box?
  /// Whether there is the box of a motion photo's video.
  var hasMotionVideo = false
  /// Whether media data were met.
  var hasMediaData = false
  /// What was wrong at the top.
  var state = FileState.sound

  /// Reads the top of a file; nil where it doesn't start as one.
  ///
  /// Boxes without meaning may stand before `ftyp`; without an `ftyp`, only what QuickTime wrote
  /// before there was one is accepted.
  init?(_ source: inout BufferedSource) throws {
    var walker = BoxWalker(0..<source.count, limit: Self.mostBoxes)
    var isTrusted = false
    var hasStrangers = false
    while let box = try walker.next(in: &source) {
      if !isTrusted {
        switch try Self.opening(box, in: &source) {
        case .skip: continue
        case .foreign: return nil
        case .start: isTrusted = true
        }
      }
      if Self.known.contains(box.type) {
        try take(box, in: &source)
      } else {
        // Garbage behind the last box is no box that was cut.
        hasStrangers = true
      }
      // A film may be in thousands of fragments: they tell no more.
      if box.type == "moof" { break }
    }
    guard isTrusted else { return nil }
    if meta == nil, movie == nil, mini == nil {
      state.note(walker.state == .damaged || hasStrangers ? .damaged : .truncated)
    }
  }

  private static let mostBoxes = 1024
  private static let known: Set<FourCC> = [
    "ftyp", "styp", "meta", "moov", "mdat", "mini", "moof", "free", "skip", "wide", "uuid", "mpvd",
  ]

  private enum Opening {
    case start, skip, foreign
  }

  /// What a box before any trusted one says of the file.
  private static func opening(_ box: Box, in source: inout BufferedSource) throws -> Opening {
    switch box.type {
    case "ftyp", "styp":
      return try source.reader(at: box.payload.lowerBound, count: 4).remaining == 4
        && box.payload.count >= 4
        ? .start : .foreign
    case "free", "skip", "wide", "pnot", "PICT", "uuid": return box.isCut ? .foreign : .skip
    case "moov":
      let first = try source.reader(at: box.payload.lowerBound, count: 8).peek(UInt32.self, at: 4)
      let known: [FourCC] = ["mvhd", "cmov", "rmra", "udta", "trak", "iods"]
      return first.map { known.contains(FourCC(rawValue: $0)) } == true ? .start : .foreign
    case "mdat":
      // Behind `wide` or a whole `mdat` only: four letters alone prove nothing.
      if box.offset > 0 { return .start }
      guard !box.isCut else { return .foreign }
      return try source.box("moov", in: box.end..<source.count) == nil ? .foreign : .start
    default: return .foreign
    }
  }

  private mutating func take(_ box: Box, in source: inout BufferedSource) throws {
    if box.isCut { state.note(.truncated) }
    switch box.type {
    case "ftyp" where fileType == nil, "styp" where fileType == nil:
      fileType = FileTypeBox(
        try source.bytes(
          at: box.payload.lowerBound, count: min(box.payload.count, FileTypeBox.longest)))
    case "meta" where meta == nil: meta = box
    case "moov" where movie == nil: movie = box
    case "mini" where mini == nil: mini = box
    case "mdat": hasMediaData = true
    // Motion photo format 1.0: the video of a HEIC.
    case "mpvd": hasMotionVideo = true
    default: break
    }
  }
}
