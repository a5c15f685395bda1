#if canImport(Glibc)
  internal import Glibc
#endif
import Batch
import Posix
import Testing

#if compiler(>=6.2) && canImport(Glibc)
  @Suite struct SignalTrapTests {
    @Test("A trapped signal is told, again and again, and does not end the process")
    func traps() async {
      await #expect(processExitsWith: .exitCode(42)) {
        let heard = Locked<[Int32]>([])
        SignalTrap.set(for: [.interrupt, .terminate]) { signal in
          heard.withLock { $0.append(signal.rawValue) }
        }
        // Until the trap is there, a signal would end the process.
        var action = sigaction()
        for number in [SIGTERM, SIGINT] {
          repeat {
            usleep(1000)
            sigaction(number, nil, &action)
          } while action.__sigaction_handler.sa_handler == nil
        }
        for (index, number) in [SIGTERM, SIGINT, SIGTERM].enumerated() {
          kill(getpid(), number)
          for _ in 0..<10_000 where heard.withLock({ $0.count }) <= index { usleep(1000) }
        }
        exit(heard.withLock { $0 } == [SIGTERM, SIGINT, SIGTERM] ? 42 : 1)
      }
    }
  }
#endif
