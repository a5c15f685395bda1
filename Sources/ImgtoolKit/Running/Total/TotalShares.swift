internal import Batch
internal import Imaging
internal import Posix

/// Spreads a total of bytes over the pictures of a run, before any of them is written.
///
/// All pictures are measured at a common level of quality, until the best one is found at which their sum
/// fits; what is left raises single ones by one level. Each picture then is made under a budget of its
/// own, which is what it was measured to take: whatever happens later, the sum stays below the total.
struct TotalShares {
  private let settings: BatchSettings
  private let cancellation: Cancellation
  private let total: TotalBudget
  private let levels: BudgetLevels
  private let memory = SizeMemory()
  /// The most bytes of a file that is kept, so that all of them together stay within bounds.
  private let room: Int
  private let queueMemory: MemoryBudget
  private var steps: [BatchPlan.Step]
  private var ledgers: [Int: PictureLedger] = [:]
  /// The pictures in the order of the command line.
  private let order: [Int]
  /// Bytes of outputs that are there already and stay.
  private let spent: Int
  private var smallest = Int.max
  /// The best level that was seen to fit, and the last one before that doesn't.
  private var fitting = Int.max
  private var tooMuch = 0

  init?(
    _ steps: [BatchPlan.Step], _ settings: BatchSettings, _ cancellation: Cancellation
  ) {
    guard let total = settings.total, let budget = settings.recipe.budget else { return nil }
    self.settings = settings
    self.cancellation = cancellation
    self.total = total
    self.steps = steps
    let sum = steps.reduce(0) { $0 &+ ($1.picture?.bytes ?? 0) }
    for (index, step) in steps.enumerated() {
      guard let picture = step.picture else { continue }
      ledgers[index] = PictureLedger(
        picture, metadataRoom: total.metadataRoom(of: picture.bytes, in: sum))
    }
    order = ledgers.keys.sorted()
    spent = steps.reduce(0) { $0 &+ $1.skippedBytes }
    levels = BudgetLevels(budget, each: total.each)
    // Three levels of each picture are kept at a time.
    let kept = settings.memory.limit / 4
    room = kept / max(3 * order.count, 1)
    queueMemory = MemoryBudget(limit: settings.memory.limit - kept)
  }

  /// The steps, every picture with its share; those for which there is none fail.
  mutating func shared() -> [BatchPlan.Step] {
    if settings.failsFast, steps.contains(where: \.hasFailed) { cancellation.cancel(.failedFast) }
    let found = search()
    let raised = found.map(raised) ?? []
    for (place, index) in order.enumerated() {
      guard let ledger = ledgers[index], case .make(_, let output, let replaces) = steps[index]
      else { continue }
      if let failure = failure(of: ledger, isFound: found != nil) {
        steps[index] = .done(ledger.picture.outcome(failed: failure))
      } else if let found {
        let picture = ledger.shared(
          raised[place] ? found - 1 : found, levels, keepsFile: settings.recipe.scoring == nil)
        steps[index] = .make(picture, output: output, replaces: replaces)
      }
    }
    return steps
  }

  private func failure(of ledger: PictureLedger, isFound: Bool) -> FileError? {
    // Whoever failed by himself says so, even if the run was stopped for it.
    if let failure = ledger.failure { return failure }
    if let reason = cancellation.reason { return .stopped(by: reason) }
    return isFound ? nil : refusal
  }

  private var refusal: FileError {
    let reached = smallest == .max ? "" : ": the smallest sum reached is \(smallest) bytes"
    let advice =
      settings.recipe.budget?.keepsSize == true
      ? "; without --keep-size they would be scaled down" : ""
    let there = spent > 0 ? ", \(spent) of which are there already" : ""
    return FileError(
      .overBudget,
      "the outputs can't be brought under \(total.bytes) bytes together\(there)\(reached)\(advice)")
  }

  // MARK: Search

