internal import Batch
internal import Formats
internal import Imaging
internal import ImgtoolKit
internal import Metadata
internal import Posix

/// Looks at pictures and says which rules they break.
struct Examination: Sendable {
  private let rules: CheckRules
  private let limits: PipelineLimits
  private let rehearsal: Rehearsal

  init(_ options: CheckOptions, in environment: Environment) {
    rules = options.rules
    limits = PipelineLimits(maximumPixels: options.inspection.run.maxPixels)
    // Nothing but a trial of making pictures smaller has results to keep.
    rehearsal = Rehearsal(
      cache: options.rules.savings == nil ? nil : options.cache.cache(in: environment),
      maximumPixels: options.inspection.run.maxPixels)
  }

  /// Writes down what the cache has learned.
  func finish() { rehearsal.finish() }

  /// Peak bytes that the look at an input is expected to take; what comes through standard input is alone.
  func weigh(_ input: Input) -> Int {
    guard !input.isStandardInput, let file = try? input.open(),
      let facts = try? HeaderFacts(reading: file), let format = facts.kind.imageFormat
    else { return 0 }
    let check = MemoryEstimate.bytesOfCheck(facts, format, fileBytes: file.count)
    guard rules.savings != nil else { return check }
    return max(
      check,
      MemoryEstimate.bytes(facts, format, to: format, size: rules.maximum, fileBytes: file.count))
  }

  /// Looks at one input.
  ///
  /// - Throws: `FileError` for what can't be read or is no picture.
  func look(at input: Input, _ token: CancellationToken) throws(FileError) -> ReportedFile {
    let start = MonotonicClock.seconds
    let bytes = try input.readWhole()
    let source: Source
    do throws(ImagingError) {
      source = try Source(bytes)
    } catch {
      throw FileError(error, stoppedBy: token.reason)
    }
    var trial = PictureTrial(input, source, rules)
    trial.checkHeader()
    trial.checkContents()
    do throws(FileError) {
      try checkPixels(&trial, token)
      if !trial.isBroken { try checkSavings(&trial, token) }
    } catch {
      trial.failure = error
    }
    var file = trial.file
    file.seconds = MonotonicClock.seconds - start
    return file
  }

  private func checkPixels(
    _ trial: inout PictureTrial, _ token: CancellationToken
  ) throws(FileError) {
    do throws(ImagingError) {
      if trial.source.format.isDecoded {
        try Pipeline.verify(trial.source, limits) { token.isCancelled }
      } else {
        try Source.check(trial.source.facts, limits)
      }
    } catch {
      guard error.reason == .damaged else { throw FileError(error, stoppedBy: token.reason) }
      trial.find(.damage, Message(error.message))
    }
  }

  /// Tries whether the picture does with fewer bytes, nothing of it given up but what quality 90 does.
  private func checkSavings(
    _ trial: inout PictureTrial, _ token: CancellationToken
  ) throws(FileError) {
    guard let limit = trial.bytesWithoutWaste else { return }
    let recipe = Recipe(
      size: rules.maximum, format: .keep,
      budget: ByteBudget(bytes: limit, minimumQuality: ByteBudget.bestQuality, keepsSize: true))
    let made: Rendering
    do throws(FileError) {
      made = try rehearsal.rendering(
        of: trial.input, standardInput: trial.input.isStandardInput ? trial.source.bytes : nil,
        recipe, token)
    } catch {
      // What can't be made smaller is as small as it has to be.
      if error.code == .timeout || error.code == .cancelled { throw error }
      return
    }
    guard !made.warnings.contains(where: { $0 == .palette || $0.loss == .metadataLeftOut }) else {
      return
    }
    trial.findWaste(made.bytes.count, quality: made.quality)
  }
}

extension ImageFormat {
  /// Whether files of the format are decoded here; the others are drawn, or need no decoder to be told whole.
  fileprivate var isDecoded: Bool {
    switch self {
    case .svg, .pdf, .bmp: false
    case .jpeg, .png, .webp, .gif, .tiff, .jxl, .jp2, .heic, .heics, .avif, .avis, .heif: true
    }
  }
}
