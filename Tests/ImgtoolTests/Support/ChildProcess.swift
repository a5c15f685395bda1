internal import Foundation
internal import TestSupport

/// A program that was started, with its output going to files of its own.
///
/// Foundation's `Process` takes text; here arguments are bytes, as file names are.
struct ChildProcess {
  /// How a program ended.
  enum End: Equatable {
    case exited(Int32)
    case killed(by: Int32)
  }

  /// What a program that ended has left.
  struct Result {
    let end: End
    let output: [UInt8]
    let errors: [UInt8]

    /// The output as text; bytes that are no UTF-8 become U+FFFD.
    var text: String { String(decoding: output, as: UTF8.self) }
    /// The lines on the error output.
    var errorLines: [String] {
      String(decoding: errors, as: UTF8.self).split(separator: "\n").map(String.init)
    }
  }

  /// A program that could not be started or did not end in time.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let program: String
  /// The system's number for it.
  let number: pid_t
  private let files: TemporaryFolder

  /// Starts a program in `folder`; `input` is what it finds on its standard input, nothing by default.
  init(
    _ program: String, _ arguments: [Argument], environment: [String: String], folder: String,
    input: [UInt8] = []
  ) throws {
    self.program = program
    files = try TemporaryFolder()
    try files.write("in", input)
    number = try Self.spawn(
      program, arguments, environment.map { Argument(bytes: Array("\($0)=\($1)".utf8)) }, folder,
      files: files)
  }

  /// Sends a signal to the program as soon as `condition` holds.
  ///
  /// A thread looks, not a task: those may all be busy with other tests until it is too late.
  func send(_ signal: Int32, when condition: @escaping @Sendable () -> Bool) {
    let number = number
    Thread.detachNewThread {
      while kill(number, 0) == 0, !condition() { usleep(1000) }
      kill(number, signal)
    }
  }

  /// Waits until the program ends; one that takes longer than `limit` is killed, and that is an error.
  func result(within limit: Duration = .seconds(60)) async throws -> Result {
    let deadline = ContinuousClock.now + limit
    var status: Int32 = 0
    while waitpid(number, &status, WNOHANG) == 0 {
      guard ContinuousClock.now < deadline else {
        kill(number, SIGKILL)
        waitpid(number, &status, 0)
        throw Failure(description: "\(program) did not end within \(limit)")
      }
      try await Task.sleep(for: .milliseconds(5))
    }
    // The wait status of POSIX: the signal in the low seven bits, else the exit status above them.
    let signal = status & 0x7f
    return Result(
      end: signal == 0 ? .exited(status >> 8 & 0xff) : .killed(by: signal),
      output: try bytes("out"), errors: try bytes("err"))
  }

  private func bytes(_ name: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(fileURLWithPath: files.file(name))))
  }

  private static func spawn(
    _ program: String, _ arguments: [Argument], _ environment: [Argument], _ folder: String,
    files: TemporaryFolder
  ) throws -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_addopen(&actions, 0, files.file("in"), O_RDONLY, 0)
    for (descriptor, name) in [(Int32(1), "out"), (2, "err")] {
      posix_spawn_file_actions_addopen(
        &actions, descriptor, files.file(name), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    }
    // Whoever runs the tests may ignore signals; the program shall meet them as from a shell.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGINT, SIGTERM, SIGPIPE, SIGHUP] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))

    var number: pid_t = 0
    // The shell changes the folder, which spawning itself can't everywhere, and becomes the program.
    let start: [Argument] = ["sh", "-c", "cd \"$0\" && exec \"$@\"", "\(folder)", "\(program)"]
    let failure = withCStrings(start + arguments) { arguments in
      withCStrings(environment) { environment in
        posix_spawn(&number, "/bin/sh", &actions, &attributes, arguments, environment)
      }
    }
    guard failure == 0 else {
      throw Failure(description: "\(program): \(String(cString: strerror(failure)))")
    }
    return number
  }

  /// Hands a list of C strings, closed by nil, to `body`.
  private static func withCStrings<Value>(
    _ arguments: [Argument], _ body: ([UnsafeMutablePointer<CChar>?]) -> Value
  ) -> Value {
    let strings: [UnsafeMutablePointer<CChar>?] = arguments.map { argument in
      argument.bytes.withUnsafeBufferPointer { bytes in
        let string = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
        for (index, byte) in bytes.enumerated() { string[index] = CChar(bitPattern: byte) }
        string[bytes.count] = 0
        return string
      }
    }
    defer { for string in strings { string?.deallocate() } }
    return body(strings + [nil])
  }
}