  /// The best level at which all fits.
  private mutating func search() -> Int? {
    // A byte each is the least.
    guard spent < total.bytes, total.bytes - spent >= order.count, !cancellation.isCancelled else {
      return nil
    }
    if fits(0) { return 0 }
    let room = total.bytes - spent
    let quality = levels.guessQuality(for: room, from: sum(0) ?? 0)
    if let level = first(in: levels.qualities, near: quality) { return level }
    let size = levels.guessSize(for: room, from: sum(levels.qualities.upperBound - 1) ?? 0)
    return first(in: levels.sizes, near: size)
  }

  private mutating func first(in range: Range<Int>, near guess: Int) -> Int? {
    // Closures can't hold what is changed.
    var state = self
    let found = LevelSearch.first(in: range, near: guess) { state.fits($0) }
    self = state
    return found
  }

  /// Whether all pictures fit at a level.
  private mutating func fits(_ level: Int) -> Bool {
    measure(level)
    guard !cancellation.isCancelled, let sum = sum(level) else { return false }
    smallest = min(smallest, sum)
    let isEnough = sum <= total.bytes - spent
    if isEnough { fitting = min(fitting, level) } else { tooMuch = max(tooMuch, level) }
    for index in order { ledgers[index]?.keepFiles(of: [0, fitting, tooMuch]) }
    return isEnough
  }

  /// The bytes of all pictures at a level; nil where one was not measured.
  private func sum(_ level: Int) -> Int? {
    var sum = 0
    for index in order where ledgers[index]?.failure == nil {
      guard let bytes = ledgers[index]?[level]?.bytes else { return nil }
      let (next, overflow) = sum.addingReportingOverflow(bytes)
      if overflow { return nil }
      sum = next
    }
    return sum
  }

  /// Which pictures are made one level better.
  private func raised(from level: Int) -> [Bool] {
    let costs = order.map { index -> (plain: Int, better: Int) in
      guard let ledger = ledgers[index], ledger.failure == nil, let plain = ledger[level]?.bytes
      else { return (0, 0) }
      // What was not measured is out of reach.
      let better = level > 0 ? ledger[level - 1]?.bytes : nil
      return (plain, max(better ?? .max, plain))
    }
    return LevelSearch.raised(costs, total: total.bytes - spent)
  }

  // MARK: Measuring

  /// Measures at a level what was not measured yet.
  private mutating func measure(_ level: Int) {
    let results = Locked<[Int: (Result<MeasuredPicture, FileError>, Double)]>([:])
    let open = order.filter { ledgers[$0]?.failure == nil && ledgers[$0]?[level] == nil }
    let (jobs, threads) = settings.workers(for: open.count)
    let queue = JobQueue(processors: jobs, budget: queueMemory)
    cancellation.onCancel { _ in queue.cancel() }
    for index in open {
      guard let job = job(index, level, threads: threads) else { continue }
      let (run, room, settings) = (cancellation, room, settings)
      queue.submit(
        Job(id: index, bytes: job.picture.memory(settings.recipe, settings.cache)) {
          let start = MonotonicClock.seconds
          let result = job.measured(run.token(timeout: settings.timeout), room: room)
          results.withLock { $0[index] = (result, MonotonicClock.seconds - start) }
          if settings.failsFast, case .failure = result { run.cancel(.failedFast) }
        })
    }
    queue.waitUntilIdle()
    for (index, result) in results.withLock({ $0 }) {
      if case .failure(let error) = result.0, error.code == .cancelled { continue }
      ledgers[index]?.add(
        level, quality: levels.quality(of: level), result.0, seconds: result.1)
    }
  }

  /// The work of making a picture at a level; what is not handed out needs no score.
  private func job(_ index: Int, _ level: Int, threads: Int) -> PictureJob? {
    guard let picture = ledgers[index]?.measuring(level, levels) else { return nil }
    var settings = settings
    settings.recipe.scoring = nil
    return PictureJob(
      picture: picture, output: picture.input.path, replaces: false, settings: settings,
      threads: threads, memory: memory, writer: OutputWriter(journal: nil), inFlight: InFlight(),
      twins: TwinPictures())
  }
}
