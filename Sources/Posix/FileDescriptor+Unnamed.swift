#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

extension FileDescriptor {
  /// Makes a file without a name, which is gone when it is closed before `link(to:)`.
  ///
  /// Throws, mostly with `isUnsupported`, where the file system or the system has no such files.
  package init(
    unnamedIn folder: borrowing Folder, permissions: FilePermissions = .newFile
  ) throws(SystemError) {
    #if canImport(Glibc)
      let flags = OpenFlags(rawValue: __O_TMPFILE | O_RDWR)
      let file = try FileDescriptor(in: folder, opening: ".", flags, permissions: permissions)
      // Without /proc it could not be given a name later.
      do throws(SystemError) {
        _ = try FileStatus(of: Self.nameInProc(file.number), followingLinks: false)
      } catch {
        throw SystemError(code: ENOTSUP)
      }
      self = file
    #else
      throw SystemError(code: ENOTSUP)
    #endif
  }

  /// Gives a file without a name its first name, in a folder; `.exists` where that is taken.
  package borrowing func link(
    in folder: borrowing Folder, to name: FilePath
  ) throws(SystemError) {
    #if canImport(Glibc)
      let inProc = Self.nameInProc(number)
      let number = folder.descriptor.number
      _ = try checked {
        inProc.withCString { from in
          name.withCString { linkat(AT_FDCWD, from, number, $0, AT_SYMLINK_FOLLOW) }
        }
      }
    #else
      throw SystemError(code: ENOTSUP)
    #endif
  }

  private static func nameInProc(_ number: Int32) -> FilePath {
    FilePath("/proc/self/fd/\(number)")
  }
}

extension SystemError {
  /// Whether the system or the file system can't do what was asked for at all.
  package var isUnsupported: Bool {
    [ENOTSUP, EOPNOTSUPP, EINVAL, ENOSYS].contains(code)
  }
}
