internal import Batch
internal import Checksum
internal import Formats
internal import Imaging
internal import Metadata
internal import Posix
internal import ResultCache

/// The work for one output: read, make, write.
struct PictureJob: Sendable {
  /// The picture.
  var picture: PlannedPicture
  /// Where the output goes; `-` for stdout.
  let output: FilePath
  /// Whether a file of that name may be replaced.
  let replaces: Bool
  /// How it is made.
  let settings: BatchSettings
  /// Threads that may work on it, at least 1.
  let threads: Int
  /// Peak bytes that it is expected to take, with those that are made of the same decode.
  let memory: Int
  /// The formats of all of those.
  let formats: [ImageFormat]
  /// What this run has learned of the sizes that pictures take.
  let sizes: SizeMemory
  /// Writes files that appear whole or not at all.
  let writer: OutputWriter
  /// What other jobs have written of inputs that hold the same.
  let twins: TwinPictures

  /// Does the work; a failure is part of the outcome.
  ///
  /// - Parameters:
  ///   - token: Asked whether it is still wanted.
  ///   - shared: What it shares with other outputs of the same picture.
  ///   - turn: The turn to make what twins of the picture wait for.
  ///   - console: Takes a picture that goes to standard output.
  /// - Returns: The outcome; nil where another job is making the same, after which the turn's job is begun
  ///   anew.
  func run(
    _ token: CancellationToken, _ shared: SharedInput, _ turn: TwinTurn, console: any Console
  ) -> Outcome? {
    let start = MonotonicClock.seconds
    var outcome = Outcome(input: picture.input.path, output: output, .written)
    do throws(FileError) {
      guard let made = try make(token, shared, turn, console) else { return nil }
      outcome = made
    } catch {
      outcome = Outcome(input: picture.input.path, failed: error)
    }
    outcome.recipe = picture.wanted.recipe
    outcome.bytesIn = picture.bytes
    outcome.sourceSize = outcome.sourceSize ?? picture.facts.displayedSize.known
    outcome.seconds = MonotonicClock.seconds - start + (picture.share?.seconds ?? 0)
    return outcome
  }

  private func make(
    _ token: CancellationToken, _ shared: SharedInput, _ turn: TwinTurn, _ console: any Console
  ) throws(FileError) -> Outcome? {
    if let reason = token.reason { throw .stopped(by: reason) }
    let ready =
      picture.share == nil
      ? try made(token, shared, turn) : MadePicture(rendering: try renderingInShare(token))
    guard let made = ready else { return nil }
    let rendering = made.rendering
    // The last moment at which stopping leaves nothing behind.
    if let reason = token.reason { throw .stopped(by: reason) }
    let isUntouched = rendering.isUntouched
    if isInPlace, !isUntouched, rendering.warnings.contains(where: { $0.loss == .frames }) {
      throw .wouldLosePictures(picture.facts.pictures + picture.facts.views)
    }
    if isInPlace, isBetterLeftAlone(rendering) { return leftAlone(rendering) }
    if output == "-" {
      console.write(rendering.bytes, to: .output)
      if console.isOutputClosed {
        throw FileError(writing: "standard output", console.takeOutputError() ?? .brokenPipe)
      }
    } else if !(isUntouched && isInputItself) {
      let digest = try write(made)
      if let key = made.twin, let digest, twins.mayExist(picture.bytes) {
        twins.note(rendering, digest, at: output, for: key)
      }
    }
    var outcome = Outcome(
      input: picture.input.path, output: output,
      isUntouched ? .unchanged : made.isFromCache ? .cached : .written)
    outcome.format = rendering.format
    outcome.sourceSize = rendering.drawnSize
    outcome.size = rendering.size
    outcome.bytesOut = rendering.bytes.count
    outcome.quality = rendering.quality
    outcome.isQualityFound = picture.wanted.recipe.budget != nil
    outcome.score = rendering.score
    outcome.encodes = rendering.encodes + (picture.share?.encodes ?? 0)
    outcome.decodes = rendering.decodes + (picture.share?.decodes ?? 0)
    outcome.notes = rendering.warnings
    return outcome
  }

  /// Whether all that replacing the input could do is to make it larger and a little worse.
  ///
  /// Metadata or a gain map that is to go, and colours that are to change, are worth more than bytes.
  private func isBetterLeftAlone(_ rendering: Rendering) -> Bool {
    rendering.warnings.contains(.largerThanSource) && picture.wanted.recipe.metadata == .all
      && !picture.wanted.recipe.convertsToSRGB
      && (picture.wanted.recipe.keepsHDR || !picture.facts.hasGainMap)
  }

  private func leftAlone(_ rendering: Rendering) -> Outcome {
    var outcome = Outcome(input: picture.input.path, output: picture.input.path, .unchanged)
    outcome.format = picture.source
    outcome.size = picture.facts.displayedSize
    outcome.bytesOut = picture.bytes
    outcome.encodes = rendering.encodes
    outcome.decodes = rendering.decodes
    outcome.notes = [.largerThanSource]
    outcome.score = rendering.score.map { _ in 100 }
    return outcome
  }

  private var isInPlace: Bool { settings.existing.isInPlace }

  /// Whether the output has the input's own name; with `--in-place` the extension may be another.
  private var isInputItself: Bool {
    isInPlace && output == (try? FileSystem.realPath(picture.input.path))
  }

