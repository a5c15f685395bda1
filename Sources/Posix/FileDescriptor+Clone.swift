#if canImport(Glibc)
  internal import CPosix
  internal import Glibc
#else
  internal import Darwin
#endif

extension FileDescriptor {
  /// Makes this file, still empty, share the blocks of another one until one of them is written to.
  ///
  /// Throws where the file system has no such files, or the other one lies in another file system; this
  /// one is as it was then.
  package borrowing func clone(_ other: borrowing FileDescriptor) throws(SystemError) {
    #if canImport(Glibc)
      let (to, from) = (number, other.number)
      _ = try checked { imgtool_clone(to, from) }
    #else
      throw SystemError(code: ENOTSUP)
    #endif
  }
}
