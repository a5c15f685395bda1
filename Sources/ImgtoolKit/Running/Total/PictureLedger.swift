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
  private var forecast: ByteForecast?
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

  /// Takes note of what came of making the picture as good as it can be.
  ///
  /// - Parameters:
  ///   - result: What that took, or why it can't be made.
  ///   - time: How long it took, in seconds.
  mutating func add(best result: Result<MeasuredPicture, FileError>, seconds time: Double) {
    seconds += time
    switch result {
    case .failure(let error): failure = error
    case .success(let made):
      encodes += made.encodes
      decodes += made.decodes
      isUntouched = made.encodes == 0
      entries[0] = Entry(bytes: made.bytes, level: 0, kept: made.kept)
      // What can't stay untouched is made at the best quality.
      if !isUntouched { entries[1] = entries[0] }
    }
  }

  /// Takes note of what came of making the picture at several levels.
  ///
  /// - Parameters:
  ///   - result: What they took, or why it can't be made.
  ///   - levels: What each stands for.
  ///   - time: How long it took, in seconds.
  mutating func add(
    _ result: Result<SurveyedPicture, FileError>, _ levels: BudgetLevels, seconds time: Double
  ) {
    seconds += time
    switch result {
    case .failure(let error): failure = error
    case .success(let survey):
      decodes += survey.decodes
      forecast = survey.forecast ?? forecast
      if let untouched = survey.untouched, entries[0] == nil {
        isUntouched = true
        entries[0] = Entry(bytes: untouched.bytes, level: 0, kept: untouched.kept)
      }
      for (level, made) in survey.levels {
        encodes += made.encodes
        var entry = Entry(bytes: made.bytes, level: level, kept: made.kept)
        if isUntouched, let untouched = entries[0],
          untouched.bytes <= entry.bytes || Self.isBelow(made.quality, levels.quality(of: level))
        {
          entry = untouched
        }
        entries[level] = entry
      }
      if entries[0] == nil, let best = entries[1] { entries[0] = best }
    }
  }

  /// About how many bytes it takes at a level; nil where nothing is known.
  func expected(at level: Int, _ levels: BudgetLevels) -> Int? {
    guard let forecast else { return nil }
    let bytes = levels.forecast(level, forecast, of: picture.size)
    guard isUntouched, let untouched = entries[0] else { return bytes }
    return min(bytes, untouched.bytes)
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

  /// How the picture is made at each of several levels.
  func rungs(_ open: [Int], _ levels: BudgetLevels) -> [Int: BudgetRung] {
    var rungs: [Int: BudgetRung] = [:]
    // What can't stay untouched is made at the best quality.
    for level in Set(open.map { max($0, 1) }) where entries[level] == nil {
      rungs[level] = levels.rung(level, of: picture.size, metadataRoom: metadataRoom)
    }
    return rungs
  }

  /// The picture as it is measured.
  func measuring(_ levels: BudgetLevels) -> PlannedPicture {
    var picture = picture
    let best = levels.rung(0, of: picture.size, metadataRoom: metadataRoom)
    picture.share = BudgetShare(budget: best.budget)
    return picture
  }

  /// The picture with its share: what it was measured to take at a level.
  func shared(_ level: Int, _ levels: BudgetLevels, keepsFile: Bool) -> PlannedPicture {
    guard let entry = entries[level] else { return picture }
    var picture = measuring(levels)
    if entry.level > 0 {
      picture.share?.rung = levels.rung(entry.level, of: picture.size, metadataRoom: metadataRoom)
    }
    picture.share?.bytes = entry.bytes
    picture.share?.kept = keepsFile ? entry.kept : nil
    picture.share?.encodes = encodes
    picture.share?.decodes = decodes
    picture.share?.seconds = seconds
    return picture
  }
}
