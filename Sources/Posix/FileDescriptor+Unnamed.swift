#if canImport(Glibc)
  internal import CPosix
  internal import Glibc
#else
  internal import Darwin
#endif

extension FileDescriptor {
  /// Makes a file without a name, which is gone when it is closed before `link(to:)`.
  ///
  /// Throws where the file system or the system has no such files; then `.isUnsupported` is true.
  package init(
    unnamedIn folder: FilePath, permissions: FilePermissions = .newFile
  ) throws(SystemError) {
    #if canImport(Glibc)
      let flags = __O_TMPFILE | O_RDWR | O_CLOEXEC
      let number = try checked {
        folder.withCString { open($0, flags, mode_t(permissions.rawValue)) }
      }
      self.init(adopting: number)
    #else
      throw SystemError(code: ENOTSUP)
    #endif
  }

  /// Gives a file without a name its first name; `.exists` where that is taken.
  package borrowing func link(to path: FilePath) throws(SystemError) {
    #if canImport(Glibc)
      let number = number
      do throws(SystemError) {
        _ = try checked {
          FilePath("/proc/self/fd/\(number)").withCString { from in
            path.withCString { linkat(AT_FDCWD, from, AT_FDCWD, $0, AT_SYMLINK_FOLLOW) }
          }
        }
      } catch {
        // Without /proc there is another way, which older systems keep for root.
        guard error == .notFound else { throw error }
        _ = try checked {
          path.withCString { linkat(number, "", AT_FDCWD, $0, imgtool_AT_EMPTY_PATH) }
        }
      }
    #else
      throw SystemError(code: ENOTSUP)
    #endif
  }
}

extension SystemError {
  /// Whether the system or the file system can't do what was asked for at all.
  package var isUnsupported: Bool {
    [ENOTSUP, EOPNOTSUPP, EINVAL, ENOSYS].contains(code)
  }
}
