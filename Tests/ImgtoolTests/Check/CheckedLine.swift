internal import Foundation
internal import Posix

/// One line of `check --json`.
struct CheckedLine: Decodable {
  struct Finding: Decodable {
    let rule: String
    let message: String
    let command: String?
  }

  let input: String
  let status: String
  let kind: String?
  let width: Int?
  let height: Int?
  let bytes: Int?
  let findings: [Finding]
  let error: Record.Failure?

  /// The rules that are broken.
  var rules: [String] { findings.map(\.rule) }
  /// The command that mends it.
  var command: String? { findings.lazy.compactMap(\.command).first }
}

extension Workplace {
  /// What `check` finds in files.
  func check(_ rules: [String], _ names: FilePath...) async throws -> [CheckedLine] {
    let arguments = ["check", "--json", "--quiet"] + rules
    let run = try await start(arguments.map { "\($0)" } + ["--"] + names.map { Argument($0) })
      .result(within: .seconds(120))
    return try run.lines()
  }

  /// What `check` finds in one file.
  func check(_ rules: [String], one name: FilePath) async throws -> CheckedLine {
    try await check(rules, name)[0]
  }

  /// Runs a command of a report as a user does who copies it into a shell.
  func mend(_ command: String) async throws -> ChildProcess.Result {
    try await shell("imgtool() { \"$imgtool\" \"$@\"; }\n" + command)
  }
}
