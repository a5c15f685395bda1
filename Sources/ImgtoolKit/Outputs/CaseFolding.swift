package import Posix

/// Finds out whether a file system takes names that differ in case alone for one name.
package enum CaseFolding {
  /// Whether names in `folder` are folded, by looking for something that is there under its other spelling.
  package static func isDone(in folder: FilePath) -> Bool {
    let members = (try? FolderListing.entries(of: folder)) ?? []
    let names = members.lazy.map { folder.appending($0.name) }
    // Of a folder that is empty or missing, the ones above tell.
    for path in Array(names.prefix(100)) + ancestors(of: folder) {
      if let isFolded = isFolded(path) { return isFolded }
    }
    return false
  }

  private static func ancestors(of folder: FilePath) -> [FilePath] {
    var found = [folder]
    while found.count < 100, let last = found.last, last.folder != last {
      found.append(last.folder)
    }
    return found
  }

  /// Whether the other spelling of a path leads to the same file; nil where it has no letters or is missing.
  private static func isFolded(_ path: FilePath) -> Bool? {
    let name = path.name.bytes
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    let swapped = name.map { letters.contains($0 | 0x20) ? $0 ^ 0x20 : $0 }
    guard swapped != name, let there = try? FileStatus(of: path, followingLinks: false) else {
      return nil
    }
    let other = try? FileStatus(
      of: path.folder.appending(FilePath(bytes: swapped)), followingLinks: false)
    return other.map { $0.isSameFile(as: there) } ?? false
  }
}
