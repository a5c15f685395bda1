internal import Dispatch

/// Runs jobs side by side, as many as there are processors and as fit the memory budget.
///
/// Jobs start in the order in which they came. One that does not fit yet is overtaken by a few smaller ones
/// that do, so that no processor is idle for its sake, and then by none, so that it gets its turn. One job
/// always runs, however large it is. No thread ever waits for admission.
package final class JobQueue: Sendable {
  private struct State: Sendable {
    var waiting = WaitingList<Job>()
    var running = 0
    var bytes: [Int: Int] = [:]
    var bytesInUse = 0
    var isCancelled = false
    /// How many jobs have overtaken the one that has waited longest.
    var overtakers = 0
  }

  private let processors: Int
  private let budget: MemoryBudget
  /// How many jobs may overtake one, for each processor; as many that wait are looked at.
  private static let mostOvertakers = 4
  private let state = Locked(State())
  private let threads = DispatchQueue(label: "imgtool.jobs", attributes: .concurrent)
  private let unfinished = DispatchGroup()

  /// A queue that runs at most `processors` jobs (at least one) at a time within `budget`.
  package init(processors: Int, budget: MemoryBudget) {
    self.processors = max(processors, 1)
    self.budget = budget
  }

  /// Adds a job at the end; false where the queue has been cancelled, and then it never runs.
  @discardableResult
  package func submit(_ job: Job) -> Bool {
    unfinished.enter()
    let accepted = state.withLock { state in
      guard !state.isCancelled else { return false }
      state.waiting.append(job)
      return true
    }
    if accepted { pump() } else { unfinished.leave() }
    return accepted
  }

  /// Corrects how many bytes the running job `id` takes; nothing is stopped, only admitted later or sooner.
  package func grow(_ id: Int, to bytes: Int) {
    state.withLock { state in
      guard let before = state.bytes[id] else { return }
      state.bytes[id] = max(bytes, 0)
      state.bytesInUse = state.bytesInUse &- before &+ max(bytes, 0)
    }
    pump()
  }

  /// Drops all jobs that wait, and every one to come; those that run go on.
  ///
  /// `report` gets the id of each job that is dropped now, before `waitUntilIdle` stops waiting for it.
  package func cancel(reporting report: (Int) -> Void = { _ in }) {
    let dropped = state.withLock { state in
      state.isCancelled = true
      return state.waiting.removeAll()
    }
    for job in dropped {
      report(job.id)
      unfinished.leave()
    }
  }

  /// Waits until no job waits or runs; not to be called by a job.
  package func waitUntilIdle() {
    unfinished.wait()
  }

  /// Starts what may start now.
  private func pump() {
    while let job = state.withLock({ admitNext(&$0) }) {
      threads.async { [self] in
        job.run()
        finish(job.id)
      }
    }
  }

  private func admitNext(_ state: inout State) -> Job? {
    guard state.running < processors, let next = takeNext(&state) else { return nil }
    state.running += 1
    state.bytes[next.id, default: 0] &+= next.bytes
    state.bytesInUse &+= next.bytes
    return next
  }

  /// The job that has waited longest, or one that may overtake it; nil where none fits.
  private func takeNext(_ state: inout State) -> Job? {
    guard let first = state.waiting.first else { return nil }
    if state.running == 0 || budget.fits(first.bytes, besides: state.bytesInUse) {
      state.overtakers = 0
      return state.waiting.popFirst()
    }
    let most = Self.mostOvertakers * processors
    guard state.overtakers < most,
      let job = state.waiting.take(
        amongFirst: most, where: { budget.fits($0.bytes, besides: state.bytesInUse) })
    else { return nil }
    state.overtakers += 1
    return job
  }

  private func finish(_ id: Int) {
    state.withLock { state in
      state.running -= 1
      state.bytesInUse &-= state.bytes.removeValue(forKey: id) ?? 0
    }
    pump()
    unfinished.leave()
  }
}
