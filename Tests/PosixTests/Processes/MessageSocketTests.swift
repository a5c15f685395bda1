internal import Posix
internal import Testing

@Suite("A line for messages")
struct MessageSocketTests {
  private func failure(_ call: () throws(SystemError) -> Void) -> SystemError? {
    do throws(SystemError) {
      try call()
      return nil
    } catch {
      return error
    }
  }

  /// Has a test talk to a process that reads and writes what a shell does on descriptor 3.
  private func withLine(
    to command: String, _ body: (borrowing MessageSocket) throws -> Void
  ) throws {
    var process: SpawnedProcess?
    let line = try MessageSocket { other throws(SystemError) in
      process = try SpawnedProcess(
        "/bin/sh", ["sh", "-c", FilePath(command)], environment: [], descriptors: [other])
    }
    defer {
      process?.kill()
      _ = process?.reap()
    }
    try body(line)
  }

  @Test("brings back what an echo is sent, whole", arguments: [0, 1, 5000, 150_000])
  func echo(count: Int) throws {
    let message = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    try withLine(to: "exec cat <&3 >&3") { line in
      try line.send(message)
      let received = try line.receive(limit: count)
      #expect(received == message)
    }
  }

  @Test("tells of an end that was closed, also in the middle of a message")
  func closed() throws {
    for said in ["exit", "printf '\\005\\000\\000\\000ab' >&3"] {
      try withLine(to: said) { line in
        let received = try line.receive(limit: 10)
        #expect(received == nil)
      }
    }
  }

  @Test("refuses more than it asked for")
  func tooLong() throws {
    try withLine(to: "printf '\\005\\000\\000\\000abcde' >&3; exec sleep 60") { line in
      #expect(failure { () throws(SystemError) in _ = try line.receive(limit: 4) } == .tooLarge)
    }
  }

  @Test("waits until the deadline, also for the rest of a message")
  func deadline() throws {
    for said in ["", "printf '\\005\\000\\000\\000ab' >&3;"] {
      try withLine(to: said + "exec sleep 60") { line in
        let end = MonotonicClock.seconds + 0.1
        #expect(
          failure { () throws(SystemError) in _ = try line.receive(limit: 10, until: end) }
            == .timedOut)
      }
    }
  }
}
