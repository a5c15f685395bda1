internal import Batch
package import Posix

/// A console for tests, which remembers what was written.
package final class RecordingConsole: Console {
  private struct State {
    var output: [UInt8] = []
    var error: [UInt8] = []
    var progress: [[UInt8]?] = []
  }

  private let state = Locked(State())
  /// How wide progress may be, in columns.
  package let progressColumns: Int?
  /// How wide a table of results may be, in columns.
  package let outputColumns: Int?
  /// Whether progress may be coloured.
  package let usesColor: Bool
  /// What writing results fails with.
  package let outputError: SystemError?
  /// Whether writing to stdout is to fail.
  package var isOutputClosed: Bool { outputError != nil }

  /// A console that shows neither progress nor tables unless it is given columns.
  package init(
    progressColumns: Int? = nil, outputColumns: Int? = nil, usesColor: Bool = false,
    outputError: SystemError? = nil
  ) {
    self.outputColumns = outputColumns
    self.progressColumns = progressColumns
    self.usesColor = usesColor
    self.outputError = outputError
  }

  /// What writing results fails with, each time.
  package func takeOutputError() -> SystemError? { outputError }

  /// Remembers the bytes.
  package func write(_ bytes: [UInt8], to stream: StandardStream) {
    state.withLock { state in
      switch stream {
      case .output: state.output += bytes
      case .error: state.error += bytes
      }
    }
  }

  /// Remembers the line.
  package func showProgress(_ line: [UInt8]?) {
    state.withLock { $0.progress.append(line) }
  }

  /// Everything on stdout.
  package var output: [UInt8] { state.withLock { $0.output } }
  /// Everything on stderr.
  package var error: [UInt8] { state.withLock { $0.error } }
  /// Everything on stdout as text.
  package var outputText: String { String(decoding: output, as: UTF8.self) }
  /// Everything on stderr as text.
  package var errorText: String { String(decoding: error, as: UTF8.self) }
  /// The progress lines in their order; nil where one was taken away.
  package var progress: [String?] {
    state.withLock { $0.progress.map { $0.map { String(decoding: $0, as: UTF8.self) } } }
  }
}
