internal import Posix
internal import TestSupport
internal import Testing

@Suite("A process that was started")
struct SpawnedProcessTests {
  private func shell(
    _ line: String, environment: [FilePath] = [], descriptors: [Int32] = []
  ) throws -> SpawnedProcess {
    try SpawnedProcess(
      "/bin/sh", ["sh", "-c", FilePath(line)], environment: environment, descriptors: descriptors)
  }

  @Test("tells by which status or signal it ended")
  func end() throws {
    #expect(try shell("exit 3").reap() == .exited(3))
    #expect(try shell("kill -TERM $$").reap() == .killed(by: .terminate))
    let sleeping = try shell("exec sleep 60")
    sleeping.kill()
    sleeping.waitUntilEnded()
    #expect(sleeping.reap() == .killed(by: Signal(rawValue: 9)))
  }

  @Test("finds what it was given, in order, and nothing else")
  func descriptors() throws {
    let one = try MemoryFile()
    let two = try MemoryFile()
    let process = try shell(
      "echo first >&3; echo \"$MINE$HOME\" >&4; true 2>/dev/null >&5 && exit 1; exit 0",
      environment: ["MINE=second"], descriptors: [one.writer.number, two.writer.number])
    #expect(process.reap() == .exited(0))
    #expect(try one.reader.read(at: 0, count: 100) == Array("first\n".utf8))
    #expect(try two.reader.read(at: 0, count: 100) == Array("second\n".utf8))
  }

  @Test("is an error where there is no such program")
  func missing() {
    #expect(throws: SystemError.notFound) {
      _ = try SpawnedProcess("/nowhere", ["x"], environment: [], descriptors: [])
    }
  }
}

@Suite("A file in memory")
struct MemoryFileTests {
  @Test("is read as it was written, by an end that can't write")
  func ends() throws {
    let file = try MemoryFile()
    try file.writer.write([1, 2, 3], at: 0)
    try file.writer.write([9], at: 1)
    #expect(try file.reader.read(at: 0, count: 10) == [1, 9, 3])
    var failure: SystemError?
    do { try file.reader.write([1], at: 0) } catch { failure = error }
    #expect(failure != nil)
  }
}
