package import Posix

/// How reports name files: below the folder that holds the project, so that services find them there.
package struct ReportPaths: Sendable {
  /// The folder that the program runs in, from the root.
  private let current: FilePath
  /// The project's folder, from the root.
  private let root: FilePath

  /// The paths of a program that runs in `current`, within a project in `root`; both from the root, free of
  /// links and dots.
  package init(current: FilePath, root: FilePath) {
    self.current = current
    self.root = root
  }

  /// The paths of this process; services that build projects say in variables where those are.
  package init(in environment: Environment) {
    let current = (try? FileSystem.realPath(".")) ?? "/"
    let named = ["GITHUB_WORKSPACE", "CI_PROJECT_DIR"].lazy.compactMap { variable -> FilePath? in
      guard let value = environment.variable(variable), !value.isEmpty else { return nil }
      return try? FileSystem.realPath(FilePath(bytes: value))
    }
    let root = named.first { current.rest(below: $0) != nil }
    self.init(current: current, root: root ?? current)
  }

  /// The path below the project's folder; one that leads elsewhere stays as it is, from the root.
  package func path(_ input: FilePath) -> FilePath {
    let whole = normal(input)
    return whole.rest(below: root) ?? whole
  }

  /// A reference to a file (RFC 3986): relative where it lies below the project's folder.
  package func reference(_ input: FilePath) -> (uri: String, isRelative: Bool) {
    let path = path(input)
    let uri = (path.isAbsolute ? "file://" : "") + path.percentEncoded
    return (uri, !path.isAbsolute)
  }

  /// The path from the root, dots resolved by their spelling.
  private func normal(_ input: FilePath) -> FilePath {
    var names: [FilePath] = []
    for name in current.appending(input).names {
      switch name {
      case ".": break
      case "..": _ = names.popLast()
      default: names.append(name)
      }
    }
    return names.reduce("/") { $0.appending($1) }
  }
}
