package import Batch
package import CommandLineOptions
package import Posix

/// Looks at files, several at a time, and reports in the order of the command line what it saw.
package struct Inspection<Finding: Reportable>: Sendable {
  /// What came of one input.
  package typealias Result = Swift.Result<Finding, UnreadInput>

  /// Whether people who watch see how many inputs are done.
  package var showsProgress = false

  private let options: InspectionOptions
  private let environment: Environment
  private let weigh: @Sendable (Input) -> Int
  private let look: @Sendable (Input, CancellationToken) throws(FileError) -> Finding

  /// An inspection that `look` makes of each input by its header alone, which takes so little memory that it
  /// isn't counted.
  package init(
    _ options: InspectionOptions, in environment: Environment,
    look: @escaping @Sendable (Input) throws(FileError) -> Finding
  ) {
    self.init(options, in: environment, weigh: { _ in 0 }) {
      input, _ throws(FileError) in try look(input)
    }
  }

  /// An inspection that `look` makes of each input, in at most the memory and time that the options grant.
  ///
  /// - Parameters:
  ///   - options: Which inputs, and how the run goes.
  ///   - environment: What the run finds around it.
  ///   - weigh: Peak bytes that the look at an input is expected to take.
  ///   - look: Looks at an input; the token says when to stop.
  package init(
    _ options: InspectionOptions, in environment: Environment,
    weigh: @escaping @Sendable (Input) -> Int,
    look: @escaping @Sendable (Input, CancellationToken) throws(FileError) -> Finding
  ) {
    self.options = options
    self.environment = environment
    self.weigh = weigh
    self.look = look
  }

  /// Finds the inputs, looks at each, and reports them.
  ///
  /// - Parameters:
  ///   - named: The inputs on the command line.
  ///   - holdsBack: Whether findings are left to the caller, and failures alone are reported.
  /// - Returns: What came of the inputs, in their order; fewer where the run was cancelled.
  /// - Throws: Wrong usage where a list of inputs can't be read.
  package func run(
    _ named: [FilePath], holdsBack: Bool = false
  ) throws(UsageError) -> [Result] {
    let start = MonotonicClock.seconds
    let output = Reporter(options.run.reportStyle, console: environment.console)
    let all = try run(named) { result in
      switch result {
      case .success(let finding): if !holdsBack { output.report(finding) }
      case .failure(let unread): output.report(unread)
      }
    }
    if options.run.isVerbose { sumUp(all, seconds: MonotonicClock.seconds - start) }
    return all
  }

  /// Finds the inputs and looks at each.
  ///
  /// - Parameters:
  ///   - named: The inputs on the command line.
  ///   - report: Gets what came of each input, one at a time, in their order.
  /// - Returns: The same.
  /// - Throws: Wrong usage where a list of inputs can't be read.
  package func run(
    _ named: [FilePath], report: @escaping @Sendable (Result) -> Void
  ) throws(UsageError) -> [Result] {
    let found = try options.inputs.find(
      named, variable: environment.variable, isImage: FileSource.isImage)
    if found.isEmpty {
      Reporter(options.run.reportStyle, console: environment.console)
        .warn(nil, options.inputs.nothingFound)
    }
    let progress =
      showsProgress && !options.run.isQuiet
      ? ProgressBar(total: found.count, console: environment.console) : nil
    let results = Locked<[Result]>([])
    let reporter = OrderedReporter<Result> { _, result in
      results.withLock { $0.append(result) }
      progress?.advance(failed: result.isFailed)
      report(result)
    }
    look(at: found, reporter)
    progress?.finish()
    return results.withLock { $0 }
  }

  /// Writes how many there were and how long they took: worth a line only to those who ask.
  private func sumUp(_ results: [Result], seconds: Double) {
    let failed = results.filter { if case .failure = $0 { true } else { false } }.count
    environment.console.writeLine(
      "\(Program.name): \(results.count - failed) read, \(failed) failed, \(decimal(seconds, places: 3)) s",
      to: .error)
  }

  private func look(at found: [FoundInput], _ reporter: OrderedReporter<Result>) {
    let queue = JobQueue(
      processors: options.run.jobs ?? Machine.processors,
      budget: options.run.memory.map { MemoryBudget(limit: $0.bytes) } ?? .standard)
    environment.cancellation.onCancel { _ in queue.cancel() }
    for (index, found) in found.enumerated() {
      switch found {
      case .failed(let path, let error):
        reporter.report(index, .failure(UnreadInput(path, error)))
      case .input(let input):
        queue.submit(
          Job(id: index, bytes: weigh(input)) { reporter.report(index, result(of: input)) })
      }
    }
    queue.waitUntilIdle()
    reporter.finish()
  }

  private func result(of input: Input) -> Result {
    let token = environment.cancellation.token(
      timeout: options.run.timeout.map { $0 / .seconds(1) })
    do throws(FileError) {
      return .success(try look(input, token))
    } catch {
      return .failure(UnreadInput(input.path, error))
    }
  }
}

extension Result where Success: Reportable, Failure == UnreadInput {
  /// Whether the input could not be looked at.
  fileprivate var isFailed: Bool {
    switch self {
    case .success(let finding): finding.error != nil
    case .failure: true
    }
  }
}
