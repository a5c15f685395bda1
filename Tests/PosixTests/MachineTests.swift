import Testing
import TestSupport

@testable import Posix

@Suite struct MachineTests {
  @Test("The machine has processors, memory and a peak below that")
  func describesMachine() {
    #expect(Machine.processors >= 1)
    #expect(Machine.memory > 16 << 20)
    #expect(Machine.peakMemory > 1 << 20)
    #expect(Machine.peakMemory < 1 << 40)
  }

  @Test(
    "A container's processors are its quota over its period, rounded up",
    arguments: [
      ("200000 100000\n", 2), ("150000 100000\n", 2), ("10000 100000\n", 1), ("max 100000\n", nil),
      ("", nil), ("-5 100000", nil), ("1 0", nil), ("x y", nil),
      ("9223372036854775807 1", Int.max),
    ] as [(String, Int?)])
  func readsQuota(text: String, processors: Int?) throws {
    let root = try TemporaryFolder()
    try root.write("cpu.max", text.utf8)
    let group = ControlGroup(membership: "0::/\n", root: FilePath(root.path))
    #expect(group.processors == processors)
    #expect(group.memory == nil)
  }

  @Test("The tightest limit of a group and those around it counts")
  func readsEnclosingGroups() throws {
    let root = try TemporaryFolder()
    try FileSystem.makeFolders(FilePath(root.file("a/b")))
    try root.write("memory.max", "9000\n".utf8)
    try root.write("a/memory.max", "5000\n".utf8)
    try root.write("a/b/memory.max", "max\n".utf8)
    #expect(ControlGroup(membership: "0::/a/b\n", root: FilePath(root.path)).memory == 5000)
    #expect(ControlGroup(membership: "0::/c\n", root: FilePath(root.path)).memory == 9000)
    #expect(ControlGroup(membership: "", root: FilePath(root.path)).memory == nil)
  }

  @Test("Version 1 hierarchies are read where the controllers are mounted")
  func readsVersion1() throws {
    let root = try TemporaryFolder()
    try FileSystem.makeFolders(FilePath(root.file("cpu/a")))
    try FileSystem.makeFolders(FilePath(root.file("memory")))
    try root.write("cpu/a/cpu.cfs_quota_us", "300000\n".utf8)
    try root.write("cpu/a/cpu.cfs_period_us", "100000\n".utf8)
    try root.write("memory/memory.limit_in_bytes", "7000\n".utf8)
    let group = ControlGroup(
      membership: "4:cpu,cpuacct:/a\n3:memory:/a\n1:name=systemd:/x\nnonsense\n",
      root: FilePath(root.path))
    #expect(group.processors == 3)
    #expect(group.memory == 7000)
  }

  @Test("The clock goes forward")
  func clock() {
    let before = MonotonicClock.seconds
    #expect(MonotonicClock.seconds >= before)
  }

  @Test("The first argument names the program, and unset variables are nil")
  func arguments() {
    #expect(ProcessArguments.bytes.count == CommandLine.arguments.count)
    #expect(
      ProcessArguments.bytes.first.map { String(decoding: $0, as: UTF8.self) }
        == CommandLine.arguments.first)
    #expect(ProcessArguments.environmentVariable("IMGTOOL_NO_SUCH_VARIABLE") == nil)
    #expect(ProcessArguments.environmentVariable("PATH")?.isEmpty == false)
  }
}

#if compiler(>=6.2)
  @Suite struct SignalTests {
    @Test("A process dies by the signal itself, ignored or not")
    func dies() async {
      await #expect(processExitsWith: .signal(15)) {
        Signal.terminate.ignore()
        guard Signal.terminate.isIgnored else { return }
        Signal.terminate.die()
      }
    }
  }
#endif
