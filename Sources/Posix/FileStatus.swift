#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// What a file name stands for.
package enum FileKind: Sendable {
  /// A regular file.
  case file
  /// A folder.
  case folder
  /// A symbolic link.
  case link
  /// A pipe, socket or device.
  case other
}

/// What the system says about a file without opening it.
package struct FileStatus: Equatable, Sendable {
  /// What it is.
  package let kind: FileKind
  /// Length in bytes.
  package let size: Int
  /// The mode bits.
  package let permissions: FilePermissions
  /// The number of the file system that holds it.
  package let device: UInt64
  /// Its number in that file system.
  package let inode: UInt64
  /// How many names it has; 0 for an open file without a name.
  package let linkCount: Int
  /// When its contents were last changed.
  package let modified: FileTime
  /// When its contents, mode, owner or names were last changed.
  package let changed: FileTime
  /// The number of the user who owns it.
  package let owner: UInt32
  /// The number of the group it belongs to.
  package let group: UInt32

  /// The status of what `path` names: of a link's target, or of the link itself.
  ///
  /// Throws `.notFound` where nothing is there, or where a link leads nowhere.
  package init(of path: FilePath, followingLinks: Bool = true) throws(SystemError) {
    var found = stat()
    _ = try checked {
      path.withCString { followingLinks ? stat($0, &found) : lstat($0, &found) }
    }
    self.init(found)
  }

  /// The status of an open file.
  package init(of file: borrowing FileDescriptor) throws(SystemError) {
    var found = stat()
    let number = file.number
    _ = try checked { fstat(number, &found) }
    self.init(found)
  }

  /// Whether both are the same file, whatever its name and contents.
  package func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }

  init(_ found: stat) {
    kind =
      switch found.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
    size = Int(found.st_size)
    permissions = FilePermissions(rawValue: UInt16(truncatingIfNeeded: found.st_mode))
    device = UInt64(truncatingIfNeeded: found.st_dev)
    inode = UInt64(truncatingIfNeeded: found.st_ino)
    linkCount = Int(truncatingIfNeeded: found.st_nlink)
    owner = UInt32(truncatingIfNeeded: found.st_uid)
    group = UInt32(truncatingIfNeeded: found.st_gid)
    #if canImport(Glibc)
      modified = FileTime(found.st_mtim)
      changed = FileTime(found.st_ctim)
    #else
      modified = FileTime(found.st_mtimespec)
      changed = FileTime(found.st_ctimespec)
    #endif
  }
}
