package import Posix

/// A console that takes everything and shows nothing.
package struct SilentConsole: Console {
  /// A console without anybody who reads.
  package init() {}

  /// Nothing is written.
  package func write(_ bytes: [UInt8], to stream: StandardStream) {}
  /// Nothing is shown.
  package func showProgress(_ line: [UInt8]?) {}
  /// No progress.
  package var progressColumns: Int? { nil }
  /// No tables.
  package var outputColumns: Int? { nil }
  /// No colours.
  package var usesColor: Bool { false }
  /// Nothing fails.
  package var outputError: SystemError? { nil }
  /// Nothing fails.
  package func takeOutputError() -> SystemError? { nil }
  /// Everybody listens.
  package var isOutputClosed: Bool { false }
}
