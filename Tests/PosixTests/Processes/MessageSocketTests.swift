internal import Posix
internal import Testing

@Suite("A line for messages")
struct MessageSocketTests {
  /// A line whose other end is a process that reads and writes what a shell does on descriptor 3.
  private func line(to command: String) throws -> MessageSocket {
    try MessageSocket { other throws(SystemError) in
      _ = try SpawnedProcess(
        "/bin/sh", ["sh", "-c", FilePath(command)], environment: [], descriptors: [other])
    }
  }

  @Test("brings back what an echo is sent, whole", arguments: [0, 1, 5000, 300_000])
  func echo(count: Int) throws {
    let line = try line(to: "exec cat <&3 >&3")
    let message = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    try line.send(message)
    #expect(try line.receive(limit: count) == message)
  }

  @Test("tells of an end that was closed, also in the middle of a message")
  func closed() throws {
    #expect(try line(to: "exit").receive(limit: 10) == nil)
    #expect(try line(to: "printf '\\005\\000\\000\\000ab' >&3").receive(limit: 10) == nil)
  }

  @Test("refuses more than it asked for")
  func tooLong() throws {
    let far = try line(to: "printf '\\005\\000\\000\\000abcde' >&3; exec sleep 60")
    #expect(throws: SystemError.tooLarge) { try far.receive(limit: 4) }
    let twice = try line(to: "printf '\\001\\000\\000\\000ab' >&3; exec sleep 60")
    #expect(throws: SystemError.tooLarge) { try twice.receive(limit: 4) }
  }

  @Test("waits until the deadline, also for the rest of a message")
  func deadline() throws {
    for said in ["", "printf '\\005\\000\\000\\000ab' >&3;"] {
      let line = try line(to: said + "exec sleep 60")
      #expect(throws: SystemError.timedOut) {
        try line.receive(limit: 10, until: MonotonicClock.seconds + 0.1)
      }
    }
  }
}
