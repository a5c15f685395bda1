internal import Batch
package import Posix

/// The streams that the process was started with.
package final class SystemConsole: Console {
  private struct State {
    var progress: [UInt8]?
    var outputError: SystemError?
    var isOutputClosed = false
  }

  private let state = Locked(State())
  private let watchesProgress: Bool
  /// Whether progress may be coloured: unless `NO_COLOR` is set to anything (no-color.org).
  package let usesColor: Bool

  /// The console of this process; `TERM` and `NO_COLOR` are looked at.
  package init() {
    let terminal = ProcessArguments.environmentVariable("TERM").map {
      String(decoding: $0, as: UTF8.self)
    }
    watchesProgress = StandardStream.error.isTerminal && terminal != nil && terminal != "dumb"
    usesColor = (ProcessArguments.environmentVariable("NO_COLOR") ?? []).isEmpty
  }

  /// How wide progress may be; nil where stderr is no terminal, or one that can't move its cursor.
  package var progressColumns: Int? { watchesProgress ? StandardStream.error.columns ?? 80 : nil }

  /// How wide a table of results may be; nil where stdout is no terminal.
  package var outputColumns: Int? {
    StandardStream.output.isTerminal ? StandardStream.output.columns ?? 80 : nil
  }

  /// Whether writing to stdout has failed, were it only that the reader has gone.
  package var isOutputClosed: Bool { state.withLock { $0.isOutputClosed } }

  /// What writing to stdout failed with, but for a reader that has gone.
  package var outputError: SystemError? { state.withLock { $0.outputError } }

  /// What writing to stdout failed with, which is forgotten after that.
  package func takeOutputError() -> SystemError? {
    state.withLock { state in
      defer { state.outputError = nil }
      return state.outputError
    }
  }

  /// Writes bytes as they are; the progress line makes room and comes back below.
  package func write(_ bytes: [UInt8], to stream: StandardStream) {
    state.withLock { state in
      let progress = state.progress
      if progress != nil { Self.put(Self.clearLine) }
      switch stream {
      case .error: Self.put(bytes)
      case .output where !state.isOutputClosed:
        do throws(SystemError) {
          try stream.write(bytes)
        } catch {
          state.isOutputClosed = true
          if error != .brokenPipe { state.outputError = error }
        }
      case .output: break
      }
      if let progress { Self.put(progress) }
    }
  }

  /// Shows a line that the next one replaces, or takes it away.
  package func showProgress(_ line: [UInt8]?) {
    guard watchesProgress else { return }
    state.withLock { state in
      if line != nil || state.progress != nil { Self.put(Self.clearLine + (line ?? [])) }
      state.progress = line
    }
  }

  private static var clearLine: [UInt8] { Array("\r\u{1B}[K".utf8) }

  /// Writes to stderr; when even that fails, there is nobody to tell.
  private static func put(_ bytes: [UInt8]) {
    try? StandardStream.error.write(bytes)
  }
}
