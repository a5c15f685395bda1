internal import Batch
internal import Formats
internal import Imaging
internal import Posix
internal import ResultCache

/// What a run will do with each input, decided before anything is written.
struct BatchPlan: Sendable {
  /// What happens with one input.
  enum Step: Sendable {
    /// Nothing: it failed, is skipped, or would only be planned.
    case done(Outcome)
    /// The picture is made and written.
    case make(PlannedPicture, output: FilePath, replaces: Bool)
  }

  /// A step for each output, in the order of the command line; those of one picture follow each other.
  private(set) var steps: [Step] = []

  /// Reads every header, names every output and settles who may write where.
  init(
    _ inputs: [WantedInput], _ settings: BatchSettings, standardInput: [UInt8]?,
    wasWrittenByUs: @escaping @Sendable (FilePath, FileStatus) -> Bool
  ) {
    let known = inputs.map { Self.known($0, settings) }
    // Only what has to be opened otherwise is looked for among the outputs.
    let own = known.contains { $0 == nil } ? Self.outputs(of: known) : []
    let pictures = Array(zip(inputs, known)).concurrentMap(
      settled: { $0.1.map { $0.map { .success($0) } } }
    ) { (wanted, _) -> [Result<PlannedPicture, Failure>] in
      Self.isOutput(wanted.found, among: own, wasWrittenByUs)
        ? [] : Self.pictures(wanted, settings, standardInput)
    }.flatMap { $0 }
    var requests: [OutputPlan.Request] = []
    var entries: [Entry] = []
    for picture in pictures {
      switch picture {
      case .failure(let failure):
        entries.append(.failed(failure))
      case .success(let picture):
        do throws(FileError) {
          // What the header gives away needs no job, and claims no name that another one could have.
          try picture.check(settings)
          let output = try picture.wanted.naming.output(
            for: picture.input, picture: picture.picture ?? 0, format: picture.format,
            size: picture.size)
          entries.append(.request(picture, requests.count))
          requests.append(OutputPlan.Request(picture.input, output: output))
        } catch {
          entries.append(.failed(Failure(picture.input, error, bytes: picture.bytes)))
        }
      }
    }
    // Where it doesn't matter whose they are, nobody has to find out.
    let isTheirs = settings.existing.overwrites || settings.existing.skipsExisting
    let there = requests.map { request in
      request.output == "-"
        ? nil
        : FoundOutput(request.output) { !isTheirs && wasWrittenByUs($0, $1) }
    }
    let others = entries.compactMap { $0.failure?.input }
    let decisions = OutputPlan(settings.existing, wasWrittenByUs: wasWrittenByUs)
      .decide(requests, there, besides: others)
    let outputs = requests.map(\.output)
    steps = entries.compactMap { entry in
      switch entry {
      case .failed(let failure): .done(failure.outcome)
      case .request(let picture, let index):
        Self.step(picture, outputs[index], there[index], decisions[index], settings)
      }
    }
  }

  /// Outputs that may not be made, as another input or output would be lost.
  var conflicts: [Outcome] {
    steps.compactMap { step in
      guard case .done(let outcome) = step,
        [.outputConflict, .outputExists].contains(outcome.error?.code)
      else { return nil }
      return outcome
    }
  }

  private enum Entry: Sendable {
    case failed(Failure)
    case request(PlannedPicture, Int)

    var failure: Failure? {
      if case .failed(let failure) = self { failure } else { nil }
    }
  }

  /// An input of which nothing can be made.
  private struct Failure: Error {
    let input: Input?
    let outcome: Outcome

    init(_ path: FilePath, _ error: FileError) {
      input = nil
      outcome = Outcome(input: path, failed: error)
    }

    init(_ input: Input, _ error: FileError, bytes: Int?) {
      self.input = input
      var outcome = Outcome(input: input.path, failed: error)
      outcome.bytesIn = bytes
      self.outcome = outcome
    }
  }

  private static func pictures(
    _ wanted: WantedInput, _ settings: BatchSettings, _ standardInput: [UInt8]?
  ) -> [Result<PlannedPicture, Failure>] {
    guard let first = wanted.outputs.first else { return [] }
    switch wanted.found {
    case .failed(let path, let error):
      return [.failure(Failure(path, error))]
    case .input(let input):
      do throws(FileError) {
        let picture = try PlannedPicture(
          input, first, standardInput: input.isStandardInput ? standardInput : nil)
        guard settings.makesAllPictures else {
          return picture.all(wanted.outputs).map { .success($0) }
        }
        if first.naming.holdsOne, picture.facts.separablePictures > 1 {
          throw FileError(
            .unsupported,
            """
            it holds \(picture.facts.separablePictures) pictures, and standard output takes one; \
            -o names a folder
            """)
        }
        return picture.each().flatMap { one -> [Result<PlannedPicture, Failure>] in
          switch one {
          case .success(let picture): picture.all(wanted.outputs).map { .success($0) }
          case .failure(let error): [.failure(Failure(input, error, bytes: picture.bytes))]
          }
        }
      } catch {
        let size = try? FileStatus(of: input.path).size
        return [.failure(Failure(input, error, bytes: size))]
      }
    }
  }

