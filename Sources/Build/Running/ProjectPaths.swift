internal import Posix

/// Paths as a project names them, from the folder of its file, and as the program opens them.
struct ProjectPaths: Sendable {
  /// The folder of the project file; empty for the current one.
  let root: FilePath

  /// The paths of the project in this file.
  init(of file: FilePath) {
    root = file.folder == "." ? "" : file.folder
  }

  /// A path of the project as the program opens it.
  func whole(_ path: FilePath) -> FilePath { root.appending(path) }

  /// A path as the project names it.
  func own(_ path: FilePath) -> FilePath {
    root.bytes.isEmpty ? path : path.rest(below: root) ?? path
  }
}
