internal import Imaging

/// What was measured of one picture of a total.
struct PictureLedger: Sendable {
  /// What a picture takes at a level.
  struct Entry: Sendable {
    /// Bytes of the file.
    let bytes: Int
    /// The level by which it is made: 0 where the untouched file is no larger.
    let level: Int
    /// The file, where there is room to keep it.
    var kept: Rendering?
  }

  /// The picture.
  let picture: PlannedPicture
  /// Why nothing can be made of it.
  private(set) var failure: FileError?
  private var entries: [Int: Entry] = [:]
  private var encodes = 0
  private var decodes = 0
  private var seconds = 0.0
  private var isUntouched = false
  private let metadataRoom: Int

  /// - Parameters:
  ///   - picture: The picture.
  ///   - metadataRoom: The most bytes that its metadata may take.
  init(_ picture: PlannedPicture, metadataRoom: Int) {
    self.picture = picture
    self.metadataRoom = metadataRoom
  }

  /// What it takes at a level; nil where that was not measured.
  subscript(level: Int) -> Entry? { entries[level] }

  /// Takes note of what came of measuring a level.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - quality: The quality that it stands for; nil for none.
  ///   - result: What making the picture took, or why it can't be made.
  ///   - time: How long that took, in seconds.
  mutating func add(
    _ level: Int, quality: Int?, _ result: Result<MeasuredPicture, FileError>, seconds time: Double
  ) {
    seconds += time
    switch result {
    case .failure(let error): failure = error
    case .success(let made):
      encodes += made.encodes
      decodes += made.decodes
      var entry = Entry(bytes: made.bytes, level: level, kept: made.kept)
      if level == 0 { isUntouched = made.encodes == 0 }
      if isUntouched, let untouched = entries[0],
        untouched.bytes <= entry.bytes || Self.isBelow(made.quality, quality)
      {
        entry = untouched
      }
      entries[level] = entry
      // What can't stay untouched is made at the best quality.
      if level == 0, !isUntouched { entries[1] = entry }
    }
  }

  /// Whether a picture can't be made as good as wanted: the file that it comes from is no better, or
  /// no larger.
  private static func isBelow(_ made: Int?, _ wanted: Int?) -> Bool {
    guard let made, let wanted else { return false }
    return made < wanted
  }

  /// Lets go of the files of all levels but these.
  mutating func keepFiles(of levels: Set<Int>) {
    for level in entries.keys where !levels.contains(level) { entries[level]?.kept = nil }
  }

  /// The picture as it is measured at a level.
  func measuring(_ level: Int, _ levels: BudgetLevels) -> PlannedPicture {
    let making = levels.making(level, of: picture.size, metadataRoom: metadataRoom)
    var picture = picture
    picture.share = BudgetShare(budget: making.budget, size: making.size)
    return picture
  }

  /// The picture with its share: what it was measured to take at a level.
  func shared(_ level: Int, _ levels: BudgetLevels, keepsFile: Bool) -> PlannedPicture {
    guard let entry = entries[level] else { return picture }
    var picture = measuring(entry.level, levels)
    picture.share?.bytes = entry.bytes
    picture.share?.kept = keepsFile ? entry.kept : nil
    picture.share?.encodes = encodes
    picture.share?.decodes = decodes
    picture.share?.seconds = seconds
    return picture
  }
}
