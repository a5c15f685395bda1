import CommandLineOptions
import Foundation
import Posix
import TestSupport
import Testing

/// One option with whatever words a test needs.
struct OddOptions {
  var mode: FilePath?
  var sorts: [Int] = []
}

@Suite("Completion scripts")
struct CompletionScriptTests {
  static let sorts = ValueKind<Int>.choice("sort", ["plain": 1, "pretty": 2, "odd": 3])
  static let commands = [
    HelpTests.command,
    CommandDescription(
      name: "tool odd", arguments: "", abstract: "Isn't [odd]: \\ yes.",
      options: [
        Option("mode", .text("m"), .command, help: "It's [this]: or \\ that.", to: \OddOptions.mode)
          .info,
        Option("sorts", .list(of: sorts), .command, help: "Which.", to: \OddOptions.sorts).info,
      ]),
  ]

  /// Runs a shell; gives what it printed, nil where it is not installed.
  static func run(_ shell: CompletionShell, _ arguments: [String]) throws -> (
    status: Int32, output: String
  )? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [shell.rawValue] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 127
      ? nil : (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }

  @Test("every shell that is here can read its script", arguments: CompletionShell.allCases)
  func syntax(shell: CompletionShell) throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("script", shell.script(for: "tool", Self.commands).utf8)
    guard let (status, output) = try Self.run(shell, ["-n", script]) else { return }
    #expect(status == 0)
    #expect(output == "")
  }

  @Test("every option of every command is in every script", arguments: CompletionShell.allCases)
  func completeness(shell: CompletionShell) {
    let script = shell.script(for: "tool", Self.commands)
    for name in Self.commands.flatMap(\.options).map(\.long) {
      #expect(script.contains(shell == .fish ? "-l \(name)" : "--\(name)"))
    }
  }

  static let words: [(words: [String], offered: [String])] = [
    (["tool", "d"], ["draw"]),
    (["tool", "draw", "--sh"], ["--shape"]),
    (["tool", "draw", "--shape", "r"], ["round"]),
    (["tool", "draw", "--format", "=", "we"], ["webp"]),
    (["tool", "draw", "--format", "="], ["auto", "jpeg", "png", "webp", "heic", "avif"]),
    (["tool", "draw", "fi"], []), (["tool", "odd", "--sorts", "p"], ["plain", "pretty"]),
    (["tool", "odd", "--sorts", "odd,pl"], ["odd,plain"]),
    (
      ["tool", "odd", "--sorts", "=", "odd,plain,"],
      ["odd,plain,plain", "odd,plain,pretty", "odd,plain,odd"]
    ),
  ]

  @Test("bash offers commands, options and the values of options", arguments: words)
  func bash(words: [String], offered: [String]) throws {
    let folder = try TemporaryFolder()
    let script = try folder.write(
      "script", CompletionShell.bash.script(for: "tool", Self.commands).utf8)
    let line = """
      source '\(script)'; COMP_WORDS=(\(words.joined(separator: " "))); COMP_CWORD=\(words.count - 1)
      _tool; printf '%s\\n' "${COMPREPLY[@]}"
      """
    guard let (_, output) = try Self.run(.bash, ["-c", line]) else { return }
    #expect(output.split(separator: "\n").map(String.init) == offered)
  }

  @Test("fish offers the values of an option")
  func fish() throws {
    let folder = try TemporaryFolder()
    let script = try folder.write(
      "script", CompletionShell.fish.script(for: "tool", Self.commands).utf8)
    let line = "source '\(script)'; complete -C 'tool draw --shape r'"
    guard let (_, output) = try Self.run(.fish, ["--no-config", "-c", line]) else { return }
    #expect(output.hasPrefix("round\t"))
  }
}
