internal import Batch
internal import Imaging
internal import Posix

/// A worker process, as the one that started it sees it.
///
/// Used by one job at a time; only `kill` may be called by others.
final class Worker: Sendable {
  /// Why a worker gave no answer.
  enum Failure: Error {
    /// It was told to stop, or took longer than it may.
    case stopped
    /// It ended by itself.
    case ended(SpawnedProcess.End)
    /// It ended before there was any picture.
    case unready(SpawnedProcess.End)
    /// It did nothing any more, or went on for much longer than any picture takes.
    case hung
    /// What it said makes no sense.
    case nonsense
    /// The system would not do what was asked for.
    case system(SystemError)
  }

  /// What it has loaded.
  let codecs: Libraries.Codecs
  private let process: OwnedProcess
  private let line: WorkLine
  private let lifeline: Lifeline
  /// Addresses that it had in use before its first picture.
  private let addresses = Locked(0)
  /// What it was told last.
  private let order = Locked<WorkOrder?>(nil)

  /// Starts a process of a program, which is this one or another build of it.
  ///
  /// - Throws: An error where the system can't start another process.
  init(spawning program: FilePath, _ codecs: Libraries.Codecs) throws(SystemError) {
    self.codecs = codecs
    let lifeline = try Lifeline()
    var started: SpawnedProcess?
    let socket = try MessageSocket { other throws(SystemError) in
      started = try SpawnedProcess(
        program, IsolatedWorker.arguments(codecs), environment: Self.environment,
        descriptors: [other, lifeline.reader.number])
    }
    guard let started else { throw .notFound }
    process = OwnedProcess(started)
    line = WorkLine(socket, nil, .starter)
    self.lifeline = lifeline
  }

  #if os(Linux)
    /// Has a nursery make the process.
    ///
    /// - Throws: `Failure`, after which the nursery may be of no use.
    init(
      from nursery: Nursery, _ codecs: Libraries.Codecs, _ token: CancellationToken
    ) throws(Failure) {
      self.codecs = codecs
      let pages = WorkLine.pages()
      do {
        let lifeline = try Lifeline()
        var copy: Result<SpawnedProcess, Failure>?
        let socket = try MessageSocket { other throws(SystemError) in
          let numbers =
            [other, lifeline.reader.number] + (pages.map { [$0.descriptor.number] } ?? [])
          copy = Result { () throws(Failure) in
            try nursery.copy(with: codecs, numbers, token)
          }
        }
        guard let copy else { throw Failure.nonsense }
        process = OwnedProcess(try copy.get())
        line = WorkLine(socket, pages, .starter)
        self.lifeline = lifeline
      } catch let error as SystemError {
        throw .system(error)
      } catch {
        throw error as? Failure ?? .nonsense
      }
    }
  #endif

  /// What of the environment concerns the libraries; passwords and the like stay here.
  static var environment: [FilePath] {
    let prefixes = ["LD_", "DYLD_", "LIBHEIF_", "VIPS", "GLIBC_", "MALLOC_", "LC_", "LANG"]
    return ProcessArguments.environment.filter { variable in
      prefixes.contains { variable.bytes.starts(with: $0.utf8) }
    } + ["SWIFT_BACKTRACE=enable=no"]
  }

  /// Waits until it is ready for work, as it says once.
  ///
  /// - Returns: The walls that stand around it.
  @discardableResult
  func start(_ token: CancellationToken) throws(Failure) -> Confinement {
    let patience = WorkLimits(
      processorSeconds: Self.startSeconds, addressBytes: 0, fileBytes: 0, codecs: [])
    let answer = try answer(patience, token, until: patience.deadline(token))
    guard let ready = try? ValueTree(answer)?.value(WorkerReady.self) else {
      throw stopped(.nonsense)
    }
    addresses.withLock { $0 = ready.addresses }
    return Confinement(rawValue: ready.walls)
  }

  private static let startSeconds = 60

  /// Has it make a picture.
  ///
  /// - Parameters:
  ///   - bytes: The picture; nil where it is the one before.
  ///   - wanted: How it is made.
  ///   - limits: What it may take.
  ///   - token: Tells how long it may take.
  ///   - request: Gets the order, or nil where the worker has it, and the limits, or nil where they are set; gives
  ///     what is asked for.
  /// - Returns: What it says. Nothing of it is true just because it says so.
  /// - Throws: `Failure`, after which it is of no use.
  func work(
    on bytes: [UInt8]?, _ wanted: WorkOrder, _ limits: WorkLimits, _ token: CancellationToken,
    _ request: (WorkOrder?, WorkLimits?) -> WorkRequest
  ) throws(Failure) -> WorkReply {
    let known = order.withLock { order in
      defer { order = wanted }
      return order == wanted
    }
    let areSet = process.limit(limits, addresses: addresses.withLock { $0 })
    let end = limits.deadline(token)
    do throws(SystemError) {
      guard let message = try? request(known ? nil : wanted, areSet ? nil : limits).bytes() else {
        throw .tooLarge
      }
      try line.send(message, bytes.map { [$0] } ?? [], until: end)
    } catch {
      switch error {
      case .brokenPipe: throw .ended(process.ended())
      case .timedOut: throw outOfTime(token)
      default: throw stopped(.system(error))
      }
    }
    let answer = try answer(limits, token, until: end)
    guard let reply = try? WorkReply(answer) else { throw stopped(.nonsense) }
    return reply
  }

  /// The next bytes of what it made; nil where they don't come in time.
  func bytes(_ count: Int, until end: Double) -> [UInt8]? {
    (try? line.bytes(count, until: end)) ?? nil
  }

  /// Ends the process where it lives, from any thread.
  func kill() { process.kill() }

  /// Ends the process and waits for its end.
  func stop() { process.stop() }

  private func answer(
    _ limits: WorkLimits, _ token: CancellationToken, until end: Double
  ) throws(Failure) -> [UInt8] {
    let message: [UInt8]?
    do throws(SystemError) {
      var spent = process.processorSeconds
      while try !line.waitForMessage(until: min(end, MonotonicClock.seconds + limits.idleSeconds)) {
        if MonotonicClock.seconds >= end { throw .timedOut }
        let before = spent
        spent = process.processorSeconds
        if let spent, let before, spent - before < Self.leastWork { throw .timedOut }
      }
      message = try line.receive(until: end)
    } catch {
      throw error == .timedOut ? outOfTime(token) : stopped(.nonsense)
    }
    guard let message else { throw .ended(process.ended()) }
    return message
  }

  /// Seconds of processor time that nobody takes who waits for what will not come.
  private static let leastWork = 0.01

  private func outOfTime(_ token: CancellationToken) -> Failure {
    stopped(token.reason == nil ? .hung : .stopped)
  }

  private func stopped(_ failure: Failure) -> Failure {
    stop()
    return failure
  }
}
