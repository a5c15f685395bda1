package import CommandLineOptions
package import ImgtoolKit
package import Posix
internal import ResultCache

/// `imgtool cache`: a look at the results that are kept, and care for them.
package struct CacheCare: Subcommand {
  /// The word that calls it.
  package let name = "cache"
  /// What it does.
  package let abstract = "Look after the results that are kept for later runs."
  /// What stands for the inputs in the usage line.
  package let arguments = "stats|path|trim|verify|clear|explain [<file> -- <command> ...]"
  /// What else there is to know.
  package let discussion = """
    stats counts what is kept, and path says where. trim removes what is too old, and what was used \
    least recently until --cache-size is met, as runs do by themselves. verify reads every byte and \
    removes what is not sound; the status is 1 where there was such. clear removes everything.
    explain says whether a command would find a file's result, and if not, which of the things that it \
    depends on differ from those of the nearest result of the same picture.
    """
  /// Command lines worth copying.
  package let examples = [
    (line: "imgtool cache stats", meaning: "how much is kept"),
    (
      line: "imgtool cache explain photo.jpg -- shrink --max 800",
      meaning: "whether that was done before, and what is different if not"
    ),
  ]

  private let commands: [any Subcommand]

  /// The command; `commands` are those of which `explain` can speak.
  package init(explaining commands: [any Subcommand]) {
    self.commands = commands
  }

  /// Does what the first input says.
  package func run(
    _ options: CacheCareOptions, inputs: [FilePath], in environment: Environment
  ) throws(UsageError) -> ExitStatus {
    guard let action = inputs.first.flatMap({ CacheAction(rawValue: $0.description) }) else {
      throw UsageError("There is nothing to do")
    }
    guard let cache = options.cache.open(in: environment) else {
      throw UsageError("There is no folder for a cache: HOME is not set; --cache-dir names one")
    }
    if action == .explain {
      return try explain(Array(inputs.dropFirst()), cache, options, environment)
    }
    let report = CacheReport(cache, isJSON: options.run.isJSON, console: environment.console)
    let status = report.run(action)
    if let warning = cache.warning {
      Reporter(options.run.reportStyle, console: environment.console).warn(nil, warning)
    }
    return status
  }

  /// Lets the command find its inputs and its recipe, and asks the cache in place of the run.
  private func explain(
    _ arguments: [FilePath], _ cache: ResultCache, _ options: CacheCareOptions,
    _ environment: Environment
  ) throws(UsageError) -> ExitStatus {
    let (file, word) = (arguments[0], arguments[1])
    guard let command = commands.first(where: { $0.name == word.description }) else {
      let names = commands.map(\.name).joined(separator: ", ")
      throw UsageError("'cache explain' takes one of these commands, not '\(word)': \(names)")
    }
    let explainer = CacheExplainer(isJSON: options.run.isJSON, console: environment.console)
    var inner = environment
    inner.explainsCache = explainer.explain
    let own: [FilePath] = ["--cache-dir", cache.path]
    _ = try command.run(own + arguments.dropFirst(2) + ["--", file], in: inner)
    return explainer.hasFailed ? .failure : .success
  }
}
