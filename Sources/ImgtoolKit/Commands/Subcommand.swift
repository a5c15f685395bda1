package import CommandLineOptions
package import Posix

/// The typed options of one command.
package protocol CommandOptions: Sendable {
  /// What is done unless an option says otherwise.
  init()
  /// The options in the order of help.
  static var table: [Option<Self>] { get }
  /// Checks what only several options together can get wrong; touches no file.
  func validate(inputs: [FilePath]) throws(UsageError)
}

/// One command: what it says about itself, and what it does.
package protocol Subcommand: Sendable {
  associatedtype Options: CommandOptions

  /// The word that calls it.
  var name: String { get }
  /// What it does, in one sentence.
  var abstract: String { get }
  /// What else there is to know, a paragraph on each line.
  var discussion: String { get }
  /// What stands for the inputs in the usage line.
  var arguments: String { get }
  /// Command lines worth copying, each with what it does.
  var examples: [(line: String, meaning: String)] { get }

  /// Does it; options are valid. Throws wrong usage only before anything is written.
  func run(
    _ options: Options, inputs: [FilePath], in environment: Environment
  ) throws(UsageError) -> ExitStatus
}

extension Subcommand {
  /// Any number of inputs.
  package var arguments: String { "[<input> ...]" }

  /// What help, README and completions are made of.
  package var description: CommandDescription {
    CommandDescription(
      name: "\(Program.name) \(name)", arguments: arguments, abstract: abstract,
      discussion: discussion, options: Options.table.map(\.info), examples: examples)
  }

  /// Reads the arguments behind the command's name, checks them and does it.
  package func run(
    _ arguments: [FilePath], in environment: Environment
  ) throws(UsageError) -> ExitStatus {
    var options = Options()
    let inputs = try OptionParser(Options.table).parse(arguments, into: &options)
    try options.validate(inputs: inputs)
    return try run(options, inputs: inputs, in: environment)
  }
}
