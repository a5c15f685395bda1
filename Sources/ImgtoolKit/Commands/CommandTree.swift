package import CommandLineOptions
package import Posix

/// The program: finds the command that is called, and answers for help, version and completions.
package struct CommandTree: Sendable {
  private let abstract: String
  private let commands: [any Subcommand]
  private let versionText: @Sendable () -> String

  /// The program of these commands; `versionText` is what `--version` prints.
  package init(
    abstract: String, _ commands: [any Subcommand], versionText: @escaping @Sendable () -> String
  ) {
    self.abstract = abstract
    self.commands = commands
    self.versionText = versionText
  }

  /// Does what the arguments, without the program's own name, ask for.
  package func run(_ arguments: [FilePath], in environment: Environment) -> ExitStatus {
    var command: CommandDescription?
    var status: ExitStatus
    do throws(UsageError) {
      status = try dispatch(arguments, &command, environment)
    } catch {
      status = .wrongUsage
      explain(error, command, environment.console)
    }
    if let error = environment.console.outputError {
      environment.console.writeLine("\(Program.name): standard output: \(error)", to: .error)
      if status == .success { status = .failure }
    }
    return status
  }

  /// The commands as help and completions list them, those for help and completions too.
  package var descriptions: [CommandDescription] {
    commands.map { $0.description } + [Self.completions, Self.help]
  }

  /// What `imgtool` alone prints.
  package var helpText: String {
    let rows = descriptions.map { (left: $0.shortName, right: $0.abstract) }
    return """
      \(usage)

      \(wrapped(abstract))

      Commands:
      \(helpRows(rows))
      Options:
      \(helpRows([("-h, --help", "Show this help."), ("    --version", "Show the version.")]))
      '\(Program.name) help <command>' tells about one command.

      """
  }

  private func dispatch(
    _ arguments: [FilePath], _ command: inout CommandDescription?, _ environment: Environment
  ) throws(UsageError) -> ExitStatus {
    let console = environment.console
    guard let first = arguments.first, first != "--help", first != "-h" else {
      return show(helpText, console)
    }
    if first == "--version" { return show(versionText(), console) }
    let rest = Array(arguments.dropFirst())
    if first == "help" {
      guard let name = rest.first, name != "--help", name != "-h" else {
        return show(helpText, console)
      }
      return show(try description(of: name).helpText, console)
    }
    let found = try description(of: first)
    command = found
    if rest.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
      return show(found.helpText, console)
    }
    guard let subcommand = commands.first(where: { $0.name == found.shortName }) else {
      return try printCompletions(rest, console)
    }
    return try subcommand.run(rest, in: environment)
  }

  private func description(of name: FilePath) throws(UsageError) -> CommandDescription {
    if let found = descriptions.first(where: { $0.shortName == name.description }) { return found }
    let kind = name.bytes.first == UInt8(ascii: "-") ? "option" : "command"
    let near = nearestName(to: name.description, among: descriptions.map(\.shortName))
    throw UsageError("Unknown \(kind) '\(name)'\(near.map { ". Did you mean '\($0)'?" } ?? "")")
  }

  private func printCompletions(
    _ arguments: [FilePath], _ console: any Console
  ) throws(UsageError) -> ExitStatus {
    guard arguments.count == 1, let shell = CompletionShell(rawValue: arguments[0].description)
    else {
      throw UsageError("'completions' takes the name of a shell: bash, zsh or fish")
    }
    return show(shell.script(for: Program.name, descriptions), console)
  }

  private func show(_ text: String, _ console: any Console) -> ExitStatus {
    console.writeText(text.hasSuffix("\n") ? text : text + "\n", to: .output)
    return .success
  }

  /// Says what is wrong, and where to read how it is right.
  private func explain(
    _ error: UsageError, _ command: CommandDescription?, _ console: any Console
  ) {
    console.writeLine("Error: \(error.message)", to: .error)
    for choice in error.choices { console.writeText("  - \(choice)\n", to: .error) }
    if let help = error.help { console.writeText("Help:  \(help)\n", to: .error) }
    let name = command?.name ?? Program.name
    console.writeText(
      "\(command?.usage ?? usage)\n  See '\(name) --help' for more information.\n", to: .error)
  }

  private var usage: String { "Usage: \(Program.name) <command> [<options>] [<input> ...]" }

  private static let completions = CommandDescription(
    name: "\(Program.name) completions", arguments: "bash|zsh|fish",
    abstract: "Print the completion script of a shell.",
    discussion: """
      For bash, put the output into ~/.local/share/bash-completion/completions/\(Program.name); \
      for fish, into ~/.config/fish/completions/\(Program.name).fish; for zsh, into a file \
      _\(Program.name) in a folder of $fpath.
      """, options: [])

  private static let help = CommandDescription(
    name: "\(Program.name) help", arguments: "[<command>]", abstract: "Show help for a command.",
    options: [])
}
