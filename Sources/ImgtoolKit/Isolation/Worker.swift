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
    /// What it said makes no sense.
    case nonsense
    /// The system would not do what was asked for.
    case system(SystemError)
  }

  /// What it has loaded.
  let codecs: Libraries.Codecs
  private let process: SpawnedProcess
  private let messages: MessageSocket
  private let lifeline: Lifeline
  /// How the process ended; nil as long as its number is its own.
  private let end = Locked<SpawnedProcess.End?>(nil)
  /// What it was told last.
  private let order = Locked<WorkOrder?>(nil)

  /// Starts a process of a program, which is this one or another build of it.
  ///
  /// - Throws: An error where the system can't start another process.
  init(_ program: FilePath, _ codecs: Libraries.Codecs) throws(SystemError) {
    self.codecs = codecs
    let lifeline = try Lifeline()
    var started: SpawnedProcess?
    messages = try MessageSocket { other throws(SystemError) in
      started = try SpawnedProcess(
        program, IsolatedWorker.arguments(codecs), environment: Self.environment,
        descriptors: [other, lifeline.reader.number])
    }
    guard let started else { throw .notFound }
    process = started
    self.lifeline = lifeline
  }

  deinit { stop() }

  /// What of the environment concerns the libraries; passwords and the like stay here.
  private static var environment: [FilePath] {
    let prefixes = ["LD_", "DYLD_", "LIBHEIF_", "VIPS", "GLIBC_", "MALLOC_", "LC_", "LANG"]
    return ProcessArguments.environment.filter { variable in
      prefixes.contains { variable.bytes.starts(with: $0.utf8) }
    } + ["SWIFT_BACKTRACE=enable=no"]
  }

  /// Waits until it is ready for work, as it says once.
  ///
  /// - Returns: The walls that stand around it.
  func start(_ token: CancellationToken) throws(Failure) -> Confinement {
    let answer = try answer(token)
    guard let walls = try? ValueTree(answer)?.value(Int.self) else { throw stopped(.nonsense) }
    return Confinement(rawValue: walls)
  }

  /// Has it make a picture.
  ///
  /// - Parameters:
  ///   - bytes: The picture; nil where it is the one before.
  ///   - wanted: How it is made.
  ///   - token: Tells how long it may take.
  ///   - request: Gets the order, or nil where the worker has it, and gives what is asked for.
  /// - Returns: What it says. Nothing of it is true just because it says so.
  /// - Throws: `Failure`, after which it is of no use.
  func work(
    on bytes: [UInt8]?, _ wanted: WorkOrder, _ token: CancellationToken,
    _ request: (WorkOrder?) -> WorkRequest
  ) throws(Failure) -> WorkReply {
    let known = order.withLock { order in
      defer { order = wanted }
      return order == wanted
    }
    do throws(SystemError) {
      guard let message = try? request(known ? nil : wanted).bytes() else {
        throw .tooLarge
      }
      try messages.send(message, until: token.deadline)
      if let bytes { try messages.sendBytes(bytes, until: token.deadline) }
    } catch {
      throw error == .brokenPipe ? ended() : stopped(error == .timedOut ? .stopped : .system(error))
    }
    let answer = try answer(token)
    guard let reply = try? WorkReply(answer) else { throw stopped(.nonsense) }
    return reply
  }

  /// The next bytes of what it made; nil where they don't come.
  func bytes(_ count: Int, _ token: CancellationToken) -> [UInt8]? {
    (try? messages.receiveBytes(count, until: token.deadline)) ?? nil
  }

  /// Ends the process where it lives, from any thread.
  func kill() {
    end.withLock { if $0 == nil { process.kill() } }
  }

  private func answer(_ token: CancellationToken) throws(Failure) -> [UInt8] {
    let message: [UInt8]?
    do throws(SystemError) {
      message = try messages.receive(
        limit: IsolatedWorker.mostMessageBytes, until: token.deadline)
    } catch {
      throw stopped(error == .timedOut ? .stopped : .nonsense)
    }
    guard let message else { throw ended() }
    return message
  }

  private func stopped(_ failure: Failure) -> Failure {
    stop()
    return failure
  }

  private func ended() -> Failure {
    process.waitUntilEnded()
    return .ended(stop())
  }

  /// Ends the process and waits for its end.
  @discardableResult
  func stop() -> SpawnedProcess.End {
    if let end = end.withLock({ $0 }) { return end }
    kill()
    process.waitUntilEnded()
    return end.withLock { end in
      let found = end ?? process.reap()
      end = found
      return found
    }
  }
}
