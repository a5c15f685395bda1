internal import ImgtoolKit
internal import Posix

/// Where a manifest goes, and what must not be lost there.
struct ManifestPlace {
  private let path: FilePath?
  private let last: LastManifest

  /// The place that a project, or a share of it, names.
  init(_ project: Project, _ shard: Shard?, _ paths: ProjectPaths, _ last: LastManifest) {
    path = project.manifest(of: shard).map(paths.whole)
    self.last = last
  }

  /// Refuses a place that is that of the project file or of an input, by whatever name.
  ///
  /// - Parameters:
  ///   - inputs: The inputs of the build.
  ///   - file: The project file.
  /// - Throws: What the manifest would replace.
  func check(against inputs: BuildInputs, file: FilePath) throws(ProjectError) {
    guard let path else { return }
    var folders = RealFolders()
    let own = folders.resolve(path)
    // What can be read as a manifest is neither, and nobody has to look at all inputs once more.
    let status = last.manifest == nil ? try? FileStatus(of: path) : nil
    func isAt(_ other: FilePath) -> Bool {
      if folders.resolve(other) == own { return true }
      guard let status, let found = try? FileStatus(of: other) else { return false }
      return found.device == status.device && found.inode == status.inode
    }
    if isAt(file) {
      throw ProjectError("'manifest' names the project file itself", at: nil)
    }
    for input in inputs.inputs where isAt(input.found.path) {
      throw ProjectError("'manifest' names the input \(input.found.path)", at: nil)
    }
  }

  /// Why what is there can't be replaced; nil where nothing is, or a manifest.
  ///
  /// - Parameter overwrites: Whether files are replaced that the program did not make.
  /// - Returns: The error, with what to do about it.
  func error(overwriting overwrites: Bool) -> FileError? {
    guard let path, let status = try? FileStatus(of: path, followingLinks: false) else {
      return nil
    }
    guard status.kind != .folder else {
      return FileError(.outputExists, "the manifest \(path) is a folder")
    }
    guard !overwrites, last.manifest == nil else { return nil }
    return FileError(
      .outputExists,
      """
      \(path) is there already and is no manifest that \(Program.name) has written; --overwrite \
      replaces it
      """)
  }
}
