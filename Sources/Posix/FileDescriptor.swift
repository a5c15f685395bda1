#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// An open file that has one owner and is closed when the owner lets go of it.
package struct FileDescriptor: ~Copyable, Sendable {
  /// The system's number for it, valid as long as this value lives.
  package let number: Int32

  /// Takes over an open descriptor.
  package init(adopting number: Int32) {
    self.number = number
  }

  /// Opens `path`; `permissions` of a file made by it lose the bits of the umask.
  ///
  /// Throws the errno of `open`, such as `.notFound` or `.exists`.
  package init(
    opening path: FilePath, _ flags: OpenFlags, permissions: FilePermissions = .newFile
  ) throws(SystemError) {
    number = try checked {
      path.withCString { open($0, flags.rawValue | O_CLOEXEC, mode_t(permissions.rawValue)) }
    }
  }

  /// Hands the system's number to somebody else, who closes it.
  consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }

  /// Closes it and says what `close` says: some file systems report lost data only here.
  package consuming func close() throws(SystemError) {
    let number = number
    discard self
    // Not tried again on EINTR: the number is free by then, and may be another thread's already.
    guard callClose(number) == 0 || errno == EINTR else { throw .current }
  }

  /// Says now what `close` would say of everything written so far, and stays open.
  package borrowing func flush() throws(SystemError) {
    let number = number
    // Closing any copy of a descriptor makes a network file system send what it holds back.
    let copy = FileDescriptor(adopting: try checked { fcntl(number, F_DUPFD_CLOEXEC, 0) })
    try copy.close()
  }

  /// Has the system read the whole file before anybody asks for it, where it can; says nothing of failures.
  package borrowing func willNeedAll() {
    #if canImport(Glibc)
      _ = posix_fadvise(number, 0, 0, POSIX_FADV_WILLNEED)
    #endif
  }

  deinit {
    _ = callClose(number)
  }

  /// Makes the contents survive a power cut; slow.
  package borrowing func synchronize() throws(SystemError) {
    let number = number
    #if canImport(Glibc)
      _ = try checked { fsync(number) }
    #else
      // fsync alone leaves the bytes in the drive's cache; not every file system has the stronger one.
      if fcntl(number, F_FULLFSYNC) == -1 { _ = try checked { fsync(number) } }
    #endif
  }
}

// Inside the type, `close` means the method.
private func callClose(_ number: Int32) -> Int32 { close(number) }
