internal import Batch
package import CommandLineOptions
internal import Formats
package import Imaging
package import Posix
internal import ResultCache

/// The part of a picture command that is the same in all of them: options to settings, and the run.
package struct BatchCommand: Sendable {
  /// The options as given.
  package var options: CommonOptions
  /// What the command makes of a picture; its format is that of the options.
  package var recipe: Recipe
  /// How outputs are called unless `--name` says otherwise.
  package var template: String
  /// The value of `{command}`.
  package var command: String
  /// The value of `{max}`.
  package var maximum = ""
  /// The most bytes of all outputs together; nil for as many as they take.
  package var total: TotalBudget?
  /// Whether each picture of an input is made, not the primary one alone.
  package var makesAllPictures = false

  /// A command of this recipe; metadata, colours and quality are those of the options.
  package init(_ options: CommonOptions, command: String, template: String, recipe: Recipe) {
    self.options = options
    self.command = command
    self.template = template
    self.recipe = recipe
  }

  /// Finds the inputs and makes what is asked for of each.
  ///
  /// - Throws: Wrong usage, before anything was written.
  package func run(
    _ named: [FilePath], in environment: Environment
  ) throws(UsageError) -> ExitStatus {
    let cache = options.cache.cache(in: environment)
    let found = try options.inputs.find(
      named, identity: options.outputs.isInPlace ? .target : .name,
      isKnown: cache.map { cache in
        { @Sendable path, status in FileSource.isImage(path, status, knownTo: cache) }
      }
    ) { path throws(SystemError) in try FileSource.isImage(path) }
    let place = try options.outputs.place(for: found)
    var settings = try settings(for: place)
    // What a picture gets of a total hangs on all the others.
    settings.cache =
      settings.total != nil
      ? nil
      : cache.map { cache in
        PictureCache(
          cache, recipe: settings.recipe,
          versions: ProgramVersions.all(cache, recipe: settings.recipe))
      }
    if let explain = environment.explainsCache {
      explain(settings.cache, found)
      return .success
    }
    if found.isEmpty {
      Reporter(settings.style, console: environment.console).warn(nil, "there are no images here")
    }
    let runner = BatchRunner(
      settings, console: environment.console, cancellation: environment.cancellation,
      writer: Self.writer(cache))
    return runner.run(found, to: place, standardInput: try standardInput(found))
  }

  /// A writer that asks the cache what outputs hold, before it reads them.
  private static func writer(_ cache: ResultCache?) -> OutputWriter {
    guard let cache else { return OutputWriter(journal: WrittenFiles()) }
    return OutputWriter(journal: WrittenFiles()) { cache.holds($0, $1, $2) }
  }

  private func settings(for place: OutputPlace) throws(UsageError) -> BatchSettings {
    var recipe = recipe
    recipe.format = try options.outputs.format(in: place)
    recipe.quality = options.pixels.quality
    recipe.metadata = options.pixels.metadata
    recipe.convertsToSRGB = options.pixels.convertsToSRGB
    recipe.background = options.pixels.background
    recipe.scoring = options.pixels.scoring
    var settings = BatchSettings(
      recipe: recipe, template: try nameTemplate(), command: command)
    settings.maximum = maximum
    settings.refusedLosses = options.pixels.refusedLosses
    settings.makesAllPictures = makesAllPictures
    settings.total = total
    settings.existing = options.outputs.policy
    settings.keepsTimes = options.outputs.keepsTimes
    settings.isDurable = options.outputs.isDurable
    settings.jobs = options.run.jobs ?? Machine.processors
    if let memory = options.run.memory { settings.memory = MemoryBudget(limit: memory.bytes) }
    settings.timeout = options.run.timeout.map { $0 / .seconds(1) }
    settings.isolation = options.run.isIsolated ? WorkerPool() : nil
    settings.maximumPixels = options.run.maxPixels
    settings.failsFast = options.run.failsFast
    settings.isDryRun = options.run.isDryRun
    settings.style = options.run.reportStyle(for: place)
    return settings
  }

  private func nameTemplate() throws(UsageError) -> NameTemplate {
    var fields = Set(NameTemplate.Field.allCases)
    if maximum.isEmpty { fields.remove(.max) }
    return try NameTemplate(
      parsing: options.outputs.name ?? FilePath(template), fields: fields)
  }

  /// Standard input is read only when it is asked for.
  private func standardInput(_ found: [FoundInput]) throws(UsageError) -> [UInt8]? {
    guard case .input(let input)? = found.first, input.isStandardInput else { return nil }
    do throws(SystemError) {
      return try InputList.readStandardInput()
    } catch {
      throw UsageError("Standard input cannot be read: \(error)")
    }
  }
}
