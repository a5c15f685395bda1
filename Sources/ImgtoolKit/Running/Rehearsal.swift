package import Batch
internal import Checksum
internal import CommandLineOptions
package import Imaging
internal import Posix
package import ResultCache

/// What recipes would make of pictures: all is done but writing it.
package struct Rehearsal: Sendable {
  private let cache: ResultCache?
  private let maximumPixels: Int
  private let memory = SizeMemory()

  /// A rehearsal that takes results of earlier runs from `cache`, where there is one, and keeps its own there.
  ///
  /// - Parameters:
  ///   - cache: Results of earlier runs.
  ///   - maximumPixels: More pixels than this in one picture are refused.
  package init(cache: ResultCache?, maximumPixels: Int) {
    self.cache = cache
    self.maximumPixels = maximumPixels
  }

  /// What a recipe makes of an input.
  ///
  /// - Parameters:
  ///   - input: The picture.
  ///   - bytes: What came through standard input, where the picture did.
  ///   - recipe: What is to be made.
  ///   - token: Says when to stop.
  /// - Returns: The picture.
  /// - Throws: `FileError` as a command of this recipe would fail with.
  package func rendering(
    of input: Input, standardInput bytes: [UInt8]? = nil, _ recipe: Recipe,
    _ token: CancellationToken
  ) throws(FileError) -> Rendering {
    let template: NameTemplate
    do throws(UsageError) {
      template = try NameTemplate(parsing: "{stem}.{ext}", fields: [.stem, .ext])
    } catch {
      throw FileError(.internal, error.message)
    }
    var settings = BatchSettings()
    settings.maximumPixels = maximumPixels
    settings.results = cache
    let named = NamedRecipe(
      recipe, OutputNaming(.standardOutput, template: template, command: ""))
    guard let wanted = [WantedOutput]([named], cache: cache).first else {
      throw FileError(.internal, "a recipe makes nothing")
    }
    let picture = try PlannedPicture(input, wanted, standardInput: bytes)
    let job = PictureJob(
      picture: picture, output: "-", replaces: false, settings: settings, threads: 1,
      memory: [picture].memoryToMake, formats: [picture.format], sizes: memory,
      writer: OutputWriter(journal: nil), twins: TwinPictures())
    let turn = TwinTurn(picture, in: InFlight())
    defer { turn.end() }
    // Nobody else makes the same: what is in flight is known to this call alone.
    guard let made = try job.made(token, SharedInput(), turn) else {
      throw FileError(.internal, "another job makes the same")
    }
    return made.rendering
  }

  /// Writes down what the cache has learned.
  package func finish() {
    cache?.finish(trims: true)
  }
}
