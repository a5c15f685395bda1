#if canImport(Glibc)
  internal import CPosix
  internal import Glibc
#else
  internal import Darwin
#endif

extension FileDescriptor {
  /// Sets exactly these permissions, whatever the umask is.
  package borrowing func setPermissions(_ permissions: FilePermissions) throws(SystemError) {
    let number = number
    _ = try checked { fchmod(number, mode_t(permissions.rawValue)) }
  }

  /// Gives the file to a user and a group; only root may give to others.
  ///
  /// Takes the set-id bits away, so permissions are set after this.
  package borrowing func setOwner(_ owner: UInt32, group: UInt32) throws(SystemError) {
    let number = number
    _ = try checked { fchown(number, uid_t(owner), gid_t(group)) }
  }

  /// Cuts the file off after so many bytes, or lengthens it with zeros.
  package borrowing func truncate(to length: Int) throws(SystemError) {
    let number = number
    _ = try checked { ftruncate(number, off_t(length)) }
  }

  /// Sets when the contents were last changed; the time of the last access stays.
  package borrowing func setModified(_ time: FileTime) throws(SystemError) {
    let number = number
    #if canImport(Glibc)
      let keep = timespec(tv_sec: 0, tv_nsec: imgtool_UTIME_OMIT)
    #else
      let keep = timespec(tv_sec: 0, tv_nsec: Int(UTIME_OMIT))
    #endif
    let times = [keep, time.systemTime]
    _ = try checked { futimens(number, times) }
  }
}
