internal import Batch
internal import Imaging
internal import Posix

#if os(Linux)
  /// A process that has loaded the libraries once, sees no picture ever, and copies itself where a worker is wanted.
  ///
  /// To start a program of many libraries takes dozens of milliseconds of processor time, to copy a process one.
  final class Nursery: Sendable {
    private let process: OwnedProcess
    private let lifeline: Lifeline
    private let line: MessageSocket
    /// Whether it has said that it is ready; held while it is talked to.
    private let isReady = Locked(false)

    /// Starts the process.
    ///
    /// - Throws: An error where the system can't start another process, or give away its children.
    init(_ program: FilePath) throws(SystemError) {
      let lifeline = try Lifeline()
      var started: SpawnedProcess?
      line = try MessageSocket { other throws(SystemError) in
        started = try SpawnedProcess(
          program, IsolatedNursery.arguments, environment: Worker.environment,
          descriptors: [other, lifeline.reader.number])
      }
      guard let started else { throw .notFound }
      process = OwnedProcess(started)
      self.lifeline = lifeline
      // Not before there is one: it holds for the whole process, and for all that comes below it.
      guard ForkedProcess.adoptOrphans() else { throw .notFound }
    }

    /// Ends the process; its copies live on.
    func kill() { process.kill() }

    /// Has it make a copy of itself, which is a child of this process.
    ///
    /// - Parameters:
    ///   - codecs: What the copy must have loaded.
    ///   - numbers: The files that the copy finds open as 3, 4 and so on.
    ///   - token: Tells how long that may take.
    /// - Returns: The copy.
    /// - Throws: `Worker.Failure`, after which it is of no use.
    func copy(
      with codecs: Libraries.Codecs, _ numbers: [Int32], _ token: CancellationToken
    ) throws(Worker.Failure) -> SpawnedProcess {
      let found = isReady.withLock { isReady -> Result<ProcessNumber?, SystemError> in
        Result { () throws(SystemError) in
          if !isReady { isReady = try line.receive(limit: 0, until: token.deadline) != nil }
          guard isReady else { return nil }
          try line.send(numbers, with: UInt8(truncatingIfNeeded: codecs.rawValue))
          return try number(token)
        }
      }
      do throws(SystemError) {
        guard let number = try found.get() else { throw .brokenPipe }
        return SpawnedProcess(adopting: number)
      } catch {
        process.kill()
        switch error {
        case .timedOut: throw .stopped
        case .brokenPipe: throw .unready(process.ended())
        default: throw .system(error)
        }
      }
    }

    private func number(_ token: CancellationToken) throws(SystemError) -> ProcessNumber? {
      guard let answer = try line.receive(limit: 4, until: token.deadline) else { return nil }
      let number = answer.reversed().reduce(Int32(0)) { $0 << 8 | Int32($1) }
      guard number > 0 else { throw SystemError.brokenPipe }
      return ProcessNumber(rawValue: number)
    }
  }
#endif

/// The other side of a nursery.
enum IsolatedNursery {
  /// The first argument of such a process, which is no command that a user could give.
  static let argument: FilePath = "--isolated-nursery"

  /// The arguments of such a process, the program's own name first.
  static var arguments: [FilePath] { [FilePath(Program.name), argument] }

  /// Copies itself until nobody wants that any more; in a copy, works as one.
  static func run() -> ExitStatus {
    #if os(Linux)
      IsolatedWorker.prepare([])
      let line = MessageSocket(adopting: IsolatedWorker.Descriptor.messages)
      do {
        try line.send([])
        while let (numbers, wanted) = try line.receiveDescriptors() {
          Libraries.load(Libraries.Codecs(rawValue: Int(wanted)))
          guard let copy = try ForkedProcess.forkAway() else {
            ForkedProcess.keepOnly(numbers)
            // Not by returning: what is open under these numbers now is no longer what `line` had.
            CurrentProcess.exit(IsolatedWorker.work(sharesPages: numbers.count > 2).rawValue)
          }
          for number in numbers { CurrentProcess.close(number) }
          try line.send((0..<4).map { UInt8(truncatingIfNeeded: copy.rawValue >> ($0 * 8)) })
        }
        return .success
      } catch {
        return .failure
      }
    #else
      return .wrongUsage
    #endif
  }
}
