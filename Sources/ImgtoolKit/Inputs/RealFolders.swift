package import Posix

/// Finds the one spelling of a path whose last name may be a link or missing; remembers folders.
package struct RealFolders {
  private var known: [FilePath: FilePath] = [:]

  /// Nothing is known yet.
  package init() {}

  /// The path with its folder free of links and dots; the last name stays as it is.
  ///
  /// Of a folder that is missing, the part that is there is resolved and the rest stays.
  package mutating func resolve(_ path: FilePath) -> FilePath {
    // Longer than any system opens: nothing is there, and taking it apart would take for ever.
    guard path.bytes.count <= 4096 else { return path }
    let name = path.name
    guard !name.bytes.isEmpty, name != ".", name != ".." else { return realFolder(path) }
    return realFolder(path.folder).appending(name)
  }

  private mutating func realFolder(_ folder: FilePath) -> FilePath {
    if let known = known[folder] { return known }
    let real: FilePath
    if let found = try? FileSystem.realPath(folder) {
      real = found
    } else if folder.name.bytes.isEmpty || folder.folder == folder || folder == "." {
      real = folder
    } else {
      real = realFolder(folder.folder).appending(folder.name)
    }
    known[folder] = real
    return real
  }
}
