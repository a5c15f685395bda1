internal import Batch
internal import Checksum
internal import Formats
internal import Imaging
internal import Posix
internal import ResultCache

/// Does the steps of a plan, pictures side by side, and says what each came to.
struct PictureQueue: Sendable {
  private let steps: [BatchPlan.Step]
  private let settings: BatchSettings
  private let console: any Console
  private let cancellation: Cancellation
  private let writer: OutputWriter
  private let report: @Sendable (Int, Outcome) -> Void
  /// Threads that may work on one picture.
  private let threads: Int
  private let queue: JobQueue
  private let readAhead: ReadAhead
  private let memory = SizeMemory()
  private let inFlight = InFlight<ContentDigest>()
  private let twins: TwinPictures
  /// The most files that are read before their job begins, for each job at a time.
  private static let filesAhead = 2

  /// The work of these steps; `report` gets the index and outcome of each, in any order.
  init(
    _ steps: [BatchPlan.Step], _ settings: BatchSettings, console: any Console,
    cancellation: Cancellation, writer: OutputWriter,
    report: @escaping @Sendable (Int, Outcome) -> Void
  ) {
    self.steps = steps
    self.settings = settings
    self.console = console
    self.cancellation = cancellation
    self.writer = writer
    self.report = report
    let pictures = steps.compactMap(\.picture)
    twins = TwinPictures(among: pictures.map(\.bytes))
    let jobs: Int
    (jobs, threads) = settings.workers(for: pictures.count)
    queue = JobQueue(processors: jobs, budget: settings.memory)
    // What is read early takes no more than one more picture may.
    readAhead = ReadAhead(
      pictures.map(\.fileAhead), count: jobs * Self.filesAhead,
      bytes: settings.memory.limit / (jobs + 1))
  }

  /// Does all that is to be done, and waits for it.
  func run() {
    cancellation.onCancel { reason in
      queue.cancel { id in
        let index = id % steps.count
        report(index, outcome(of: steps[index], stoppedBy: reason))
      }
    }
    var place = 0
    for (index, step) in steps.enumerated() {
      switch step {
      case .done(let outcome):
        report(index, outcome)
      case .make(let picture, let output, let replaces):
        let job = PictureJob(
          picture: picture, output: output, replaces: replaces, settings: settings,
          threads: threads, memory: memory, writer: writer, inFlight: inFlight,
          twins: twins)
        submit(job, index, place, id: index)
        place += 1
      }
    }
    queue.waitUntilIdle()
  }

  /// Puts the job of a step, the `place`th of them, into the queue.
  private func submit(_ job: PictureJob, _ index: Int, _ place: Int, id: Int) {
    let isAccepted = queue.submit(
      Job(id: id, bytes: job.picture.memory(settings.recipe, settings.cache)) {
        readAhead.began(place)
        var work = job
        // By another id, as for the queue the job has not ended before it is begun anew.
        work.again = { submit(job, index, place, id: (id + steps.count) % (2 * steps.count)) }
        let token = cancellation.token(timeout: settings.timeout)
        if let outcome = work.run(token, console: console) { report(index, outcome) }
      })
    if !isAccepted { report(index, outcome(of: steps[index], stoppedBy: cancellation.reason)) }
  }

  private func outcome(
    of step: BatchPlan.Step, stoppedBy reason: CancellationReason?
  ) -> Outcome {
    switch step {
    case .done(let outcome): outcome
    case .make(let picture, _, _):
      Outcome(input: picture.input.path, failed: .stopped(by: reason))
    }
  }
}

extension PlannedPicture {
  /// The file that its job will read; none where the cache has the result, or it has come already.
  fileprivate var fileAhead: ReadAhead.File {
    known == nil && standardInput == nil
      ? ReadAhead.File(input.path, bytes: bytes) : ReadAhead.File("", bytes: 0)
  }
}
