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
  /// What the command makes of a picture, in the order in which it is reported; metadata, colours and quality
  /// are those of the options.
  package var making: [Making]
  /// How outputs are called unless `--name` says otherwise.
  package var template: String
  /// The value of `{command}`.
  package var command: String
  /// The most bytes of all outputs together; nil for as many as they take.
  package var total: TotalBudget?
  /// Whether each picture of an input is made, not the primary one alone.
  package var makesAllPictures = false

  /// One output of each picture.
  package struct Making: Sendable {
    /// What is made.
    package var recipe: Recipe
    /// The format; `-o` and `--name` have a say in it.
    package var format: FormatChoice
    /// The value of `{max}`; empty where there is none.
    package var maximum: String

    /// An output of a recipe, its format still to be settled.
    package init(_ recipe: Recipe, as format: FormatChoice, maximum: String = "") {
      self.recipe = recipe
      self.format = format
      self.maximum = maximum
    }
  }

  /// A command that makes one output of each picture, of the format of the options.
  package init(
    _ options: CommonOptions, command: String, template: String, recipe: Recipe,
    maximum: String = ""
  ) {
    self.init(
      options, command: command, template: template,
      making: [Making(recipe, as: options.outputs.format, maximum: maximum)])
  }

  /// A command that makes several outputs of each picture.
  package init(
    _ options: CommonOptions, command: String, template: String, making: [Making]
  ) {
    self.options = options
    self.command = command
    self.template = template
    self.making = making
  }

  /// Finds the inputs and makes what is asked for of each.
  ///
  /// - Throws: Wrong usage, before anything was written.
  package func run(
    _ named: [FilePath], in environment: Environment
  ) throws(UsageError) -> ExitStatus {
    let cache = options.cache.cache(in: environment)
    let takesDrawings = options.run.allowsUntrustedFormats
    let found = try options.inputs.find(
      named, identity: options.outputs.isInPlace ? .target : .name,
      isKnown: cache.map { cache in
        { @Sendable path, status in FileSource.isImage(path, status, knownTo: cache) }
      }, variable: environment.variable
    ) { path throws(SystemError) in try FileSource.isImage(path, orDrawing: takesDrawings) }
    let place = try options.outputs.place(for: found, outputsOfEach: making.count)
    var settings = settings(for: place)
    // What a picture gets of a total hangs on all the others.
    settings.results = total == nil ? cache : nil
    let outputs = [WantedOutput](try recipes(in: place), cache: settings.results)
    if let explain = environment.explainsCache {
      for output in outputs { explain(output.cache, found) }
      return .success
    }
    if found.isEmpty {
      Reporter(settings.style, console: environment.console).warn(nil, options.inputs.nothingFound)
    }
    let runner = BatchRunner(
      settings, console: environment.console, cancellation: environment.cancellation,
      writer: OutputWriter(cache: cache))
    return runner.run(
      found.map { WantedInput($0, outputs) }, standardInput: try standardInput(found))
  }

  private func settings(for place: OutputPlace) -> BatchSettings {
    var settings = BatchSettings(options)
    settings.makesAllPictures = makesAllPictures
    settings.total = total
    settings.style = options.run.reportStyle(for: place)
    return settings
  }

  /// What is made of each picture, and what it is called.
  private func recipes(in place: OutputPlace) throws(UsageError) -> [NamedRecipe] {
    let template = try nameTemplate()
    return try making.map { making throws(UsageError) in
      var recipe = making.recipe
      recipe.format = try options.outputs.format(making.format, in: place)
      recipe.quality = options.pixels.quality
      recipe.metadata = options.pixels.metadata
      recipe.convertsToSRGB = options.pixels.convertsToSRGB
      recipe.background = options.pixels.background
      recipe.hdr = options.pixels.hdr
      recipe.toneMaps = options.pixels.toneMaps
      recipe.scoring = options.pixels.scoring
      return NamedRecipe(
        recipe,
        OutputNaming(place, template: template, command: command, max: making.maximum))
    }
  }

  private func nameTemplate() throws(UsageError) -> NameTemplate {
    var fields = NameTemplate.Field.ofCommands
    if making.contains(where: \.maximum.isEmpty) { fields.remove(.max) }
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
