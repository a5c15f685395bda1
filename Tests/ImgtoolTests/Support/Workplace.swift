internal import Foundation
internal import Posix
internal import TestSupport
internal import Testing

/// A fresh folder in which a test runs imgtool, and what it finds there afterwards.
final class Workplace: Sendable {
  /// The folder that imgtool runs in.
  let folder: TemporaryFolder
  private let home: TemporaryFolder

  /// A folder that holds these fixtures.
  init(_ fixtures: String...) throws {
    folder = try TemporaryFolder()
    home = try TemporaryFolder()
    for fixture in fixtures { try put(fixture) }
  }

  /// Copies a fixture into the folder, under its own name or another, `/` in it for folders below.
  @discardableResult
  func put(_ fixture: String, as name: FilePath? = nil) throws -> FilePath {
    try put(Fixtures.bytes(fixture), as: name ?? FilePath(fixture))
  }

  /// Writes bytes into the folder.
  @discardableResult
  func put(_ bytes: [UInt8], as name: FilePath) throws -> FilePath {
    let path = FilePath(folder.path).appending(name)
    try FileSystem.makeFolder(path.folder, withParents: true)
    try FileSystem.write(bytes, to: path)
    return name
  }

  /// Starts imgtool in the folder.
  func start(
    _ arguments: [Argument], environment: [String: String] = [:], input: [UInt8] = []
  ) throws -> ChildProcess {
    try ChildProcess(
      BuiltProgram.path, arguments, environment: self.environment.merging(environment) { $1 },
      folder: folder.path, input: input)
  }

  /// Runs imgtool in the folder to its end.
  @discardableResult
  func imgtool(
    _ arguments: Argument..., environment: [String: String] = [:], input: [UInt8] = []
  ) async throws -> ChildProcess.Result {
    try await start(arguments, environment: environment, input: input).result()
  }

  /// Runs a line of shell in the folder, in which `$imgtool` is the program.
  func shell(_ line: String) async throws -> ChildProcess.Result {
    try await ChildProcess(
      "/bin/sh", ["-c", Argument(stringLiteral: line)],
      environment: environment.merging(["imgtool": BuiltProgram.path]) { $1 },
      folder: folder.path
    ).result()
  }

  /// What a run finds in its environment, and no more: nothing of the user's is read or left behind.
  private var environment: [String: String] {
    [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
      "HOME": home.path, "XDG_CACHE_HOME": home.path, "LANG": "C.UTF-8",
    ]
  }

  /// The bytes of a file in the folder.
  func bytes(_ name: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder.file(name))))
  }

  /// The picture in a file in the folder.
  func picture(_ name: String) throws -> Picture {
    try Picture(bytes(name))
  }

  /// The paths of all files in the folder and below, hidden ones too, sorted.
  func files() throws -> [String] {
    let found = FileManager.default.enumerator(atPath: folder.path)
    let paths = (found?.allObjects ?? []).compactMap { $0 as? String }
    return paths.filter {
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: folder.file($0), isDirectory: &isFolder)
        && !isFolder.boolValue
    }.sorted()
  }
}

/// The program under test.
enum BuiltProgram {
  /// Where the build put it: beside the bundle of the tests.
  static let path: String = {
    #if canImport(Darwin)
      let bundles = Bundle.allBundles.map(\.bundlePath).filter { $0.hasSuffix(".xctest") }
      let bundle = bundles.first ?? CommandLine.arguments[0]
    #else
      let bundle = CommandLine.arguments[0]
    #endif
    return URL(fileURLWithPath: bundle).deletingLastPathComponent()
      .appendingPathComponent("imgtool").path
  }()
}
