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
  /// Peak bytes that each picture is expected to take, of those that are to be made.
  private let memory: [Int]
  /// The places of those pictures in the order in which they start.
  private let order: [Int]
  private let sizes = SizeMemory()
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
    let memory = pictures.map { $0.memory(settings.recipe, settings.cache) }
    // What takes much memory takes long: both go by pixels, and by what they are packed in.
    order = StartOrder.places(memory, processors: jobs)
    self.memory = memory
    // What is read early takes no more than one more picture may.
    readAhead = ReadAhead(
      order.map { pictures[$0].fileAhead }, count: jobs * Self.filesAhead,
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
    var waiting: [(job: PictureJob, index: Int)] = []
    for (index, step) in steps.enumerated() {
      switch step {
      case .done(let outcome):
        report(index, outcome)
      case .make(let picture, let output, let replaces):
        let job = PictureJob(
          picture: picture, output: output, replaces: replaces, settings: settings,
          threads: threads, memory: sizes, writer: writer, inFlight: inFlight,
          twins: twins)
        waiting.append((job, index))
      }
    }
    for (place, number) in order.enumerated() {
      let (job, index) = waiting[number]
      submit(job, index, Turn(place: place, bytes: memory[number]), id: index)
    }
    queue.waitUntilIdle()
  }

  /// When a job starts, counted from 0, and the bytes that it is expected to take.
  private struct Turn {
    let place: Int
    let bytes: Int
  }

  /// Puts the job of a step into the queue.
  private func submit(_ job: PictureJob, _ index: Int, _ turn: Turn, id: Int) {
    let isAccepted = queue.submit(
      Job(id: id, bytes: turn.bytes) {
        readAhead.began(turn.place)
        var work = job
        // By another id, as for the queue the job has not ended before it is begun anew.
        work.again = { submit(job, index, turn, id: (id + steps.count) % (2 * steps.count)) }
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
