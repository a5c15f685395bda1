package import Batch
internal import CommandLineOptions
package import Imaging
internal import Posix
package import ResultCache

/// How a command wants its pictures to be made: everything that changes no byte of them.
package struct BatchSettings: Sendable {
  /// Whether each picture of an input is made, not the primary one alone.
  package var makesAllPictures = false
  /// The most bytes of all outputs together; nil for as many as they take.
  package var total: TotalBudget?
  /// What fails a picture that would lose it.
  package var refusedLosses: Set<Loss> = []
  /// How files that are there are treated.
  package var existing = OutputPlan.Policy()
  /// Whether outputs get the modification times of their inputs.
  package var keepsTimes = false
  /// Whether outputs survive a power cut once they are reported.
  package var isDurable = false
  /// How many pictures may be under way at once.
  package var jobs = Machine.processors
  /// The memory that those under way may take.
  package var memory = MemoryBudget.standard
  /// Seconds that one picture may take; nil for no limit.
  package var timeout: Double?
  /// Results of earlier runs; nil where none are used or kept.
  package var results: ResultCache?
  /// Processes that make the pictures in place of this one; nil where it makes them itself.
  package var isolation: WorkerPool?
  /// More pixels than this in one picture are refused.
  package var maximumPixels = 500_000_000
  /// Whether formats are taken whose decoders can run code or open other files.
  package var allowsUntrustedFormats = false
  /// Whether nothing is made where two outputs would have one name, or one would replace an input.
  package var refusesConflicts = false
  /// Whether the first failure ends the run.
  package var failsFast = false
  /// Whether nothing is written.
  package var isDryRun = false
  /// What is printed, and how.
  package var style = ReportStyle()

  /// The usual settings.
  package init() {}

  /// The settings that options ask for.
  ///
  /// - Parameters:
  ///   - options: The options.
  ///   - results: Results of earlier runs; nil where none are used or kept.
  package init(_ options: CommonOptions, cache results: ResultCache? = nil) {
    refusedLosses = options.pixels.refusedLosses
    existing = options.outputs.policy
    keepsTimes = options.outputs.keepsTimes
    isDurable = options.outputs.isDurable
    jobs = options.run.jobs ?? Machine.processors
    if let memory = options.run.memory { self.memory = MemoryBudget(limit: memory.bytes) }
    timeout = options.run.timeout.map { $0 / .seconds(1) }
    isolation = options.run.isIsolated ? WorkerPool() : nil
    maximumPixels = options.run.maxPixels
    allowsUntrustedFormats = options.run.allowsUntrustedFormats
    failsFast = options.run.failsFast
    isDryRun = options.run.isDryRun
    style = options.run.reportStyle
    self.results = results
  }

  /// What may be used for a picture that so many threads work on.
  func limits(threads: Int = 1) -> PipelineLimits {
    PipelineLimits(
      maximumPixels: maximumPixels, threads: threads,
      allowsUntrustedFormats: allowsUntrustedFormats)
  }

  /// How many of so many pictures are under way at once, and how many threads each of them has.
  func workers(for pictures: Int) -> (jobs: Int, threads: Int) {
    let jobs = min(jobs, max(pictures, 1))
    return (jobs, max(1, min(Machine.processors, self.jobs) / jobs))
  }
}
