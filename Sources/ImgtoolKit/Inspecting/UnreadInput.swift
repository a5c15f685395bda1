package import Posix

/// An input that nothing could be said about, and why.
package struct UnreadInput: Error, Reportable {
  /// The input as given.
  package let input: FilePath
  /// What is wrong.
  package let failure: FileError

  /// The input of this failure.
  package init(_ input: FilePath, _ failure: FileError) {
    self.input = input
    self.failure = failure
  }

  /// Nothing beside the failure.
  package var warnings: [Message] { [] }
  /// What is wrong.
  package var error: FileError? { failure }

  /// Nothing: what is wrong goes to stderr.
  package func textLine(isVerbose: Bool) -> Message? { nil }

  /// `{"input": …, "status": "failed", "error": …}`.
  package var json: JSONObject {
    var object = JSONObject()
    object.add("input", .path(input))
    object.add("status", .text(Message(Outcome.Status.failed.rawValue)))
    object.add("error", .object(failure.json))
    return object
  }
}
