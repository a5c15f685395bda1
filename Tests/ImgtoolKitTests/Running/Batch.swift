import Batch
import Foundation
import Imaging
import ImgtoolKit
import Posix
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

  /// Settings that make pictures of at most 24 pixels, called `NAME-24.EXT`, one after the other.
  static func settings(
    _ change: (inout BatchSettings) -> Void = { _ in }
  ) throws -> BatchSettings {
    var settings = BatchSettings(
      recipe: Recipe(size: .longEdge(24)), template: try NameTemplate(parsing: "{stem}-24.{ext}"),
      command: "shrink")
    settings.jobs = 1
    change(&settings)
    return settings
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
    _ change: (inout BatchSettings) -> Void = { _ in }
  ) throws -> Result {
    let console = RecordingConsole()
    let settings = try Self.settings {
      $0.style.isJSON = true
      $0.existing.isInPlace = place == .inPlace
      change(&$0)
    }
    let runner = BatchRunner(
      settings, console: console, cancellation: cancellation, writer: OutputWriter(journal: nil))
    let inputs = names.map { isFolder ? Input(path: path($0), below: "") : Input(path: path($0)) }
    let status = runner.run(inputs.map { .input($0) }, to: place)
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
