internal import Imaging

/// What `--version` prints.
package enum VersionReport {
  /// The program's version, then a line for each library.
  package static func text() -> String {
    let libraries = Libraries.versions.map { "\($0.name) \($0.version)" }
    return (["\(Program.name) \(Program.version)"] + libraries).joined(separator: "\n")
  }
}
