internal import Batch
internal import Imaging

extension WorkerPool {
  /// What a pipeline makes of a picture, made by a worker.
  ///
  /// - Parameters:
  ///   - pipeline: How it is made.
  ///   - bytes: The picture file.
  ///   - expected: What must be true of the file that is made.
  ///   - limits: What the worker may take.
  ///   - token: Tells how long it may take.
  ///   - loan: Keeps the worker for other outputs of the picture, which share its decode; nil for an output
  ///     that is made alone.
  ///   - sharing: What that decode has to serve.
  /// - Returns: The file.
  /// - Throws: `FileError` where none could be made, or the worker died of it.
  func rendering(
    _ pipeline: Pipeline, _ bytes: [UInt8], _ expected: ExpectedPicture, _ limits: WorkLimits,
    _ token: CancellationToken, keptBy loan: WorkerLoan? = nil, sharing: SharedSizes? = nil
  ) throws(FileError) -> Rendering {
    let order = WorkOrder(pipeline, sharing: sharing)
    return try work(pipeline, order, bytes, nil, expected, limits, token, loan) { result, files in
      guard case .made(let made) = result else { return nil }
      return files.next(made)
    }
  }

  /// What a pipeline makes of a picture in several ways, made by a worker.
  func survey(
    _ pipeline: Pipeline, _ bytes: [UInt8], _ request: SurveyRequest, _ expected: ExpectedPicture,
    _ limits: WorkLimits, _ token: CancellationToken
  ) throws(FileError) -> BudgetSurvey {
    let order = WorkOrder(pipeline, sharing: nil)
    return try work(pipeline, order, bytes, request, expected.atAnyQuality, limits, token, nil) {
      result, files in
      guard case .surveyed(let made) = result, made.rungs.count == request.rungs.count,
        made.forecast?.isSound != false, (0...Worker.mostEfforts).contains(made.decodes)
      else { return nil }
      var untouched: Rendering?
      if let first = made.untouched {
        guard let file = files.next(first) else { return nil }
        untouched = file
      }
      let rungs = made.rungs.compactMap { files.next($0) }
      guard rungs.count == made.rungs.count else { return nil }
      return BudgetSurvey(
        untouched: untouched, rungs: rungs, forecast: made.forecast, decodes: made.decodes)
    }
  }

  /// Has a worker make something of a picture, and takes what it made.
  ///
  /// `take` gives nil for what can't be.
  private func work<Made>(
    _ pipeline: Pipeline, _ order: WorkOrder, _ bytes: [UInt8], _ survey: SurveyRequest?,
    _ expected: ExpectedPicture, _ limits: WorkLimits, _ token: CancellationToken,
    _ loan: WorkerLoan?,
    _ take: (WorkReply.Result, ReceivedFiles) -> Made?
  ) throws(FileError) -> Made {
    let answer = try lend(with: limits.codecs, token, keptBy: loan) {
      worker throws(Worker.Failure) -> Result<Made, ImagingError> in
      let isAgain = loan?.hasPicture == true
      let end = limits.deadline(token)
      let reply = try worker.work(on: isAgain ? nil : bytes, order, limits, token) {
        order, limits in
        WorkRequest(
          order: order, isAgain: isAgain, byteCount: bytes.count, known: pipeline.rungs.sizes,
          survey: survey, limits: limits)
      }
      pipeline.rungs.learn(reply.learned ?? [:])
      if case .failed(let error) = reply.result { return .failure(error) }
      let files = ReceivedFiles(from: worker, input: bytes, expected, limits, until: end)
      guard let made = take(reply.result, files) else { throw .nonsense }
      return .success(made)
    }
    return try FileError.translating(token) { () throws(ImagingError) in try answer.get() }
  }
}
