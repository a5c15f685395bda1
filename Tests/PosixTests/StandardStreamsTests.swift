#if canImport(Glibc)
  internal import Glibc
#endif
import Posix
import Testing

// In processes of their own: the streams are the process's.
#if compiler(>=6.2) && canImport(Glibc)
  @Suite struct StandardStreamsTests {
    @Test("A stream writes everything, however much the pipe holds")
    func writesWhole() async throws {
      let result = try await #require(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        try StandardStream.error.write([UInt8](repeating: 0x2A, count: 300_000))
      }
      #expect(result.standardErrorContent.count { $0 == 0x2A } == 300_000)
    }

    @Test("A pipe that nobody reads is an error, and no terminal")
    func tellsBrokenPipe() async {
      await #expect(processExitsWith: .exitCode(42)) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0, close(ends[0]) == 0, dup2(ends[1], 1) == 1 else { exit(1) }
        guard !StandardStream.output.isTerminal, StandardStream.output.columns == nil else {
          exit(2)
        }
        Signal.brokenPipe.ignore()
        do throws(SystemError) {
          try StandardStream.output.write([1])
          exit(3)
        } catch {
          exit(error == .brokenPipe ? 42 : 4)
        }
      }
    }

    @Test("Standard input is read to its end, up to a limit")
    func readsInput() async {
      await #expect(processExitsWith: .exitCode(42)) {
        for (limit, fits) in [(5, true), (100, true), (4, false)] {
          var ends: [Int32] = [0, 0]
          guard pipe(&ends) == 0, write(ends[1], "12345", 5) == 5, close(ends[1]) == 0,
            dup2(ends[0], 0) == 0
          else { exit(1) }
          do throws(SystemError) {
            let bytes = try StandardInput.readAll(limit: limit)
            guard fits, bytes == Array("12345".utf8) else { exit(2) }
          } catch {
            guard !fits, error == .tooLarge else { exit(3) }
          }
        }
        exit(42)
      }
    }
  }
#endif
