internal import Batch
package import CommandLineOptions
package import Posix

/// Looks at files, several at a time, and reports in the order of the command line what it saw.
package struct Inspection<Finding: Reportable>: Sendable {
  /// What came of one input.
  package typealias Result = Swift.Result<Finding, UnreadInput>

  private let options: InspectionOptions
  private let environment: Environment
  private let look: @Sendable (Input) throws(FileError) -> Finding

  /// An inspection that `look` makes of each input.
  package init(
    _ options: InspectionOptions, in environment: Environment,
    look: @escaping @Sendable (Input) throws(FileError) -> Finding
  ) {
    self.options = options
    self.environment = environment
    self.look = look
  }

  /// Finds the inputs and looks at each.
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
    let found = try options.inputs.find(named, isImage: FileSource.isImage)
    let output = Reporter(options.run.reportStyle, console: environment.console)
    if found.isEmpty { output.warn(nil, "there are no images here") }
    let results = Locked<[Result]>([])
    let reporter = OrderedReporter<Result> { _, result in
      results.withLock { $0.append(result) }
      switch result {
      case .success(let finding): if !holdsBack { output.report(finding) }
      case .failure(let unread): output.report(unread)
      }
    }
    look(at: found, reporter)
    let all = results.withLock { $0 }
    if options.run.isVerbose { sumUp(all, seconds: MonotonicClock.seconds - start) }
    return all
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
      processors: options.run.jobs ?? Machine.processors, budget: MemoryBudget(limit: .max))
    environment.cancellation.onCancel { _ in queue.cancel() }
    for (index, found) in found.enumerated() {
      switch found {
      case .failed(let path, let error):
        reporter.report(index, .failure(UnreadInput(path, error)))
      case .input(let input):
        // Headers take so little memory that it isn't counted.
        queue.submit(Job(id: index, bytes: 0) { reporter.report(index, result(of: input)) })
      }
    }
    queue.waitUntilIdle()
    reporter.finish()
  }

  private func result(of input: Input) -> Result {
    do throws(FileError) {
      return .success(try look(input))
    } catch {
      return .failure(UnreadInput(input.path, error))
    }
  }
}
