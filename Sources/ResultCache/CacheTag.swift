internal import Batch
package import Posix

/// The file by which programs that walk folders, such as those that make backups, know a cache and pass it by.
///
/// Its beginning is that of the Cache Directory Tagging Specification; the rest is for whoever reads it.
package enum CacheTag {
  /// What the file is called.
  package static let name: FilePath = "CACHEDIR.TAG"
  private static let signature = Array("Signature: 8a477f597d28d172789f06886806bc55".utf8)
  private static let text =
    signature
    + Array(
      """

      # imgtool keeps results here for later runs: they can be made anew, and need no backup.
      # See https://bford.info/cachedir/ for what this file is.

      """.utf8)

  /// Whether a folder says that it is a cache; a link in place of the file says nothing.
  package static func isOn(_ folder: FilePath) -> Bool {
    begins(folder.appending(name), with: signature)
  }

  private static func begins(_ path: FilePath, with bytes: [UInt8]) -> Bool {
    guard let file = try? FileDescriptor(opening: path, [.read, .noFollow, .nonBlocking]),
      (try? FileStatus(of: file))?.kind == .file
    else { return false }
    return (try? file.read(count: bytes.count)) == bytes
  }

  /// Marks a cache: its root, or its inner folder where the root holds other things as well, which belong
  /// into backups.
  static func put(on cache: CacheFolder) {
    guard !isOn(cache.root), !isOn(cache.base) else { return }
    let others = (try? FolderListing.entries(of: cache.root)) ?? []
    let isOurs = others.allSatisfy { $0.name == cache.base.name }
    var options = AtomicFileOptions()
    options.isMarked = false
    options.permissions = .privateFile
    _ = try? AtomicFile.write(
      text, to: (isOurs ? cache.root : cache.base).appending(name), options)
  }

  /// Takes the mark away again, where it is the one that `put` made.
  static func remove(from cache: CacheFolder) {
    for folder in [cache.root, cache.base] {
      let path = folder.appending(name)
      if begins(path, with: text) { try? FileSystem.remove(path) }
    }
  }
}
