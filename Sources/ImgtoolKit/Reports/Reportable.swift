package import Posix

/// What one input came to, as text and JSON reports show it.
package protocol Reportable: Sendable {
  /// The input as given.
  var input: FilePath { get }
  /// What the user should know although the input did not fail.
  var warnings: [Message] { get }
  /// Why the input failed, nil where it did not.
  var error: FileError? { get }
  /// The line on stdout, nil where there is none; names unescaped.
  func textLine(isVerbose: Bool) -> Message?
  /// The object on stdout with `--json`.
  var json: JSONObject { get }
}
