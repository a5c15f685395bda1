internal import Batch
internal import Imaging
internal import Posix

/// Spreads a total of bytes over the pictures of a run, before any of them is written.
///
/// All pictures are measured at a common level of quality, until the best one is found at which their sum
/// fits; what is left raises single ones by one level. Each picture then is made under a budget of its
/// own, which is what it was measured to take: whatever happens later, the sum stays below the total.
///
/// A picture is decoded twice as a rule: once to foretell its bytes at all levels, once to make it at the
/// foretold one and its neighbours. Where all are likely to fit as they are, once is enough.
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
    // One ladder serves all: outputs of one total differ in size and format alone.
    guard let total = settings.total,
      let budget = steps.lazy.compactMap({ $0.picture?.wanted.recipe.budget }).first
    else { return nil }
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
    // Some levels of each picture are kept at a time, all of whose sums are near the total: of files that
    // are small beside the memory, any.
    let kept = settings.memory.limit / 4
    let most = 8
    room = total.bytes < kept / (most + 1) ? .max : kept / max(most * order.count, 1)
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
          raised[place] ? found - 1 : found, levels,
          keepsFile: ledger.picture.wanted.recipe.scoring == nil)
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
      levels.keepsSize
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
    if mayAllStay {
      measureBest()
      if fits(0) { return 0 }
    }
    survey([], forecasts: true)
    var near = expectedLevel(in: 0..<levels.count, share: 1)
    for _ in 0..<Self.mostGuesses {
      let reach = levels.reach(of: near)
      let window = max(near - reach, 0)...min(near + reach, levels.count - 1)
      survey(Array(window))
      guard let next = guess(beyond: window) else { break }
      near = next
    }
    // Closures can't hold what is changed.
    var state = self
    let found = LevelSearch.first(in: 0..<levels.count, near: near) { state.fits($0) }
    self = state
    return found
  }

  /// How often a guess is mended before levels are tried one by one.
  private static let mostGuesses = 3

  /// The first level of a range at which all are expected to fit, its last one where none is.
  ///
  /// - Parameters:
  ///   - range: Where to look; not empty.
  ///   - share: What the pictures take, against what was foretold.
  /// - Returns: The level.
  private func expectedLevel(in range: Range<Int>, share: Double) -> Int {
    let room = Double(total.bytes - spent)
    return range.first { (expectedSum($0).map { Double($0) * share } ?? .infinity) <= room }
      ?? range.upperBound - 1
  }

  /// A level on that side of some measured ones on which the answer is; nil where it is among them.
  private func guess(beyond window: ClosedRange<Int>) -> Int? {
    let room = total.bytes - spent
    func share(_ level: Int) -> Double? {
      guard let sum = sum(level), let expected = expectedSum(level), expected > 0 else {
        return nil
      }
      return Double(sum) / Double(expected)
    }
    if let sum = sum(window.upperBound), sum > room, window.upperBound < levels.count - 1,
      let share = share(window.upperBound)
    {
      return expectedLevel(in: window.upperBound + 1..<levels.count, share: share)
    }
    if let sum = sum(window.lowerBound), sum <= room, window.lowerBound > 0,
      let share = share(window.lowerBound)
    {
      return expectedLevel(in: 0..<window.lowerBound, share: share)
    }
    return nil
  }

  /// Whether all may fit as good as they can be made: what becomes a JPEG can take twice the bytes.
  private var mayAllStay: Bool {
    var sum = 0
    for index in order {
      guard let picture = ledgers[index]?.picture else { continue }
      sum &+= picture.source == picture.format ? picture.bytes : picture.bytes &* 2
    }
    return sum <= total.bytes - spent
  }

  /// Whether all pictures fit at a level.
  private mutating func fits(_ level: Int) -> Bool {
    survey([level])
    guard !cancellation.isCancelled, let sum = sum(level) else { return false }
    smallest = min(smallest, sum)
    let isEnough = sum <= total.bytes - spent
    if isEnough { fitting = min(fitting, level) } else { tooMuch = max(tooMuch, level) }
    let reach = levels.reach(of: level)
    let near = max(level - reach, 0)...level + reach
    for index in order { ledgers[index]?.keepFiles(of: Set(near).union([0, fitting, tooMuch])) }
    return isEnough
  }

  /// About how many bytes all pictures take at a level; nil where nothing is known of one.
  private func expectedSum(_ level: Int) -> Int? {
    var sum = 0
    for index in order {
      guard let ledger = ledgers[index], ledger.failure == nil else { continue }
      guard let bytes = ledger.expected(at: level, levels) else { return nil }
      sum = sum.addingReportingOverflow(bytes).overflow ? .max / 2 : sum + bytes
    }
    return sum
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

  /// Makes all pictures as good as they can be.
  private mutating func measureBest() {
    let room = room
    let results = each(order) { _, job, token in job.measured(token, room: room) }
    for (index, result) in results { ledgers[index]?.add(best: result.0, seconds: result.1) }
  }

  /// Makes all pictures at some levels, as far as they were not made yet.
  ///
  /// - Parameters:
  ///   - open: The levels.
  ///   - forecasts: Whether the bytes of all others are to be foretold.
  private mutating func survey(_ open: [Int], forecasts: Bool = false) {
    var rungs: [Int: [Int: BudgetRung]] = [:]
    for index in order {
      guard let ledger = ledgers[index], ledger.failure == nil else { continue }
      let missing = ledger.rungs(open, levels)
      if forecasts || !missing.isEmpty { rungs[index] = missing }
    }
    let (room, wanted) = (room, rungs)
    let results = each(rungs.keys.sorted()) { index, job, token in
      job.surveyed(token, wanted[index] ?? [:], forecasts: forecasts, room: room)
    }
    for (index, result) in results { ledgers[index]?.add(result.0, levels, seconds: result.1) }
  }

  /// Does some work for each of several pictures.
  ///
  /// - Returns: What came of it and how long it took, in seconds; nothing where the run was stopped.
  private func each<Made: Sendable>(
    _ open: [Int],
    _ work: @escaping @Sendable (Int, PictureJob, CancellationToken) -> Result<Made, FileError>
  ) -> [Int: (Result<Made, FileError>, Double)] {
    let results = Locked<[Int: (Result<Made, FileError>, Double)]>([:])
    let (jobs, threads) = settings.workers(for: open.count)
    let queue = JobQueue(processors: jobs, budget: queueMemory)
    cancellation.onCancel { _ in queue.cancel() }
    for index in open {
      guard let job = job(index, threads: threads) else { continue }
      let (run, settings) = (cancellation, settings)
      queue.submit(
        Job(id: index, bytes: job.memory) {
          let start = MonotonicClock.seconds
          let result = work(index, job, run.token(timeout: settings.timeout))
          results.withLock { $0[index] = (result, MonotonicClock.seconds - start) }
          if settings.failsFast, case .failure = result { run.cancel(.failedFast) }
        })
    }
    queue.waitUntilIdle()
    return results.withLock { $0 }.filter { _, result in
      if case .failure(let error) = result.0 { error.code != .cancelled } else { true }
    }
  }

  /// The work of measuring a picture; what is not handed out needs no score.
  private func job(_ index: Int, threads: Int) -> PictureJob? {
    guard let picture = ledgers[index]?.measuring(levels).unscored else { return nil }
    return PictureJob(
      picture: picture, output: picture.input.path, replaces: false, settings: settings,
      threads: threads, memory: picture.memoryToMake, formats: [picture.format], sizes: memory,
      writer: OutputWriter(journal: nil), twins: TwinPictures())
  }
}