  /// The output, not written yet; what `ladder` knows makes it sooner.
  func rendering(
    of bytes: [UInt8], _ picture: PlannedPicture, _ token: CancellationToken,
    _ shared: SharedInput, _ ladder: KnownLadder = KnownLadder()
  ) throws(FileError) -> Rendering {
    let pipeline = pipeline(for: picture, ladder)
    if let isolation = settings.isolation {
      var made = try isolation.rendering(
        pipeline, bytes, ExpectedPicture(picture, pipeline.recipe), limits(for: picture), token,
        keptBy: shared.loan(from: isolation), sharing: shared.sizes)
      if picture.mayHoldText(bytes) { made.warnings.append(.fontsOutOfReach) }
      return made
    }
    return try FileError.translating(token) { () throws(ImagingError) in
      try pipeline.run(shared.source(bytes), sharing: shared.decode) { token.isCancelled }
    }
  }

  /// The way from this picture's file to another.
  func pipeline(
    for picture: PlannedPicture, _ ladder: KnownLadder = KnownLadder()
  ) -> Pipeline {
    Pipeline(
      recipe: picture.recipe,
      limits: settings.limits(threads: threads),
      refusing: settings.refusedLosses, memory: sizes, rungs: ladder.rungs)
  }

  /// What another process may take to make it.
  private func limits(for picture: PlannedPicture) -> WorkLimits {
    WorkLimits(
      picture, to: formats, memory: memory, threads: threads, timeout: settings.timeout)
  }

  /// What a picture takes when it is made in several ways, of one decode.
  func survey(
    of bytes: [UInt8], _ request: SurveyRequest, _ token: CancellationToken
  ) throws(FileError) -> BudgetSurvey {
    let pipeline = pipeline(for: picture)
    if let isolation = settings.isolation {
      return try isolation.survey(
        pipeline, bytes, request, ExpectedPicture(picture, pipeline.recipe), limits(for: picture),
        token)
    }
    return try FileError.translating(token) { () throws(ImagingError) in
      try pipeline.survey(Source(bytes), request.rungs, forecasts: request.forecasts) {
        token.isCancelled
      }
    }
  }

  /// Writes it, and says what was written where that had to be found out.
  private func write(_ made: MadePicture) throws(FileError) -> ContentDigest? {
    var options = AtomicFileOptions()
    if isInPlace, let status = picture.status {
      options = .inPlace(of: status)
      // As long as both are there, the new one is known for unfinished work.
      options.isMarked = !isInputItself
      options.attributes = Self.attributes(of: picture.input.path)
      if let old = replacedInput { options.supersedes = old.name }
      try checkIsUnchanged(status)
    }
    options.root = root
    if settings.isDurable { options.durability = .complete }
    options.sharing = made.file
    options.digest = made.digest
    options.replaces = replaces
    if settings.keepsTimes { options.modified = picture.status?.modified }
    // Twins look for what they expect.
    if options.digest == nil, twins.mayExist(picture.bytes) {
      options.digest = SHA256.digest(of: made.rendering.bytes)
    }
    let committed: AtomicFile.Committed
    do throws(SystemError) {
      committed = try write(made.rendering.bytes, options)
      if let digest = committed.digest {
        settings.results?.noteWritten(digest, of: committed.status)
      }
    } catch {
      throw error == .exists
        ? FileError(.outputExists, "its output \(output) has come into being meanwhile")
        : FileError(writing: output, below: options.root, error)
    }
    if let remainder = committed.remainder { throw .replacedRemains(remainder, beside: output) }
    return committed.digest
  }

  private func write(
    _ bytes: [UInt8], _ options: AtomicFileOptions
  ) throws(SystemError) -> AtomicFile.Committed {
    do throws(SystemError) {
      return try writer.write(bytes, to: output, options)
    } catch {
      // Another run has just made the same file: it may be replaced like any of ours.
      guard error == .exists, !isInPlace, writer.isOurs(output) else { throw error }
      var options = options
      options.replaces = true
      return try writer.write(bytes, to: output, options)
    }
  }

  /// Refuses to replace a file that is not the one that was read any more.
  private func checkIsUnchanged(_ read: FileStatus) throws(FileError) {
    let now = try? FileStatus(of: picture.input.path)
    guard let now, now.isSameFile(as: read), now.size == read.size, now.modified == read.modified
    else {
      throw FileError(
        .writeFailed, "it was changed by another program meanwhile, and is left alone")
    }
  }

  /// The extended attributes of a file, access control lists among them, but for our own mark.
  private static func attributes(of path: FilePath) -> [(name: String, value: [UInt8])] {
    guard let file = try? FileDescriptor(opening: path, .read),
      let names = try? ExtendedAttributes.names(in: file)
    else { return [] }
    var found: [(name: String, value: [UInt8])] = []
    for name in names where name != OutputMark.attribute {
      if let value = try? ExtendedAttributes.value(of: name, in: file) {
        found.append((name, value))
      }
    }
    return found
  }

  /// With `--in-place` the old file goes once its successor under another extension is in place.
  private var replacedInput: FilePath? {
    guard let old = try? FileSystem.realPath(picture.input.path), old != output else { return nil }
    return old.folder == output.folder ? old : nil
  }

  /// Where nobody can lead the output to by a link that is made meanwhile; nil where only links on the way
  /// to it are followed.
  private var root: FilePath? {
    // The path of what is replaced was freed of links when the run was planned.
    isInPlace ? "/" : picture.wanted.naming.folder ?? picture.input.root
  }
}

extension FileError {
  /// The failure to remove what an output has replaced.
  fileprivate static func replacedRemains(
    _ remainder: AtomicFile.Remainder, beside output: FilePath
  ) -> FileError {
    FileError(
      .writeFailed,
      """
      it can't be removed (\(remainder.error)), and is left as it was\
      \(remainder.isUndone ? "" : " beside \(output)")
      """)
  }
}
