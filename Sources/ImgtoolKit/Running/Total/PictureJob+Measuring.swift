internal import Batch
internal import Imaging

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

extension PictureJob {
  /// The output, not written yet, within its share of a total where there is one.
  ///
  /// - Throws: `FileError` for what can't be made.
  func renderingInShare(_ token: CancellationToken) throws(FileError) -> Rendering {
    if let kept = picture.share?.kept { return kept }
    let made = try rendering(of: read(isDigested: false).bytes, picture, token)
    guard let most = picture.share?.bytes, made.bytes.count > most else { return made }
    // An encoder of many threads may make other bytes each time, and inputs may change.
    var job = self
    job.picture.share?.budget.bytes = most
    return try job.rendering(of: read(isDigested: false).bytes, job.picture, token)
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
          try rendering(of: read(isDigested: false).bytes, picture, token), room: room))
    } catch {
      return .failure(error)
    }
  }
}
