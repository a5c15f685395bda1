internal import Posix

extension AtomicFile {
  /// Holds the folder of a file that is to be written; it is made where it is missing, and those above it.
  ///
  /// Throws `.notFolder` where something else has the name of a folder, a link below `root` too.
  static func folder(
    of path: FilePath, _ options: AtomicFileOptions
  ) throws(SystemError) -> Folder {
    let isComplete = options.durability == .complete
    guard let root = options.root, let names = names(of: path.folder, below: root) else {
      return try folder(of: path.folder, isDurable: isComplete)
    }
    var folder = try folder(of: root, isDurable: isComplete)
    for name in names {
      do throws(SystemError) {
        folder = try folder.folder(name)
      } catch {
        guard error == .notFound else { throw error }
        if try folder.makeFolder(name), isComplete { try folder.synchronize() }
        folder = try folder.folder(name)
      }
    }
    return folder
  }

  /// Makes a folder and those above it, and holds it; links are followed.
  private static func folder(of path: FilePath, isDurable: Bool) throws(SystemError) -> Folder {
    let made = try FileSystem.makeFolders(path)
    if isDurable {
      for folder in made { try Folder(opening: folder.folder).synchronize() }
    }
    return try Folder(opening: path)
  }

  /// The names on the way from one folder down to another; nil where that lies elsewhere.
  private static func names(of folder: FilePath, below root: FilePath) -> [FilePath]? {
    guard let names = folder.rest(below: root)?.names else { return nil }
    return names.contains("..") ? nil : names.filter { $0 != "." }
  }
}
