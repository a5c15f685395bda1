internal import Batch
internal import Imaging
package import Posix

/// The worker processes of a run: started when one is needed, kept for the next picture, replaced where one
/// has died.
package final class WorkerPool: Sendable {
  private struct State: Sendable {
    var idle: [Worker] = []
    var busy: [ObjectIdentifier: Worker] = [:]
    var isClosed = false
    #if os(Linux)
      var nursery: Nursery?
    #endif
  }

  private let program: FilePath
  /// Whether one process of the program makes the others.
  private let isForking: Bool
  private let state = Locked(State())

  /// A pool without a process.
  ///
  /// - Parameters:
  ///   - program: The file whose processes work: this program's own.
  ///   - isForking: Whether the program is started once and then copies itself, where the system has that.
  package init(program: FilePath = CurrentProcess.runningProgram, isForking: Bool = true) {
    self.program = program
    self.isForking = isForking
  }

  deinit { close() }

  /// Ends all processes; jobs that wait for one are told that it was stopped.
  package func close() {
    let (idle, busy) = state.withLock { state in
      defer { state.idle = [] }
      state.isClosed = true
      return (state.idle, Array(state.busy.values))
    }
    #if os(Linux)
      state.withLock { state in
        let nursery = state.nursery
        state.nursery = nil
        return nursery
      }?.kill()
    #endif
    for worker in busy { worker.kill() }
    for worker in idle { worker.kill() }
    for worker in idle { worker.stop() }
  }

  /// Lends a worker to `body`, and keeps it where that went well.
  ///
  /// - Parameters:
  ///   - codecs: What it must have loaded.
  ///   - token: Tells how long the job may take.
  ///   - loan: Keeps the worker for the next work on the same picture; nil where there is none.
  ///   - body: Uses the worker.
  /// - Returns: What `body` returns.
  /// - Throws: `FileError` of a picture whose worker could not be started, has died, or was stopped.
  func lend<Result>(
    with codecs: Libraries.Codecs, _ token: CancellationToken, keptBy loan: WorkerLoan? = nil,
    _ body: (Worker) throws(Worker.Failure) -> Result
  ) throws(FileError) -> Result {
    var lent: Worker?
    do throws(Worker.Failure) {
      let kept = loan?.take(with: codecs)
      let worker = if let kept { kept } else { try worker(codecs, token) }
      lent = worker
      let result = try body(worker)
      if let loan { loan.keep(worker) } else { giveBack(worker) }
      return result
    } catch {
      if let lent { discard(lent) }
      throw FileError(error, token)
    }
  }

  private func worker(
    _ codecs: Libraries.Codecs, _ token: CancellationToken
  ) throws(Worker.Failure) -> Worker {
    let (found, unfit, isClosed) = state.withLock { state -> (Worker?, Worker?, Bool) in
      guard !state.isClosed else { return (nil, nil, true) }
      guard let index = state.idle.lastIndex(where: { $0.codecs.isSuperset(of: codecs) }) else {
        // One that lacks what is wanted gives way, so that there are no more than jobs.
        return (nil, state.idle.popLast(), false)
      }
      let worker = state.idle.remove(at: index)
      state.busy[ObjectIdentifier(worker)] = worker
      return (worker, nil, false)
    }
    unfit?.stop()
    // Its successor can do what it could, so that pictures of two kinds in turns do not replace each other's.
    let wanted = codecs.union(unfit?.codecs ?? [])
    if isClosed { throw .stopped }
    if let found { return found }
    let worker = try newWorker(wanted, token)
    let isWanted = state.withLock { state in
      if !state.isClosed { state.busy[ObjectIdentifier(worker)] = worker }
      return !state.isClosed
    }
    guard isWanted else { throw .stopped }
    do throws(Worker.Failure) {
      try worker.start(token)
    } catch {
      discard(worker)
      if case .ended(let end) = error { throw .unready(end) }
      throw error
    }
    return worker
  }

  private func newWorker(
    _ codecs: Libraries.Codecs, _ token: CancellationToken
  ) throws(Worker.Failure) -> Worker {
    do {
      #if os(Linux)
        if isForking { return try Worker(from: nursery(), codecs, token) }
      #endif
      return try Worker(spawning: program, codecs)
    } catch let error as SystemError {
      throw .system(error)
    } catch {
      #if os(Linux)
        // The next one may fare better with another.
        state.withLock { $0.nursery = nil }
      #endif
      throw error as? Worker.Failure ?? .nonsense
    }
  }

  #if os(Linux)
    /// The process that makes workers; started where there is none.
    private func nursery() throws(SystemError) -> Nursery {
      let found = state.withLock { state -> Result<Nursery, SystemError> in
        if let nursery = state.nursery { return .success(nursery) }
        return Result { () throws(SystemError) in
          let nursery = try Nursery(program)
          if !state.isClosed { state.nursery = nursery }
          return nursery
        }
      }
      return try found.get()
    }
  #endif

  func giveBack(_ worker: Worker) {
    let isWanted = state.withLock { state in
      state.busy[ObjectIdentifier(worker)] = nil
      if !state.isClosed { state.idle.append(worker) }
      return !state.isClosed
    }
    if !isWanted { worker.stop() }
  }

  private func discard(_ worker: Worker) {
    state.withLock { $0.busy[ObjectIdentifier(worker)] = nil }
    worker.stop()
  }
}

extension FileError {
  /// What the end of a worker means for its picture.
  fileprivate init(_ failure: Worker.Failure, _ token: CancellationToken) {
    // Whoever stops the run, or the clock, kills workers.
    if let reason = token.reason {
      self = .stopped(by: reason)
      return
    }
    let crash: Message = "the decoder crashed on it, or wanted more memory than it may have"
    switch failure {
    case .stopped: self = .stopped(by: nil)
    case .ended(.killed(by: .processorTimeExceeded)):
      self.init(.timeout, "given up, since it took too much processor time")
    case .hung:
      self.init(.timeout, "given up, since the decoder did not come to an end")
    case .ended(let end): self.init(.damaged, crash, detail: "its process \(end)")
    case .nonsense:
      self.init(.damaged, crash, detail: "its process said what makes no sense")
    case .unready(let end):
      self.init(.internal, "no worker process can be started for it", detail: "it \(end)")
    case .system(let error):
      self.init(.internal, "no worker process can be started for it: \(error)")
    }
  }
}
