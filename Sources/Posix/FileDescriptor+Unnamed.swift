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
    unnamedIn folder: FilePath, permissions: FilePermissions = .newFile
  ) throws(SystemError) {
    #if canImport(Glibc)
      let flags = __O_TMPFILE | O_RDWR | O_CLOEXEC
      let file = FileDescriptor(
        adopting: try checked {
          folder.withCString { open($0, flags, mode_t(permissions.rawValue)) }
        })
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

  /// Gives a file without a name its first name; `.exists` where that is taken.
  package borrowing func link(to path: FilePath) throws(SystemError) {
    #if canImport(Glibc)
      let name = Self.nameInProc(number)
      _ = try checked {
        name.withCString { from in
          path.withCString { linkat(AT_FDCWD, from, AT_FDCWD, $0, AT_SYMLINK_FOLLOW) }
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
