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
  private let input: MemoryFile
  private let output: MemoryFile
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
    let input = try MemoryFile()
    let output = try MemoryFile()
    let lifeline = try Lifeline()
    var started: SpawnedProcess?
    messages = try MessageSocket { other throws(SystemError) in
      started = try SpawnedProcess(
        program, IsolatedWorker.arguments(codecs), environment: Self.environment,
        descriptors: [
          other, input.reader.number, output.writer.number, lifeline.reader.number,
        ])
    }
    guard let started else { throw .notFound }
    process = started
    self.input = input
    self.output = output
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
    guard let walls: Int = value(try answer(token)) else { throw stopped(.nonsense) }
    return Confinement(rawValue: walls)
  }

  /// Has it make a picture.
  ///
  /// - Parameters:
  ///   - bytes: The picture.
  ///   - wanted: How it is made.
  ///   - token: Tells how long it may take.
  ///   - request: Gets the order, or nil where the worker has it, and gives what is asked for.
  /// - Returns: What it says. Nothing of it is true just because it says so.
  /// - Throws: `Failure`, after which it is of no use.
  func work(
    on bytes: [UInt8], _ wanted: WorkOrder, _ token: CancellationToken,
    _ request: (WorkOrder?) -> WorkRequest
  ) throws(Failure) -> WorkReply {
    let known = order.withLock { order in
      defer { order = wanted }
      return order == wanted
    }
    do throws(SystemError) {
      try input.writer.write(bytes, at: 0)
      guard let message = try? ValueTree(of: request(known ? nil : wanted)).bytes else {
        throw .tooLarge
      }
      try messages.send(message)
    } catch {
      throw error == .brokenPipe ? ended() : stopped(.system(error))
    }
    let answer = try answer(token)
    if bytes.count > Self.mostKeptBytes { try? input.writer.truncate(to: 0) }
    guard let reply: WorkReply = value(answer) else { throw stopped(.nonsense) }
    return reply
  }

  /// The bytes that it left; fewer where it left fewer.
  func bytes(at place: Int, count: Int) throws(SystemError) -> [UInt8] {
    try output.writer.read(at: place, count: count)
  }

  /// Gives memory back where it left much.
  func forget(_ count: Int) {
    if count > Self.mostKeptBytes { try? output.writer.truncate(to: 0) }
  }

  /// Bytes that stay in memory for the next picture.
  private static let mostKeptBytes = 4 << 20

  /// Ends the process where it lives, from any thread.
  func kill() {
    end.withLock { if $0 == nil { process.kill() } }
  }

  private func value<Value: Decodable>(_ message: [UInt8]) -> Value? {
    try? ValueTree(message)?.value(Value.self)
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
