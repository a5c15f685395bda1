internal import Batch
internal import Imaging
internal import Posix

/// What making a picture took, without the picture where that is too large to be kept.
struct MeasuredPicture: Sendable {
  /// Bytes of the file.
  let bytes: Int
  /// Quality 1 to 100; nil where no encoder ran or without loss.
  let quality: Int?
  /// How often an encoder ran.
  let encodes: Int
  /// How often a decoder ran.
  let decodes: Int
  /// The file, its efforts left to those who count them here; nil where it is too large.
  let kept: Rendering?

  /// - Parameters:
  ///   - made: The picture.
  ///   - room: The most bytes of one that is kept.
  init(_ made: Rendering, room: Int) {
    bytes = made.bytes.count
    quality = made.quality
    encodes = made.encodes
    decodes = made.decodes
    var kept = made
    (kept.encodes, kept.decodes) = (0, 0)
    self.kept = bytes <= room ? kept : nil
  }
}

/// What came of decoding a picture once for several levels.
struct SurveyedPicture: Sendable {
  /// The input's own picture; nil where it can't stay.
  var untouched: MeasuredPicture?
  /// What each level takes.
  var levels: [Int: MeasuredPicture] = [:]
  /// About what all others take; nil where nobody asked.
  var forecast: ByteForecast?
  /// How often a decoder ran.
  var decodes: Int
}

extension PictureJob {
  /// The output, not written yet, within its share of a total where there is one.
  ///
  /// - Throws: `FileError` for what can't be made.
  func renderingInShare(_ token: CancellationToken) throws(FileError) -> Rendering {
    guard let share = picture.share else {
      return try rendering(of: read(isDigested: false).bytes, picture, token, SharedInput())
    }
    if let kept = share.kept { return kept }
    let made = try rendering(in: share, token)
    guard let most = share.bytes, made.bytes.count > most else { return made }
    // An encoder of many threads may make other bytes each time, and inputs may change.
    var job = self
    job.picture.share?.budget.bytes = most
    var narrow = share
    narrow.budget.bytes = most
    narrow.rung?.budget.bytes = most
    return try job.rendering(in: narrow, token)
  }

  private func rendering(
    in share: BudgetShare, _ token: CancellationToken
  ) throws(FileError) -> Rendering {
    let bytes = try read(isDigested: false).bytes
    guard let rung = share.rung else {
      return try rendering(of: bytes, picture, token, SharedInput())
    }
    let survey = try survey(of: bytes, SurveyRequest(rungs: [rung], forecasts: false), token)
    guard var made = survey.rungs.first else {
      throw FileError(.internal, "nothing was made of it")
    }
    made.decodes = survey.decodes
    return made
  }

  /// Makes the picture, and writes nothing.
  ///
  /// - Parameters:
  ///   - token: Asked whether it is still wanted.
  ///   - room: The most bytes of a file that is kept.
  /// - Returns: What it took.
  func measured(_ token: CancellationToken, room: Int) -> Result<MeasuredPicture, FileError> {
    do throws(FileError) {
      if let reason = token.reason { throw .stopped(by: reason) }
      return .success(
        MeasuredPicture(
          try rendering(of: read(isDigested: false).bytes, picture, token, SharedInput()),
          room: room))
    } catch {
      return .failure(error)
    }
  }

  /// Makes the picture at several levels, of one decode, and writes nothing.
  ///
  /// - Parameters:
  ///   - token: Asked whether it is still wanted.
  ///   - rungs: How it is made at each level.
  ///   - forecasts: Whether the bytes of all other levels are to be told.
  ///   - room: The most bytes of a file that is kept.
  /// - Returns: What it took.
  func surveyed(
    _ token: CancellationToken, _ rungs: [Int: BudgetRung], forecasts: Bool, room: Int
  ) -> Result<SurveyedPicture, FileError> {
    do throws(FileError) {
      if let reason = token.reason { throw .stopped(by: reason) }
      let bytes = try read(isDigested: false).bytes
      let order = rungs.sorted { $0.key < $1.key }
      let survey = try survey(
        of: bytes, SurveyRequest(rungs: order.map(\.value), forecasts: forecasts), token)
      var surveyed = SurveyedPicture(decodes: survey.decodes)
      surveyed.untouched = survey.untouched.map { MeasuredPicture($0, room: room) }
      surveyed.forecast = survey.forecast
      for (rung, made) in zip(order, survey.rungs) {
        surveyed.levels[rung.key] = MeasuredPicture(made, room: room)
      }
      return .success(surveyed)
    } catch {
      return .failure(error)
    }
  }
}
