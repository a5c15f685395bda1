import Batch
import Foundation
import Imaging
import ImgtoolKit
import Posix
import ResultCache
import TestSupport

/// A folder of pictures, and runs over them.
final class PictureBatch: Sendable {
  let folder: TemporaryFolder

  /// A folder that holds these fixtures.
  init(_ fixtures: String...) throws {
    folder = try TemporaryFolder()
    for fixture in fixtures { try put(fixture) }
  }

  /// Copies a fixture into the folder, under its own name or another.
  func put(_ fixture: String, as name: String? = nil) throws {
    try folder.write(name ?? fixture, Fixtures.bytes(fixture))
  }

  /// The path of something in the folder.
  func path(_ name: String) -> FilePath { FilePath(folder.file(name)) }

  /// The bytes of a file in the folder.
  func bytes(_ name: String) throws -> [UInt8] {
    try FileDescriptor(opening: path(name), .read).readAll(limit: 100_000_000)
  }

  /// What the system says of a file in the folder.
  func status(_ name: String) throws -> FileStatus { try FileStatus(of: path(name)) }

  /// The names of everything in the folder, sorted.
  func names() throws -> [String] { try folder.names() }

  /// What a run makes of each picture, and how: pictures of at most 24 pixels, called `NAME-24.EXT`, one after
  /// the other.
  @dynamicMemberLookup
  struct Choices {
    var settings = BatchSettings()
    var recipe = Recipe(size: .longEdge(24))
    var template: NameTemplate
    /// Further outputs of each picture, called by their limit.
    var others: [Recipe] = []
    /// Where results are kept; nil for nowhere.
    var cache: ResultCache?

    init() throws {
      template = try NameTemplate(parsing: "{stem}-24.{ext}")
      settings.jobs = 1
    }

    subscript<Value>(dynamicMember path: WritableKeyPath<BatchSettings, Value>) -> Value {
      get { settings[keyPath: path] }
      set { settings[keyPath: path] = newValue }
    }

    /// What is wanted of each input.
    func outputs(in place: OutputPlace) throws -> [WantedOutput] {
      let sharing =
        others.isEmpty ? nil : SharedSizes(of: [recipe.size] + others.map(\.size))
      func wanted(_ recipe: Recipe, _ template: NameTemplate) -> WantedOutput {
        WantedOutput(
          recipe,
          OutputNaming(place, template: template, command: "shrink", max: recipe.size.label),
          cache: cache.map {
            PictureCache($0, recipe: recipe, sharing: sharing, versions: [("test", "1")])
          }, sharing: sharing)
      }
      let byLimit = try NameTemplate(parsing: "{stem}-{max}.{ext}")
      return [wanted(recipe, template)] + others.map { wanted($0, byLimit) }
    }
  }

  /// What a run came to.
  struct Result {
    let status: ExitStatus
    let console: RecordingConsole

    /// The lines of stderr.
    var complaints: [String] { console.errorText.split(separator: "\n").map(String.init) }
    /// The lines of stdout.
    var lines: [String] { console.outputText.split(separator: "\n").map(String.init) }

    /// The records on stdout.
    func records() throws -> [BatchRecord] {
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      return try lines.map { try decoder.decode(BatchRecord.self, from: Data($0.utf8)) }
    }
  }

  /// Runs over files of the folder, and reports in JSON unless that is changed.
  func run(
    _ names: [String], to place: OutputPlace = .beside, isFolder: Bool = false,
    cancellation: Cancellation = Cancellation(),
    _ change: (inout Choices) -> Void = { _ in }
  ) throws -> Result {
    let console = RecordingConsole()
    var choices = try Choices()
    choices.style.isJSON = true
    choices.existing.isInPlace = place == .inPlace
    change(&choices)
    choices.results = choices.cache
    let runner = BatchRunner(
      choices.settings, console: console, cancellation: cancellation,
      writer: OutputWriter(journal: nil))
    let inputs = names.map { isFolder ? Input(path: path($0), below: "") : Input(path: path($0)) }
    let outputs = try choices.outputs(in: place)
    let status = runner.run(inputs.map { WantedInput(.input($0), outputs) })
    return Result(status: status, console: console)
  }
}

/// One line of a JSON report.
struct BatchRecord: Decodable {
  struct Failure: Decodable {
    let code: String
    let message: String
  }

  let input: String
  let output: String?
  let status: String
  let format: String?
  let width: Int?
  let height: Int?
  let bytesIn: Int?
  let bytesOut: Int?
  let quality: Int?
  let encodes: Int
  let decodes: Int
  let seconds: Double
  let warnings: [String]
  let error: Failure?

  /// The input's name without its folder.
  var name: String { FilePath(input).name.description }
  /// The output's name without its folder.
  var outputName: String? { output.map { FilePath($0).name.description } }
}
