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
  private let queue: JobQueue
  private let readAhead: ReadAhead
  /// The work on each picture of which something is to be made.
  private let inputs: [InputJob]
  /// Peak bytes that each of them is expected to take.
  private let memory: [Int]
  /// Their places in the order in which they start.
  private let order: [Int]
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
    let groups = steps.groupedByPicture
    let (jobs, threads) = settings.workers(for: groups.count)
    queue = JobQueue(processors: jobs, budget: settings.memory)
    let common = Common(twins: TwinPictures(among: groups.map { $0.pictures[0].bytes }))
    inputs = groups.compactMap { group in
      let memory = group.pictures.memoryToMake
      let formats = group.pictures.map(\.format)
      let parts = group.indices.compactMap { index -> InputJob.Part? in
        guard case .make(let picture, let output, let replaces) = steps[index] else { return nil }
        return InputJob.Part(
          index: index,
          job: PictureJob(
            picture: picture, output: output, replaces: replaces, settings: settings,
            threads: threads, memory: memory, formats: formats, sizes: common.sizes,
            writer: writer, twins: common.twins))
      }
      return InputJob(parts, common.inFlight)
    }
    memory = groups.map(\.pictures.memory)
    // What takes much memory takes long: both go by pixels, and by what they are packed in.
    order = StartOrder.places(memory, processors: jobs)
    // What is read early takes no more than one more picture may.
    readAhead = ReadAhead(
      order.map { groups[$0].pictures.fileAhead }, count: jobs * Self.filesAhead,
      bytes: settings.memory.limit / (jobs + 1))
  }

  /// What all jobs of a run share.
  private struct Common {
    let twins: TwinPictures
    let sizes = SizeMemory()
    let inFlight = InFlight<ContentDigest>()
  }

  /// Does all that is to be done, and waits for it.
  func run() {
    cancellation.onCancel { reason in
      // Of an input that waits for a twin some outputs are reported already; the first report counts.
      queue.cancel { reportStopped(inputs[$0 % inputs.count], by: reason) }
    }
    for case (let index, .done(let outcome)) in steps.enumerated() { report(index, outcome) }
    for (place, number) in order.enumerated() {
      submit(inputs[number], Turn(place: place, bytes: memory[number]), id: number)
    }
    queue.waitUntilIdle()
  }

  /// When a job starts, counted from 0, and the bytes that it is expected to take.
  private struct Turn {
    let place: Int
    let bytes: Int
  }

  /// Puts the work on a picture into the queue.
  private func submit(_ input: InputJob, _ turn: Turn, id: Int) {
    let isAccepted = queue.submit(
      Job(id: id, bytes: turn.bytes) {
        readAhead.began(turn.place)
        let token = cancellation.token(timeout: settings.timeout)
        // By another id, as for the queue the job has not ended before it is begun anew.
        let next = (id + inputs.count) % (2 * inputs.count)
        input.run(
          token, console: console, again: { rest in submit(rest, turn, id: next) }, report: report)
      })
    if !isAccepted { reportStopped(input, by: cancellation.reason) }
  }

  private func reportStopped(_ input: InputJob, by reason: CancellationReason?) {
    for part in input.parts {
      report(
        part.index, Outcome(input: part.job.picture.input.path, failed: .stopped(by: reason)))
    }
  }
}

/// Outputs of one picture that are to be made.
private struct PictureGroup {
  /// Their places among the steps of a plan.
  var indices: [Int]
  /// The outputs; never empty.
  var pictures: [PlannedPicture]
}

extension [BatchPlan.Step] {
  /// What is to be made, the outputs of one picture together.
  fileprivate var groupedByPicture: [PictureGroup] {
    var groups: [PictureGroup] = []
    for (index, step) in enumerated() {
      guard let picture = step.picture else { continue }
      if groups.last?.pictures.last?.isOfOnePicture(with: picture) == true {
        groups[groups.count - 1].indices.append(index)
        groups[groups.count - 1].pictures.append(picture)
      } else {
        groups.append(PictureGroup(indices: [index], pictures: [picture]))
      }
    }
    return groups
  }
}

extension [PlannedPicture] {
  /// The file that their job will read; none where the cache has all results, or it has come already.
  fileprivate var fileAhead: ReadAhead.File {
    guard let first, first.standardInput == nil, contains(where: { $0.known == nil }) else {
      return ReadAhead.File("", bytes: 0)
    }
    return ReadAhead.File(first.input.path, bytes: first.bytes)
  }
}
