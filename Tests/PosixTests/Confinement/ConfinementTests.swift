#if compiler(>=6.2) && os(Linux)
  internal import Glibc
  @testable internal import Posix
  internal import Testing

  @Suite("A confined process")
  struct ConfinementTests {
    /// Whether a call fails.
    private static func fails(_ call: () throws -> Void) -> Bool {
      do { try call() } catch { return true }
      return false
    }

    /// Whether nothing outside of the process can be reached.
    private static var isShutOff: Bool {
      fails { _ = try FileDescriptor(opening: "/etc/passwd", .read) }
        && fails { _ = try FileDescriptor(opening: "/tmp/imgtool-confined", .createNew) }
        && fails { try FileSystem.makeFolders("/tmp/imgtool-confined-folder") }
        && fails { try FileSystem.rename("/etc/hostname", to: "/etc/other") }
    }

    @Test("reads no file, makes none and starts no program")
    func complete() async {
      await #expect(processExitsWith: .success) {
        let open = try MemoryFile()
        guard !Self.fails({ _ = try FileDescriptor(opening: "/etc/passwd", .read) }) else {
          CurrentProcess.exit(2)
        }
        let walls = Confinement.enter()
        let startsNothing = Self.fails {
          let child = try SpawnedProcess("/bin/true", ["true"], environment: [], descriptors: [])
          if child.reap() != .exited(0) { throw SystemError.forbidden }
        }
        // What is open stays so.
        try open.writer.write([1], at: 0)
        let isOpen = try open.reader.read(at: 0, count: 1) == [1]
        let hasWalls = !walls.isDisjoint(with: [.files, .calls])
        CurrentProcess.exit(
          !hasWalls || Self.isShutOff && isOpen && (startsNothing || !walls.contains(.calls))
            ? 0 : 1)
      }
    }

    @Test("has no way to files by Landlock alone")
    func landlock() async {
      await #expect(processExitsWith: .success) {
        // Without privileges over the system this needs the promise first, which `enter` gives.
        let stands = Landlock.forbidEverything()
        CurrentProcess.exit(!stands || Self.isShutOff ? 0 : 1)
      }
    }

    @Test("names no right that a version of Landlock does not know")
    func rights() {
      for (version, files, network, scopes) in [
        (1, 0x1FFF, 0, 0), (2, 0x3FFF, 0, 0), (3, 0x7FFF, 0, 0), (4, 0x7FFF, 3, 0),
        (5, 0xFFFF, 3, 0), (6, 0xFFFF, 3, 3), (99, 0xFFFF, 3, 3),
      ] as [(Int, UInt64, UInt64, UInt64)] {
        #expect(
          Landlock.rights(of: version)
            == Landlock.Rights(files: files, network: network, scopes: scopes))
      }
    }

    @Test("gets no more addresses than its limit")
    func addresses() async {
      await #expect(processExitsWith: .failure) {
        try ResourceLimit.addresses.set(to: CurrentProcess.addressBytes + 64 << 20)
        let bytes = [UInt8](repeating: 1, count: 512 << 20)
        CurrentProcess.exit(bytes.count > 0 ? 0 : 1)
      }
    }

    @Test("is ended by the system when its processor time is used up")
    func processorTime() async {
      await #expect(processExitsWith: .signal(SIGXCPU)) {
        try ResourceLimit.processorSeconds.set(to: 1)
        var number = UInt64(1)
        while number != 0 { number = number &* 3 | 1 }
      }
    }
  }
#endif
