import CommandLineOptions
import ImgtoolKit
import Posix
import Testing

/// A command that says what it was asked to do.
private struct Echo: Subcommand {
  struct Options: CommandOptions {
    var common = CommonOptions()
    var word = "none"

    static let table: [Option<Options>] =
      [
        Option(
          "word", .choice("word", ["one": "one", "two": "two", "three": "three"]), .command,
          help: "The word to say.", to: \.word)
      ] + CommonOptions.table.without("format").lifted(into: \.common)

    func validate(inputs: [FilePath]) throws(UsageError) {
      try common.validate(inputs: inputs)
    }
  }

  let name = "echo"
  let abstract = "Say what was asked."
  let discussion = "Nothing else happens."
  let examples = [(line: "imgtool echo --word one", meaning: "Says one.")]

  func run(
    _ options: Options, inputs: [FilePath], in environment: Environment
  ) throws(UsageError) -> ImgtoolKit.ExitStatus {
    for input in inputs { environment.console.writeLine("\(options.word) \(input)", to: .output) }
    return inputs.contains("bad") ? .failure : .success
  }
}

@Suite("CommandTree")
struct CommandTreeTests {
  let console = RecordingConsole()

  func run(_ arguments: [FilePath], console: RecordingConsole? = nil) -> ImgtoolKit.ExitStatus {
    CommandTree(abstract: "Say words.", [Echo()], versionText: { "imgtool 0.1.0\nlibrary 1" })
      .run(arguments, in: Environment(console: console ?? self.console))
  }

  @Test("a command gets its options and inputs, and its status is the program's")
  func command() {
    #expect(run(["echo", "a\n", "--word=two", "--", "-b"]) == .success)
    #expect(console.outputText == "two a\\n\ntwo -b\n")
    #expect(console.errorText == "")
    #expect(run(["echo", "bad"]) == .failure)
  }

  static let help = """
    Usage: imgtool <command> [<options>] [<input> ...]

    Say words.

    Commands:
      echo                    Say what was asked.
      completions             Print the completion script of a shell.
      help                    Show help for a command.

    Options:
      -h, --help              Show this help.
          --version           Show the version.

    'imgtool help <command>' tells about one command.

    """

  @Test(
    "without a command, help lists them",
    arguments: [[], ["help"], ["--help"], ["-h"], ["help", "-h"]] as [[FilePath]])
  func rootHelp(arguments: [FilePath]) {
    #expect(run(arguments) == .success)
    #expect(console.outputText == Self.help)
    #expect(console.errorText == "")
  }

  @Test(
    "help of a command is found anywhere before the end of options, even beside mistakes",
    arguments: [
      ["help", "echo"], ["echo", "--help"], ["echo", "-h"], ["echo", "a", "--wrong", "--help"],
    ] as [[FilePath]])
  func commandHelp(arguments: [FilePath]) {
    #expect(run(arguments) == .success)
    #expect(
      console.outputText.hasPrefix(
        "Usage: imgtool echo [<options>] [<input> ...]\n\nSay what was asked.\n"))
    #expect(console.outputText.contains("\nInputs:\n  -r, --recursive         Go down"))
    #expect(!console.outputText.contains("--format"))
    #expect(console.outputText.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test("behind two dashes --help is an input")
  func noHelp() {
    #expect(run(["echo", "--", "--help"]) == .success)
    #expect(console.outputText == "none --help\n")
  }

  @Test("the version is what it is told")
  func version() {
    #expect(run(["--version"]) == .success)
    #expect(console.outputText == "imgtool 0.1.0\nlibrary 1\n")
  }

  @Test("completions are printed for each shell", arguments: CompletionShell.allCases)
  func completions(shell: CompletionShell) {
    #expect(run(["completions", FilePath(shell.rawValue)]) == .success)
    #expect(console.outputText.contains("imgtool"))
    #expect(console.outputText.contains("word"))
  }

  static let errors: [(id: String, arguments: [FilePath], text: String)] = [
    (
      "unknown command", ["ehco"],
      """
      Error: Unknown command 'ehco'. Did you mean 'echo'?
      Usage: imgtool <command> [<options>] [<input> ...]
        See 'imgtool --help' for more information.

      """
    ),
    (
      "option without command", ["--word", "one"],
      """
      Error: Unknown option '--word'
      Usage: imgtool <command> [<options>] [<input> ...]
        See 'imgtool --help' for more information.

      """
    ),
    (
      "help for nothing", ["help", "nothing"],
      """
      Error: Unknown command 'nothing'
      Usage: imgtool <command> [<options>] [<input> ...]
        See 'imgtool --help' for more information.

      """
    ),
    (
      "unknown option", ["echo", "a", "--wrod", "one"],
      """
      Error: Unknown option '--wrod'. Did you mean '--word'?
      Usage: imgtool echo [<options>] [<input> ...]
        See 'imgtool echo --help' for more information.

      """
    ),
    (
      "missing value", ["echo", "--word"],
      """
      Error: Missing value for '--word <word>'
      Help:  --word <word>  The word to say.
      Usage: imgtool echo [<options>] [<input> ...]
        See 'imgtool echo --help' for more information.

      """
    ),
    (
      "control characters", ["echo", "--jobs", "\u{1B}[31m\n"],
      """
      Error: The value '\\x1b[31m\\n' is invalid for '--jobs <n>': a whole number from 1 to 1024 is expected
      Help:  --jobs <n>  Work on so many inputs at once.
      Usage: imgtool echo [<options>] [<input> ...]
        See 'imgtool echo --help' for more information.

      """
    ),
    (
      "contradiction", ["echo", "--quiet", "--verbose"],
      """
      Error: '--quiet' cannot be combined with '--verbose'
      Usage: imgtool echo [<options>] [<input> ...]
        See 'imgtool echo --help' for more information.

      """
    ),
    (
      "shell", ["completions", "csh"],
      """
      Error: 'completions' takes the name of a shell: bash, zsh or fish
      Usage: imgtool completions [<options>] bash|zsh|fish
        See 'imgtool completions --help' for more information.

      """
    ),
  ]

  @Test("wrong usage does nothing and says what is wrong and where to read on", arguments: errors)
  func wrongUsage(id: String, arguments: [FilePath], text: String) {
    #expect(run(arguments) == .wrongUsage, "\(id)")
    #expect(console.errorText == text, "\(id)")
    #expect(console.outputText == "", "\(id)")
  }

  @Test("results that could not be written are a failure")
  func outputError() {
    let full = RecordingConsole(outputError: .noSpace)
    #expect(run(["echo", "a"], console: full) == .failure)
    #expect(full.errorText == "imgtool: standard output: no space left on device\n")
  }
}
