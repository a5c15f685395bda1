package import Posix

/// Something that is wrong with a file, by the rule that says so.
package struct ReportedFinding: Sendable, Equatable {
  /// The stable name of the rule.
  package var rule: String
  /// What is wrong, in words for people, without the file's path.
  package var message: Message
  /// A line of shell that mends it; nil where none can.
  package var command: Message?

  /// What a rule finds.
  package init(_ rule: String, _ message: Message, command: Message? = nil) {
    self.rule = rule
    self.message = message
    self.command = command
  }
}

/// What a file was found to be, for a report.
package struct ReportedFile: Sendable {
  /// The file as given.
  package let input: FilePath
  /// Facts of it by name, for JSON.
  package var facts = JSONObject()
  /// What is wrong with it.
  package var findings: [ReportedFinding] = []
  /// Why it could not be looked at, or not in whole.
  package var failure: FileError?
  /// Seconds that the look at it took.
  package var seconds = 0.0

  /// A file of which nothing is known yet.
  package init(_ input: FilePath) {
    self.input = input
  }

  /// Whether nothing is wrong with it.
  package var isClean: Bool { findings.isEmpty && failure == nil }

  /// Everything that is wrong, a failure by its code.
  package var wrongs: [ReportedFinding] {
    findings + (failure.map { [ReportedFinding($0.code.rawValue, $0.message)] } ?? [])
  }
}

extension ReportedFile: Reportable {
  /// Nothing: all that is wrong fails it.
  package var warnings: [Message] { [] }
  /// Why it could not be looked at.
  package var error: FileError? { failure }

  /// Nothing: there may be several lines, `textLines`.
  package func textLine(isVerbose: Bool) -> Message? { nil }

  /// A line for each thing that is wrong, and below them, indented, the commands that mend them, each once.
  package var textLines: [Message] {
    var commands: [Message] = []
    for command in findings.compactMap(\.command) where !commands.contains(command) {
      commands.append(command)
    }
    return findings.map { "\(input): \($0.rule): \($0.message)" } + commands.map { "  \($0)" }
  }

  /// `{"input": …, "status": "clean", …, "findings": []}`.
  package var json: JSONObject {
    var object = JSONObject()
    object.add("input", .path(input))
    let status = failure != nil ? "failed" : findings.isEmpty ? "clean" : "found"
    object.add("status", .text(Message(status)))
    for (key, value) in facts.members { object.add(key, value) }
    object.add("findings", .list(findings.map { .object($0.json) }))
    object.add("error", failure.map { .object($0.json) })
    return object
  }
}

extension ReportedFinding {
  /// `{"rule": …, "message": …, "command": …}`.
  fileprivate var json: JSONObject {
    JSONObject([
      ("rule", .text(Message(rule))), ("message", .text(message)),
      ("command", command.map { .text($0) }),
    ])
  }
}
