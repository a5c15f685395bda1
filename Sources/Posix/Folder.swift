#if canImport(Glibc)
  internal import CPosix
  internal import Glibc
#else
  internal import Darwin
#endif

/// A folder that is held: names are looked up in this very one, whatever its path leads to by now.
///
/// No name may have a slash in it, and none is followed where it is a link.
package struct Folder: ~Copyable, Sendable {
  let descriptor: FileDescriptor

  private init(_ descriptor: consuming FileDescriptor) {
    self.descriptor = descriptor
  }

  /// Holds the folder of a path, links in it followed.
  package init(opening path: FilePath) throws(SystemError) {
    self.init(try FileDescriptor(opening: path, Self.flags))
  }

  /// Holds a folder in this one; `.notFolder` where something else has the name, a link too.
  package borrowing func folder(_ name: FilePath) throws(SystemError) -> Folder {
    Folder(try FileDescriptor(in: self, opening: name, Self.flags.union(.noFollow)))
  }

  /// Makes a folder in this one; says whether that was necessary.
  ///
  /// Throws what `mkdirat` gives, also where something else has the name: `.exists`.
  package borrowing func makeFolder(_ name: FilePath) throws(SystemError) -> Bool {
    let number = descriptor.number
    do throws(SystemError) {
      let mode = mode_t(FilePermissions.newFolder.rawValue)
      _ = try checked { name.withCString { mkdirat(number, $0, mode) } }
      return true
    } catch {
      guard (try? status(of: name))?.kind == .folder else { throw error }
      return false
    }
  }

  /// What one of its names stands for; a link is not followed.
  package borrowing func status(of name: FilePath) throws(SystemError) -> FileStatus {
    var found = stat()
    let number = descriptor.number
    _ = try checked {
      name.withCString { fstatat(number, $0, &found, AT_SYMLINK_NOFOLLOW) }
    }
    return FileStatus(found)
  }

  /// Gives a file in it another name; whatever had that name is replaced at once.
  package borrowing func rename(_ name: FilePath, to other: FilePath) throws(SystemError) {
    let number = descriptor.number
    _ = try checked {
      name.withCString { from in other.withCString { renameat(number, from, number, $0) } }
    }
  }

  /// Gives a file in it another name, unless that is taken: `.exists`.
  ///
  /// Throws, with `isUnsupported`, where the file system can't do both in one step.
  package borrowing func renameExclusively(
    _ name: FilePath, to other: FilePath
  ) throws(SystemError) {
    let number = descriptor.number
    _ = try checked {
      name.withCString { from in
        other.withCString { to in
          #if canImport(Glibc)
            renameat2(number, from, number, to, imgtool_RENAME_NOREPLACE)
          #else
            renameatx_np(number, from, number, to, UInt32(RENAME_EXCL))
          #endif
        }
      }
    }
  }

  /// Gives a file in it one more name; `.exists` where that is taken.
  package borrowing func link(_ name: FilePath, to other: FilePath) throws(SystemError) {
    let number = descriptor.number
    _ = try checked {
      name.withCString { from in other.withCString { linkat(number, from, number, $0, 0) } }
    }
  }

  /// Takes a file's name away; the file goes with its last name.
  package borrowing func remove(_ name: FilePath) throws(SystemError) {
    let number = descriptor.number
    _ = try checked { name.withCString { unlinkat(number, $0, 0) } }
  }

  /// Its entries, as `FolderListing` tells them.
  package borrowing func entries() throws(SystemError) -> [FolderEntry] {
    try FolderListing.entries(of: try FileDescriptor(in: self, opening: ".", [.read, .folder]))
  }

  /// Makes its names survive a power cut; slow.
  ///
  /// File systems that can't do that for folders are taken at their word.
  package borrowing func synchronize() throws(SystemError) {
    let readable = try FileDescriptor(in: self, opening: ".", [.read, .folder])
    do throws(SystemError) {
      try readable.synchronize()
    } catch {
      guard error.isUnsupported else { throw error }
    }
  }

  /// Nothing but looking up is needed, so a folder that can't be read will do where the system knows that.
  private static var flags: OpenFlags {
    #if canImport(Glibc)
      OpenFlags(rawValue: __O_PATH).union(.folder)
    #else
      [.read, .folder]
    #endif
  }
}

extension FileDescriptor {
  /// Opens a name in a folder; `permissions` of a file made by it lose the bits of the umask.
  ///
  /// Throws the errno of `openat`, such as `.notFound` or `.exists`; where a link is not followed
  /// `.notFolder` if a folder was wanted.
  package init(
    in folder: borrowing Folder, opening name: FilePath, _ flags: OpenFlags,
    permissions: FilePermissions = .newFile
  ) throws(SystemError) {
    let number = folder.descriptor.number
    do throws(SystemError) {
      self.init(
        adopting: try checked {
          name.withCString {
            openat(number, $0, flags.rawValue | O_CLOEXEC, mode_t(permissions.rawValue))
          }
        })
    } catch {
      // Systems differ in what they say of a link.
      let isLink = error.code == ELOOP && flags.isSuperset(of: [.folder, .noFollow])
      throw isLink ? .notFolder : error
    }
  }
}