  /// A picture that the cache knows; where others in the file count as well, the header has to tell.
  private static func known(
    _ wanted: WantedInput, _ settings: BatchSettings
  ) -> [PlannedPicture]? {
    guard !settings.makesAllPictures, !settings.existing.isInPlace,
      case .input(let input) = wanted.found
    else { return nil }
    return PlannedPicture.known(input, wanted.outputs)
  }

  /// Where known pictures are written to, folders free of links and dots.
  private static func outputs(of known: [[PlannedPicture]?]) -> Set<FilePath> {
    var folders = RealFolders()
    var outputs: Set<FilePath> = []
    for picture in known.lazy.compactMap({ $0 }).joined() {
      let output = try? picture.wanted.naming.output(
        for: picture.input, picture: 0, format: picture.format, size: picture.size)
      if let output, output != "-" { outputs.insert(folders.resolve(output)) }
    }
    return outputs
  }

  /// Whether an input that was found in a folder is what an earlier run like this one has made there: it
  /// need not be opened to be left out.
  private static func isOutput(
    _ found: FoundInput, among outputs: Set<FilePath>,
    _ wasWrittenByUs: (FilePath, FileStatus) -> Bool
  ) -> Bool {
    guard case .input(let input) = found, input.isFromFolder, let path = input.lookedUp.path,
      outputs.contains(path), let status = try? FileStatus(of: path, followingLinks: false)
    else { return false }
    return wasWrittenByUs(path, status)
  }

  private static func step(
    _ picture: PlannedPicture, _ output: FilePath, _ there: FoundOutput?,
    _ decision: OutputPlan.Decision, _ settings: BatchSettings
  ) -> Step? {
    func outcome(_ status: Outcome.Status) -> Outcome {
      var outcome = Outcome(input: picture.input.path, output: output, status)
      outcome.recipe = picture.wanted.recipe
      outcome.format = picture.format
      outcome.sourceSize = picture.facts.displayedSize.known
      outcome.size = picture.size.known
      outcome.bytesIn = picture.bytes
      return outcome
    }
    func failure(_ error: FileError) -> Step {
      .done(Failure(picture.input, error, bytes: picture.bytes).outcome)
    }
    switch decision {
    case .drop: return nil
    case .skip: return .done(outcome(.skipped))
    case .fail(let error): return failure(error)
    case .write(let replaces):
      if let outcome = upToDate(picture, output, there, settings) { return .done(outcome) }
      guard settings.isDryRun else { return .make(picture, output: output, replaces: replaces) }
      do throws(FileError) {
        var planned = outcome(.planned)
        planned.notes = try picture.foreseenLosses(settings)
        return .done(planned)
      } catch {
        return failure(error)
      }
    }
  }

  /// The outcome for an output that is there already, as an earlier run left it.
  private static func upToDate(
    _ picture: PlannedPicture, _ output: FilePath, _ there: FoundOutput?, _ settings: BatchSettings
  ) -> Outcome? {
    guard let known = picture.known, let there, let cache = picture.wanted.cache,
      cache.isUpToDate(
        output, there.status, known, modified: settings.keepsTimes ? picture.status?.modified : nil)
    else { return nil }
    do throws(ImagingError) {
      try Pipeline.refuse(known.picture.warnings, settings.refusedLosses)
    } catch {
      // Whoever makes it says so in the usual words.
      return nil
    }
    cache.results.countHit(known.record)
    var outcome = Outcome(input: picture.input.path, output: output, .unchanged)
    outcome.recipe = picture.wanted.recipe
    outcome.format = known.picture.format
    outcome.sourceSize = known.picture.sourceSize
    outcome.size = known.picture.size
    outcome.bytesIn = picture.bytes
    outcome.bytesOut = known.record.byteCount
    outcome.quality = known.picture.quality
    outcome.isQualityFound = picture.wanted.recipe.budget != nil
    outcome.score = known.picture.score
    outcome.notes = known.picture.warnings
    return outcome
  }
}
