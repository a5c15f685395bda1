#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A process that this one has started.
package struct SpawnedProcess: Sendable {
  /// How a process ended.
  package enum End: Equatable, Sendable {
    /// By itself, with this status.
    case exited(Int32)
    /// By a signal.
    case killed(by: Signal)
  }

  /// The system's number for it, its own until `reap` has returned.
  package let number: ProcessNumber

  /// Starts a program that has nothing of this process but what it is given.
  ///
  /// Its standard streams lead nowhere, it has a process group of its own, so that no key pressed at the
  /// terminal reaches it, and no signal is blocked. The other end of an argument list is its own affair.
  ///
  /// - Parameters:
  ///   - program: The path of its file.
  ///   - arguments: Its arguments, its own name first.
  ///   - environment: Its variables, each as `NAME=value`.
  ///   - descriptors: What it finds open as 3, 4 and so on.
  /// - Throws: The error of `posix_spawn`.
  package init(
    _ program: FilePath, _ arguments: [FilePath], environment: [FilePath],
    descriptors: [Int32]
  ) throws(SystemError) {
    var start = SpawnSettings()
    defer { start.discard() }
    let lent = try start.lend(descriptors)
    defer { for number in lent { _ = close(number) } }
    var child: pid_t = 0
    let failure = program.withCString { program in
      withCStrings(arguments) { arguments in
        withCStrings(environment) { environment in
          posix_spawn(&child, program, &start.actions, &start.attributes, arguments, environment)
        }
      }
    }
    guard failure == 0 else { throw SystemError(code: failure) }
    number = ProcessNumber(rawValue: child)
  }

  /// A child of this process that another one has started for it.
  package init(adopting number: ProcessNumber) {
    self.number = number
  }

  /// Seconds of processor time that all its threads have taken; nil where the system doesn't say.
  package var processorSeconds: Double? {
    #if canImport(Glibc)
      var clock: clockid_t = 0
      var time = timespec()
      guard clock_getcpuclockid(number.rawValue, &clock) == 0, clock_gettime(clock, &time) == 0
      else { return nil }
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    #else
      return nil
    #endif
  }

  /// Ends it at once; not to be called after `reap`.
  package func kill() {
    _ = callKill(number.rawValue, SIGKILL)
  }

  /// Waits until it has ended, and leaves its number taken.
  package func waitUntilEnded() {
    var found = siginfo_t()
    let number = id_t(number.rawValue)
    _ = try? checked { waitid(P_PID, number, &found, WEXITED | WNOWAIT) }
  }

  /// Waits until it has ended, gives its number back to the system and says how it ended; once only.
  package func reap() -> End {
    var status: Int32 = 0
    let number = number.rawValue
    guard (try? checked { waitpid(number, &status, 0) }) != nil else { return .exited(-1) }
    // The wait status of POSIX: the signal in the low seven bits, else the exit status above them.
    let signal = status & 0x7f
    return signal == 0 ? .exited(status >> 8 & 0xff) : .killed(by: Signal(rawValue: signal))
  }
}

extension SpawnedProcess.End: CustomStringConvertible {
  /// How it ended, as the end of a sentence.
  package var description: String {
    switch self {
    case .exited(let status): "ended with status \(status)"
    case .killed(let signal): "was ended by signal \(signal.rawValue)"
    }
  }
}

/// What `posix_spawn` is told beside the program.
private struct SpawnSettings {
  #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
  #else
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
  #endif

  init() {
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    // Threads of a queue block signals, which a new process would take over.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGXCPU] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    var flags = Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
    flags |= Int32(POSIX_SPAWN_SETPGROUP)
    #if canImport(Darwin)
      flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
    #endif
    posix_spawnattr_setflags(&attributes, Int16(flags))
  }

  /// Has the process find these open as 3 and so on.
  ///
  /// - Returns: Copies above all of those numbers, to be closed once the process is started.
  mutating func lend(_ descriptors: [Int32]) throws(SystemError) -> [Int32] {
    for stream: Int32 in 0...2 {
      posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
    }
    var copies: [Int32] = []
    let first: Int32 = 3
    let above = first + Int32(clamping: descriptors.count)
    do throws(SystemError) {
      for (place, number) in descriptors.enumerated() {
        let copy = try checked { fcntl(number, F_DUPFD_CLOEXEC, above) }
        copies.append(copy)
        posix_spawn_file_actions_adddup2(&actions, copy, first + Int32(place))
      }
    } catch {
      for copy in copies { _ = close(copy) }
      throw error
    }
    return copies
  }

  mutating func discard() {
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
  }
}

/// Lends a list of C strings, closed by nil, to a call.
private func withCStrings<Result>(
  _ texts: [FilePath], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let strings = texts.map { text in text.withCString { strdup($0) } }
  defer { for string in strings { free(string) } }
  return body(strings + [nil])
}

// Inside the type, `kill` means the method.
private func callKill(_ number: pid_t, _ signal: Int32) -> Int32 { kill(number, signal) }
