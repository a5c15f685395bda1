internal import Checksum
internal import Posix

/// The right to make the result of a key while others that want it too wait; given up at the end.
///
/// The kernel takes the lock from a process that dies, so that nobody waits for a dead one.
package struct KeyClaim: ~Copyable {
  /// The locked file; nil where there are no locks to be had, and everybody works for himself.
  private let file: FileDescriptor?
  private let path: FilePath

  /// Waits for the right, or until nobody wants the result any more.
  init(_ key: ContentDigest, in folder: CacheFolder, isCancelled: () -> Bool) {
    path = folder.path(.locks, key)
    file = Self.acquire(path, in: folder, isCancelled)
  }

  /// No right at all.
  init() {
    path = ""
    file = nil
  }

  /// How long another one is waited for, in milliseconds: it may be stopped, and never go on.
  private static let patience = 600_000

  private static func acquire(
    _ path: FilePath, in folder: CacheFolder, _ isCancelled: () -> Bool
  ) -> FileDescriptor? {
    try? folder.make(path.folder)
    while !isCancelled() {
      do throws(SystemError) {
        guard
          let file = try folder.openLocked(path, milliseconds: patience, isCancelled: isCancelled)
        else {
          return nil
        }
        // Whoever had it has taken its name away since it was opened: the name is another file's.
        if try FileStatus(of: file).linkCount > 0 { return file }
      } catch {
        return nil
      }
    }
    return nil
  }

  deinit {
    // While the lock is held, so that the name is surely that of this file.
    if file != nil { try? FileSystem.remove(path) }
  }
}
