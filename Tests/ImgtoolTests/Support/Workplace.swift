internal import Foundation
internal import Posix
internal import TestSupport

/// A fresh folder in which a test runs imgtool, and what it finds there afterwards.
final class Workplace: Sendable {
  /// The folder that imgtool runs in.
  let path: FilePath
  private let folder: TemporaryFolder
  private let home: TemporaryFolder

  /// A folder that holds these fixtures.
  init(_ fixtures: String...) throws {
    folder = try TemporaryFolder()
    home = try TemporaryFolder()
    path = FilePath(folder.path)
    for fixture in fixtures { try put(fixture) }
  }

  /// Copies a fixture into the folder, under its own name or another.
  func put(_ fixture: String, as name: FilePath? = nil) throws {
    try put(Fixtures.bytes(fixture), as: name ?? FilePath(fixture))
  }

  /// Writes bytes to a path in the folder; folders above it are made.
  func put(_ bytes: [UInt8], as name: FilePath) throws {
    let target = path.appending(name)
    try FileSystem.makeFolders(target.folder)
    let file = try FileDescriptor(opening: target, .createNew)
    try file.write(bytes)
    try file.close()
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
  @discardableResult
  func shell(_ line: String) async throws -> ChildProcess.Result {
    try await ChildProcess(
      "/bin/sh", ["-c", Argument(stringLiteral: line)],
      environment: environment.merging(["imgtool": BuiltProgram.path]) { $1 },
      folder: folder.path
    ).result()
  }

  /// What a run finds in its environment, and no more: nothing of the user's is read or left behind.
  private var environment: [String: String] {
    let own = ProcessInfo.processInfo.environment
    // A sanitizer in the program is told what it is told here.
    return own.filter { $0.key.hasSuffix("SAN_OPTIONS") }.merging([
      "PATH": own["PATH"] ?? "/usr/bin:/bin",
      "HOME": home.path, "XDG_CACHE_HOME": home.path, "LANG": "C.UTF-8",
    ]) { $1 }
  }

  /// The bytes of a file in the folder.
  func bytes(_ name: FilePath) throws -> [UInt8] {
    try FileDescriptor(opening: path.appending(name), .read).readAll(limit: 100_000_000)
  }

  /// The picture in a file in the folder.
  func picture(_ name: FilePath) throws -> Picture {
    try Picture(bytes(name))
  }

  /// The paths of all files in the folder and below, hidden ones too, in byte order.
  func files() throws -> [FilePath] {
    var found: [FilePath] = []
    var folders: [FilePath] = [""]
    while let folder = folders.popLast() {
      for entry in try FolderListing.entries(of: path.appending(folder)) {
        let name = folder.appending(entry.name)
        if entry.kind == .folder { folders.append(name) } else { found.append(name) }
      }
    }
    return found.sorted()
  }
}
