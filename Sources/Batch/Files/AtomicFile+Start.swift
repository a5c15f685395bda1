internal import Posix

extension AtomicFile {
  /// A file that has no name yet, or a hidden one.
  struct Start: ~Copyable {
    /// The file, open and locked where it has a name.
    let file: FileDescriptor
    /// The hidden name, or nil where there is none.
    let hidden: FilePath?
  }

  /// Makes a file without a name in `folder`, or one with a hidden name where that can't be had.
  static func start(
    in folder: borrowing Folder, _ permissions: FilePermissions, unnamed: Bool
  ) throws(SystemError) -> Start {
    if unnamed {
      do throws(SystemError) {
        let file = try FileDescriptor(unnamedIn: folder, permissions: permissions)
        return Start(file: file, hidden: nil)
      } catch {
        // Systems that don't know the flag see a folder opened for writing, or nothing at all.
        guard error.isUnsupported || error == .isFolder || error == .notFound else { throw error }
      }
    }
    return try startHidden(in: folder, permissions)
  }

  private static func startHidden(
    in folder: borrowing Folder, _ permissions: FilePermissions
  ) throws(SystemError) -> Start {
    for _ in 0..<64 {
      let name = HiddenName().name
      let file = try FileDescriptor(
        in: folder, opening: name, .createNew, permissions: permissions)
      // A sweep may have come between the two calls: it has the lock, or has removed the file already.
      let isLocked = (try? file.tryLock()) ?? true
      if isLocked, try FileStatus(of: file).linkCount > 0 {
        return Start(file: file, hidden: name)
      }
    }
    throw .exists
  }
}
