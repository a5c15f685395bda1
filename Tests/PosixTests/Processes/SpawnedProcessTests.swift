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
    let folder = try TemporaryFolder()
    let one = try FileDescriptor(opening: FilePath(folder.file("one")), .createNew)
    let two = try FileDescriptor(opening: FilePath(folder.file("two")), .createNew)
    let process = try shell(
      "echo first >&3; echo \"$MINE$HOME\" >&4", environment: ["MINE=second"],
      descriptors: [one.number, two.number])
    #expect(process.reap() == .exited(0))
    for (name, said) in [("one", "first\n"), ("two", "second\n")] {
      let file = try FileDescriptor(opening: FilePath(folder.file(name)), .read)
      #expect(try file.readAll(limit: 100) == Array(said.utf8))
    }
  }

  @Test("is an error where there is no such program")
  func missing() {
    #expect(throws: SystemError.notFound) {
      _ = try SpawnedProcess("/nowhere", ["x"], environment: [], descriptors: [])
    }
  }
}
