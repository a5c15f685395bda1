package import Posix

/// Where results, messages and progress go.
///
/// Lines that several threads write never mix, and a progress line never stays between them.
package protocol Console: Sendable {
  /// Writes bytes as they are.
  func write(_ bytes: [UInt8], to stream: StandardStream)
  /// Shows a line that the next one replaces, or takes it away; nothing where nobody watches.
  func showProgress(_ line: [UInt8]?)
  /// How wide progress may be, in columns; nil where it is not shown.
  var progressColumns: Int? { get }
  /// How wide a table of results may be, in columns; nil where no person sees it.
  var outputColumns: Int? { get }
  /// Whether progress may be coloured.
  var usesColor: Bool { get }
  /// Why results could not be written, nil where all were, or where the reader had enough.
  var outputError: SystemError? { get }
  /// The same, for somebody who tells of it: nobody else is to do so again.
  func takeOutputError() -> SystemError?
  /// Whether nobody reads stdout any more, which ends results quietly and fails a picture.
  var isOutputClosed: Bool { get }
}

extension Console {
  /// Writes one line, control characters escaped.
  package func writeLine(_ line: Message, to stream: StandardStream) {
    write(printable(line.bytes) + [UInt8(ascii: "\n")], to: stream)
  }

  /// Writes an object to stdout, on a line of its own.
  package func writeJSON(_ object: JSONObject) {
    write(object.encoded + [UInt8(ascii: "\n")], to: .output)
  }

  /// Writes text with the line breaks it has.
  package func writeText(_ text: String, to stream: StandardStream) {
    write(Array(text.utf8), to: stream)
  }
}
