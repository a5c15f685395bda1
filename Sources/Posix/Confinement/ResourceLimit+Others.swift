#if canImport(Glibc)
  internal import CPosix
  internal import Glibc
#else
  internal import Darwin
#endif

extension ResourceLimit {
  /// Sets the limit of another process of the same user, within the bounds that were set for good.
  ///
  /// - Throws: The error of a system that would not have it, as all but Linux.
  package func set(to most: Int, of process: ProcessNumber) throws(SystemError) {
    #if canImport(Glibc)
      let (number, resource) = (process.rawValue, resource)
      var limit = imgtool_limit()
      _ = try checked { imgtool_limit_of(number, resource, nil, &limit) }
      limit.now = min(UInt64(max(most, 0)), limit.most)
      _ = try checked { imgtool_limit_of(number, resource, &limit, nil) }
    #else
      throw SystemError(code: ENOSYS)
    #endif
  }
}
