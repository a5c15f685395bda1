internal import Batch
package import CommandLineOptions
package import ImgtoolKit
package import Posix

/// `imgtool build`: everything that a project file asks for.
package struct Build: Subcommand {
  /// The word that calls it.
  package let name = "build"
  /// What it does.
  package let abstract = "Make all pictures that a project file asks for."
  /// What else there is to know.
  package let discussion = """
    The project is JSON, with comments: sets of inputs, named by patterns, with the sizes and formats \
    that are made of each, of one decode. What is there already and still right is left alone. The \
    manifest lists what was made. Paths start from the folder of the project file.
    """
  /// Nothing: the project names the inputs.
  package let arguments = ""
  /// Command lines worth copying.
  package let examples = [
    (line: "imgtool build", meaning: "what imgtool.json in this folder asks for"),
    (line: "imgtool build --check", meaning: "fail where somebody forgot to build"),
    (
      line: "imgtool build --schema >imgtool.schema.json", meaning: "for editors that complete keys"
    ),
  ]

  /// The command.
  package init() {}

  /// Builds, checks, watches or prints the schema.
  package func run(
    _ options: BuildOptions, inputs: [FilePath], in environment: Environment
  ) throws(UsageError) -> ExitStatus {
    if options.printsSchema {
      environment.console.write(JSONValue.object(Project.schema).indented, to: .output)
      return environment.status(or: .success)
    }
    if options.watches { return BuildWatch(options, environment).run() }
    let shard = try options.inputs.shard.map { choice throws(UsageError) in
      try choice.shard(environment.variable)
    }
    do throws(ProjectError) {
      let project = try Project(reading: options.file)
      let run = BuildRun(project, share: shard, options, environment)
      return try options.checks ? run.check() : run.run()
    } catch {
      environment.console.writeLine("\(Program.name): \(error.text(in: options.file))", to: .error)
      return .wrongUsage
    }
  }
}
