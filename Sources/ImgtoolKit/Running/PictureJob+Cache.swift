internal import Batch
internal import Checksum
internal import Formats
internal import Imaging
internal import Posix
internal import ResultCache

/// A picture that was made, now or by an earlier run.
struct MadePicture: Sendable {
  /// The file, and what is said of it.
  var rendering: Rendering
  /// Whether an earlier run made it.
  var isFromCache = false
  /// The cache's own file of these bytes.
  var file: SharedFile?
  /// What the file holds; nil where nobody has found out yet.
  var digest: ContentDigest?
  /// By what twins will find it; nil where none can come, or it was there already.
  var twin: ContentDigest?
}

extension PictureJob {
  /// The picture, from the cache or a twin's output where it is there; nil where another job is making it
  /// just now.
  ///
  /// The turn to make it is over only when it is written, so that twins find it there.
  func made(
    _ token: CancellationToken, _ shared: SharedInput, _ turn: TwinTurn
  ) throws(FileError) -> MadePicture? {
    guard let cache = picture.wanted.cache, picture.mayBeCached else {
      return try madeOnce(token, shared, turn)
    }
    if let made = try unread(cache) { return made }
    let (bytes, content) = try read(shared, isDigested: true)
    let key = cache.key(content, picture: picture.picture)
    let twinKey = TwinPictures.key(content, picture)
    if let found = try found(key, content, bytes, cache) { return found }
    // A cache that can't be written to keeps nothing.
    if let found = twins.picture(twinKey) { return found }
    guard turn.begin(content) else { return nil }
    let claim = cache.results.claim(key) { token.isCancelled }
    if let reason = token.reason { throw .stopped(by: reason) }
    // Whoever had the claim before has made it, most likely.
    if let found = try found(key, content, bytes, cache) { return found }
    var made = try make(bytes, content, key, cache, token, shared)
    made.twin = twinKey
    _ = consume claim
    return made
  }

  /// The picture where no cache is used.
  private func madeOnce(
    _ token: CancellationToken, _ shared: SharedInput, _ turn: TwinTurn
  ) throws(FileError) -> MadePicture? {
    let mayHaveTwin = twins.mayExist(picture.bytes)
    let (bytes, content) = try read(shared, isDigested: mayHaveTwin)
    var twin: ContentDigest?
    if mayHaveTwin {
      let key = TwinPictures.key(content, picture)
      if let found = twins.picture(key) { return found }
      guard turn.begin(content) else { return nil }
      twin = key
    }
    return MadePicture(rendering: try rendering(of: bytes, picture, token, shared), twin: twin)
  }

  /// The picture for a file that need not be read, as its contents are known.
  private func unread(_ cache: PictureCache) throws(FileError) -> MadePicture? {
    guard let status = picture.status,
      let content = picture.known?.content ?? cache.results.knownDigest(of: status)
    else { return nil }
    return try found(cache.key(content, picture: picture.picture), content, nil, cache)
  }

  /// The picture that an earlier run made of these bytes; nil where it is not there, or is the input as it
  /// was and that has not been read.
  private func found(
    _ key: CacheKey, _ content: ContentDigest, _ bytes: [UInt8]?, _ cache: PictureCache
  ) throws(FileError) -> MadePicture? {
    guard let known = cache.picture(content, for: key) else { return nil }
    let result: (bytes: [UInt8], file: SharedFile?)
    if known.picture.isUntouched {
      guard let bytes else { return nil }
      cache.results.countHit(known.record)
      result = (bytes, nil)
    } else {
      guard let hit = cache.results.hit(for: key) else { return nil }
      result = (hit.bytes, hit.file)
    }
    let warnings = known.picture.warnings
    do throws(ImagingError) {
      try Pipeline.refuse(warnings, settings.refusedLosses)
    } catch {
      throw FileError(error, stoppedBy: nil)
    }
    let rendering = Rendering(
      bytes: result.bytes, format: known.picture.format, size: known.picture.size,
      quality: known.picture.quality, encodes: 0, decodes: 0,
      isUntouched: known.picture.isUntouched, warnings: warnings, score: known.picture.score)
    return MadePicture(
      rendering: rendering, isFromCache: true, file: result.file,
      digest: known.record.output)
  }

  /// Makes the picture and keeps it.
  private func make(
    _ bytes: [UInt8], _ content: ContentDigest, _ key: CacheKey, _ cache: PictureCache,
    _ token: CancellationToken, _ shared: SharedInput
  ) throws(FileError) -> MadePicture {
    var picture = picture
    if picture.known != nil {
      // The cache has lost it since the plan was made: the header tells what the record told.
      picture = try PlannedPicture(picture.input, picture.wanted, standardInput: nil)
      try picture.check(settings)
    }
    let start = MonotonicClock.seconds
    let ladder = cache.ladder(content, picture: picture.picture, format: picture.format)
    // What a search that fails has learned serves the next budget all the same.
    defer { ladder.keep() }
    let rendering = try rendering(of: bytes, picture, token, shared, ladder)
    let facts = CachedPicture(picture, rendering)
      .facts(encodes: rendering.encodes, seconds: MonotonicClock.seconds - start)
    let record = cache.results.store(
      rendering.bytes, facts, for: key, isInput: rendering.isUntouched)
    return MadePicture(rendering: rendering, digest: record.output)
  }

  /// The input's bytes, read once, and their digest.
  private func read(
    _ shared: SharedInput, isDigested: Bool
  ) throws(FileError) -> (bytes: [UInt8], content: ContentDigest) {
    if let read = shared.read { return read }
    let read = try read(isDigested: isDigested)
    shared.read = read
    return read
  }

  /// The input's bytes; their digest where it is wanted, which the cache then knows without reading them.
  func read(isDigested: Bool) throws(FileError) -> (bytes: [UInt8], content: ContentDigest) {
    func digest(_ bytes: [UInt8]) -> ContentDigest {
      isDigested ? SHA256.digest(of: bytes) : ContentDigest(0, 0, 0, 0)
    }
    if let bytes = picture.standardInput { return (bytes, digest(bytes)) }
    let file = try FileSource(picture.input.path)
    let bytes = try file.readAll()
    let content = digest(bytes)
    if isDigested, picture.mayBeCached, let results = settings.results,
      (try? FileStatus(of: picture.input.path)) == file.status
    {
      results.note(content, of: file.status)
    }
    return (bytes, content)
  }
}
